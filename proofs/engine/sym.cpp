#include "proofs/engine/sym.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "proofs/engine/paths.h"

namespace strideproof::solver {
namespace {

using Folded = std::optional<int64_t>;  // as int64_t code computes it; no value on overflow

// One of + - * / %.
struct Operator {
  const char* result;
  Folded (*fold)(int64_t a, int64_t b);
  z3::expr (*term)(const z3::expr& a, const z3::expr& b);
  bool divides = false;
};

__extension__ typedef __int128 Wide;

// A function object of the standard library as an operator.
template <class Function>
constexpr Operator operator_of(const char* result) {
  return {result,
          [](int64_t a, int64_t b) {
            const Wide exact = Function()(Wide{a}, Wide{b});
            const auto value = static_cast<int64_t>(exact);
            return value == exact ? value : Folded();
          },
          [](const z3::expr& a, const z3::expr& b) { return Function()(a, b); }};
}
template <class Function>
constexpr Operator division_of(const char* result) {
  return {result,
          [](int64_t a, int64_t b) { return a >= 0 && b > 0 ? Function()(a, b) : Folded(); },
          [](const z3::expr& a, const z3::expr& b) { return Function()(a, b); }, true};
}
constexpr Operator add = operator_of<std::plus<>>("sum"),
                   subtract = operator_of<std::minus<>>("difference"),
                   multiply = operator_of<std::multiplies<>>("product"),
                   divide = division_of<std::divides<>>("quotient"),
                   remainder_of = division_of<std::modulus<>>("remainder");

// The bounds of the results; no value if a bound does not fit. Divisors are positive.
std::optional<Interval> bounds_of(const Operator& op, const Interval& a, const Interval& b) {
  if (&op == &remainder_of) return Interval{0, std::min(a.high, b.high - 1)};
  // The others are monotone in either operand.
  const Folded corners[] = {op.fold(a.low, b.low), op.fold(a.low, b.high), op.fold(a.high, b.low),
                            op.fold(a.high, b.high)};
  const auto [low, high] = std::ranges::minmax(corners);
  return std::ranges::count(corners, Folded()) == 0 ? std::optional(Interval{*low, *high})
                                                    : std::nullopt;
}

// The bounds, restricted to values >= `low`; may be empty.
std::optional<Interval> at_least(int64_t low, const std::optional<Interval>& bounds) {
  if (!bounds || bounds->high < low) return {};
  return Interval{std::max(low, bounds->low), bounds->high};
}

// An operand of a step goal: a literal, or an unknown of which only the bounds are known.
Sym stand_in(Context& context, const Sym& x, const char* name) {
  return x.literal() ? x : Sym::of(context.z3().int_const(name));
}

// The bounds of a result as a goal over the bounds of the operands alone: cheap, and the same for
// all operations on such operands. The goal proves the interval that is computed here.
void require_step(Context& context, const Operator& op, const Sym& a, const Interval& a_bounds,
                  const Sym& b, const Interval& b_bounds, const Interval& range) {
  const Sym left = stand_in(context, a, "left"), right = stand_in(context, b, "right");
  const Sym result = Sym::of(op.term(left.term(), right.term()));
  context.require({std::string(op.result) + " stays in its bounds",
                   {within(left, a_bounds).term(), within(right, b_bounds).term()},
                   within(result, range).term()});
}

Sym arithmetic(const Operator& op, const Sym& a, const Sym& b) {
  if (a.literal() && b.literal())
    if (const auto value = op.fold(*a.literal(), *b.literal())) return *value;

  Context& context = Context::current();
  const z3::expr term = op.term(a.term(), b.term());
  if (context.exact()) return Sym::of(term);

  const auto require = [&](const char* what, const SymBool& goal) {
    context.require({std::string(op.result) + what, context.assumptions(), goal.term()});
  };
  std::optional<Interval> left = a.bounds(), right = b.bounds();
  if (op.divides) {
    if (!left || !right || left->low < 0 || right->low <= 0)
      require(" has a dividend >= 0 and a divisor > 0", all_of(Sym(0) <= a, Sym(0) < b));
    left = at_least(0, left), right = at_least(1, right);
  }
  if (const auto known = context.learned(term)) return Sym::of(term, known);
  if (left && right) {
    if (const auto range = bounds_of(op, *left, *right)) {
      require_step(context, op, a, *left, b, *right, *range);
      return Sym::of(term, range);
    }
  }
  require(" fits int64_t", within(Sym::of(term), int64_range));
  return Sym::of(term, int64_range);
}

// A term of another Context would be undefined behaviour inside Z3.
const z3::expr& owned(const z3::expr& term) {
  if (&term.ctx() != &Context::current().z3())
    throw std::logic_error("a symbolic value of another Context");
  return term;
}

template <class Comparison>
SymBool compared(const Sym& a, const Sym& b) {
  if (a.literal() && b.literal()) return Comparison()(*a.literal(), *b.literal());
  return SymBool::of(Comparison()(a.term(), b.term()));
}

// One of two values. `pick` makes its bounds of theirs.
Sym one_of(const SymBool& first, const Sym& a, const Sym& b,
           const int64_t& (*pick)(const int64_t&, const int64_t&)) {
  Sym chosen = select(first, a, b);
  const auto x = a.bounds(), y = b.bounds();
  if (chosen.literal() || !x || !y) return chosen;
  return Sym::of(chosen.term(), Interval{pick(x->low, y->low), pick(x->high, y->high)});
}

}  // namespace

SymBool::operator bool() const {
  if (!term_) return value_;
  Exploration* exploration = Context::current().exploration();
  if (exploration == nullptr)
    throw std::logic_error("a symbolic condition decides a branch outside explore()");
  return exploration->decide(owned(*term_));
}

std::optional<bool> SymBool::literal() const {
  return term_ ? std::nullopt : std::optional(value_);
}

z3::expr SymBool::term() const {
  return term_ ? owned(*term_) : Context::current().z3().bool_val(value_);
}

SymBool operator!(const SymBool& a) {
  return a.literal() ? SymBool(!a.value_) : SymBool(!a.term());
}

SymBool operator==(const SymBool& a, const SymBool& b) {
  if (a.literal()) return a.value_ ? b : !b;
  if (b.literal()) return b.value_ ? a : !a;
  return SymBool(a.term() == b.term());
}

std::optional<int64_t> Sym::literal() const { return term_ ? std::nullopt : std::optional(value_); }

std::optional<Interval> Sym::bounds() const { return term_ ? bounds_ : Interval{value_, value_}; }

z3::expr Sym::term() const {
  return term_ ? owned(*term_) : Context::current().z3().int_val(value_);
}

Sym operator+(const Sym& a, const Sym& b) { return arithmetic(add, a, b); }
Sym operator-(const Sym& a, const Sym& b) { return arithmetic(subtract, a, b); }
Sym operator*(const Sym& a, const Sym& b) { return arithmetic(multiply, a, b); }
Sym operator/(const Sym& a, const Sym& b) { return arithmetic(divide, a, b); }
Sym operator%(const Sym& a, const Sym& b) { return arithmetic(remainder_of, a, b); }

SymBool operator==(const Sym& a, const Sym& b) { return compared<std::equal_to<>>(a, b); }
SymBool operator<(const Sym& a, const Sym& b) { return compared<std::less<>>(a, b); }
SymBool operator<=(const Sym& a, const Sym& b) { return compared<std::less_equal<>>(a, b); }

Sym select(const SymBool& condition, const Sym& yes, const Sym& no) {
  if (const auto known = condition.literal()) return *known ? yes : no;
  std::optional<Interval> bounds;
  if (const auto a = yes.bounds(), b = no.bounds(); a && b)
    bounds = Interval{std::min(a->low, b->low), std::max(a->high, b->high)};
  return Sym::of(z3::ite(condition.term(), yes.term(), no.term()), bounds);
}

Sym min_of(const Sym& a, const Sym& b) { return one_of(a < b, a, b, std::min<int64_t>); }
Sym max_of(const Sym& a, const Sym& b) { return one_of(a < b, b, a, std::max<int64_t>); }

SymBool select(const SymBool& condition, const SymBool& yes, const SymBool& no) {
  if (const auto known = condition.literal()) return *known ? yes : no;
  return SymBool::of(z3::ite(condition.term(), yes.term(), no.term()));
}

SymBool all_of(const SymBool& a, const SymBool& b) {
  if (const auto known = a.literal()) return *known ? b : a;
  if (const auto known = b.literal()) return *known ? a : b;
  return SymBool::of(a.term() && b.term());
}

SymBool within(const Sym& x, const Interval& range) {
  return all_of(Sym(range.low) <= x, x <= Sym(range.high));
}

SymBool any_of(const SymBool& a, const SymBool& b) { return !all_of(!a, !b); }
SymBool negation(const SymBool& a) { return !a; }
SymBool implies(const SymBool& a, const SymBool& b) { return any_of(!a, b); }

}  // namespace strideproof::solver
