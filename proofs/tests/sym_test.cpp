// Sym against int64_t, operation by operation: if the goals of an operation hold, its term has the
// value that int64_t computes; if int64_t has no value, a goal fails.

#include "proofs/engine/sym.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace strideproof::solver {
namespace {

static_assert(std::is_same_v<Truth<Sym>, SymBool> && std::is_same_v<Truth<int64_t>, bool>);
static_assert(std::is_convertible_v<int, Sym> && std::is_convertible_v<int64_t, Sym>);
static_assert(std::is_convertible_v<uint32_t, Sym> && !std::is_constructible_v<Sym, uint64_t>);
static_assert(!std::is_constructible_v<Sym, bool> && !std::is_constructible_v<Sym, double>);
static_assert(!std::is_convertible_v<SymBool, bool> && !std::is_convertible_v<Sym, int64_t>);
static_assert(!std::is_constructible_v<Sym, z3::expr> && !std::is_constructible_v<bool, Sym>);
static_assert(!std::is_constructible_v<SymBool, int> && !std::is_constructible_v<SymBool, Sym>);
static_assert(!std::is_constructible_v<SymBool, z3::expr>);

__extension__ using Wide = __int128;

constexpr int64_t largest = INT64_MAX, smallest = INT64_MIN;

const std::vector<int64_t>& edge_values() {
  static const std::vector<int64_t> values = [] {
    std::vector<int64_t> v = {0, 1, 2, 3, 64, 65535, -1, -2, -65536, 3037000499, 3037000500};
    for (int bits : {31, 32, 40}) v.push_back(int64_t{1} << bits);
    for (int64_t end : {largest, largest - 1, smallest, smallest + 1}) v.push_back(end);
    std::mt19937_64 random(7);
    for (int bits : {4, 16, 31, 33, 62, 63, 64})
      v.push_back(static_cast<int64_t>(random()) >> (64 - bits));
    return v;
  }();
  return values;
}

// The term with x and y replaced by values.
z3::expr at(const z3::expr& term, int64_t x, int64_t y) {
  z3::context& z3 = Context::current().z3();
  z3::expr_vector from(z3), to(z3);
  from.push_back(z3.int_const("x")), to.push_back(z3.int_val(x));
  from.push_back(z3.int_const("y")), to.push_back(z3.int_val(y));
  z3::expr result = term;
  return result.substitute(from, to).simplify();
}

int64_t value_at(const Sym& term, int64_t x, int64_t y) {
  return std::stoll(at(term.term(), x, y).get_decimal_string(0));
}

// The other goals are steps: they concern only bounds.
bool speaks_of_unknowns(const Obligation& obligation) {
  const z3::expr somewhere = at(obligation.goal, 1, 1);
  return somewhere.is_true() || somewhere.is_false();
}

// The value of the term; none if a goal fails. Steps are left to the solver: expect_steps_proved.
std::optional<int64_t> computed_at(const Context& context, const Sym& term, int64_t x, int64_t y) {
  for (const Obligation& obligation : context.obligations())
    if (speaks_of_unknowns(obligation) && !at(obligation.goal, x, y).is_true()) return {};
  return value_at(term, x, y);
}

void expect_steps_proved(Context& context) {
  for (const Obligation& obligation : context.obligations()) {
    if (speaks_of_unknowns(obligation)) continue;
    EXPECT_EQ(
        context.prove(GoalKind::range, obligation.what, obligation.assumptions, obligation.goal),
        ProofStatus::proved)
        << obligation.what << ": " << obligation.goal;
  }
}

using Wider = std::optional<Wide> (*)(Wide, Wide);
struct Arithmetic {
  std::string name;
  Sym (*symbolic)(const Sym&, const Sym&);
  Wider exact;  // nothing: undefined, or excluded, whatever the width
};
const Arithmetic operations[] = {
    {"add", [](const Sym& a, const Sym& b) { return a + b; },
     [](Wide a, Wide b) { return std::optional<Wide>(a + b); }},
    {"subtract", [](const Sym& a, const Sym& b) { return a - b; },
     [](Wide a, Wide b) { return std::optional<Wide>(a - b); }},
    {"multiply", [](const Sym& a, const Sym& b) { return a * b; },
     [](Wide a, Wide b) { return std::optional<Wide>(a * b); }},
    {"divide", [](const Sym& a, const Sym& b) { return a / b; },
     [](Wide a, Wide b) { return a < 0 || b <= 0 ? std::nullopt : std::optional<Wide>(a / b); }},
    {"remainder", [](const Sym& a, const Sym& b) { return a % b; },
     [](Wide a, Wide b) { return a < 0 || b <= 0 ? std::nullopt : std::optional<Wide>(a % b); }},
};

std::optional<int64_t> in_int64(std::optional<Wide> value) {
  if (!value || *value < smallest || *value > largest) return {};
  return static_cast<int64_t>(*value);
}

TEST(Sym, OperationsOnUnknownsAreThoseOfInt64) {
  for (const Arithmetic& op : operations) {
    Context context;
    const Sym x = context.variable("x"), y = context.variable("y");
    const Sym term = op.symbolic(x, y);
    for (int64_t a : edge_values())
      for (int64_t b : edge_values())
        ASSERT_EQ(computed_at(context, term, a, b), in_int64(op.exact(a, b)))
            << op.name << a << " " << b;
    expect_steps_proved(context);
  }
}

// If bounds are known, the goals use them; they must still notice a divisor of 0.
TEST(Sym, OperationsOnBoundedUnknownsAreThoseOfInt64) {
  const Interval intervals[] = {{0, 5}, {-3, 4}, {1, 7}, {-6, -2}, {0, 0}};
  for (const Arithmetic& op : operations) {
    for (const Interval& xs : intervals) {
      for (const Interval& ys : intervals) {
        Context context;
        const Sym x = context.variable("x", xs.low, xs.high);
        const Sym y = context.variable("y", ys.low, ys.high);
        const Sym term = op.symbolic(x, y);
        for (int64_t a = xs.low; a <= xs.high; ++a) {
          for (int64_t b = ys.low; b <= ys.high; ++b) {
            const auto expected = in_int64(op.exact(a, b));
            ASSERT_EQ(computed_at(context, term, a, b), expected) << op.name << a << " " << b;
            ASSERT_TRUE(!expected ||
                        (term.bounds()->low <= *expected && *expected <= term.bounds()->high))
                << op.name << a << " " << b;
          }
        }
        expect_steps_proved(context);
      }
    }
  }
}

TEST(Sym, OperationsWithALiteralAreThoseOfInt64) {
  for (const Arithmetic& op : operations) {
    for (int64_t b : edge_values()) {
      for (const bool left : {false, true}) {
        Context context;
        const Sym x = context.variable("x");
        const Sym term = left ? op.symbolic(b, x) : op.symbolic(x, b);
        for (int64_t a : edge_values())
          ASSERT_EQ(computed_at(context, term, a, 0),
                    in_int64(left ? op.exact(b, a) : op.exact(a, b)))
              << op.name << a << " " << b;
      }
    }
  }
}

TEST(Sym, OperationsOnLiteralsFoldOrHaveAFalseObligation) {
  constexpr int64_t values[] = {0, 1, 2, -1, 3037000500, largest, smallest, smallest + 1};
  for (const Arithmetic& op : operations) {
    for (int64_t a : values) {
      for (int64_t b : values) {
        Context context;
        const auto expected = in_int64(op.exact(a, b));
        EXPECT_EQ(op.symbolic(a, b).literal(), expected) << op.name << a << " " << b;
        bool holds = true;
        for (const Obligation& obligation : context.obligations())
          holds = holds && obligation.goal.simplify().is_true();
        EXPECT_EQ(holds, expected.has_value()) << op.name << a << " " << b;
      }
    }
  }
}

template <class I>
std::vector<I> helpers(const I& a, const I& b) {
  const auto as_number = [](const Truth<I>& truth) { return select(truth, I(1), I(0)); };
  const Truth<I> p = a < b, q = a == I(3), r = b >= I(7);
  return {min_of(a, b),
          max_of(a, b),
          ceil_div(a, b),
          round_up(a, b),
          select(a <= b, a * b, a + b),
          as_number(all_of(p, q)),
          as_number(any_of(p, q)),
          as_number(all_of(p, q, r, p)),
          as_number(any_of(q, p, r)),
          as_number(negation(p)),
          as_number(implies(p, q)),
          as_number(a != b),
          as_number(a > b),
          as_number(p == q),
          as_number(p != r),
          as_number(!r),
          -a};
}

TEST(Sym, HelpersAreThoseOfInt64) {
  Context context;
  const Sym x = context.variable("x", 0, int64_t{1} << 31),
            y = context.variable("y", 1, int64_t{1} << 31);
  const std::vector<Sym> terms = helpers(x, y);  // outside explore: none of them forks
  for (int64_t a :
       {int64_t{0}, int64_t{1}, int64_t{3}, int64_t{64}, int64_t{65535}, int64_t{1} << 31}) {
    for (int64_t b :
         {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{7}, int64_t{64}, int64_t{1} << 31}) {
      const std::vector<int64_t> expected = helpers(a, b);
      const std::vector<Sym> folded = helpers(Sym(a), Sym(b));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(value_at(terms[i], a, b), expected[i])
            << "helper " << i << " of " << a << " " << b;
        const std::optional<Interval> bounds = terms[i].bounds();
        EXPECT_TRUE(bounds && bounds->low <= expected[i] && expected[i] <= bounds->high)
            << "helper " << i << " of " << a << " " << b;
        EXPECT_EQ(folded[i].literal(), expected[i]) << "helper " << i << " of " << a << " " << b;
      }
    }
  }
  expect_steps_proved(context);
}

TEST(Sym, ExactArithmeticHasNoObligationsAndDoesNotWrap) {
  Context context;
  const ExactArithmetic exact;
  const Sym sum = Sym(largest) + 1;
  EXPECT_EQ(sum.term().simplify().get_decimal_string(0), "9223372036854775808");
  EXPECT_TRUE(context.obligations().empty());
  EXPECT_FALSE(sum.bounds());
}

TEST(Sym, MisuseIsAClearError) {
  EXPECT_THROW(Context::current(), std::logic_error);
  EXPECT_THROW((void)Sym(1).term(), std::logic_error);
  Context context;
  EXPECT_THROW(Context(), std::logic_error);
  const Sym x = context.variable("x", 0, 9);
  EXPECT_THROW(context.variable("x", 0, 9), std::logic_error);
  EXPECT_THROW((void)static_cast<bool>(x < 5), std::logic_error);  // no explore() is running
  z3::context other;
  EXPECT_THROW((void)(x + Sym::of(other.int_const("z"))), std::logic_error);
}

}  // namespace
}  // namespace strideproof::solver
