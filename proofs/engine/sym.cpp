#include "proofs/engine/sym.h"

#include <algorithm>
#include <stdexcept>

#include "proofs/engine/paths.h"

namespace strideproof::solver {
namespace {

enum class Operator { add, subtract, multiply, divide, remainder };

const char* result_name(Operator op) {
  switch (op) {
    case Operator::add: return "sum";
    case Operator::subtract: return "difference";
    case Operator::multiply: return "product";
    case Operator::divide: return "quotient";
    case Operator::remainder: break;
  }
  return "remainder";
}

bool divides(Operator op) { return op == Operator::divide || op == Operator::remainder; }

// The value of int64_t code; no value on overflow.
std::optional<int64_t> fold(Operator op, int64_t a, int64_t b) {
  int64_t result = 0;
  switch (op) {
    case Operator::add:
      return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operator::subtract:
      return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operator::multiply:
      return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operator::divide: return a < 0 || b <= 0 ? std::nullopt : std::optional(a / b);
    case Operator::remainder: break;
  }
  return a < 0 || b <= 0 ? std::nullopt : std::optional(a % b);
}

z3::expr apply(Operator op, const z3::expr& a, const z3::expr& b) {
  switch (op) {
    case Operator::add: return a + b;
    case Operator::subtract: return a - b;
    case Operator::multiply: return a * b;
    case Operator::divide: return a / b;
    case Operator::remainder: break;
  }
  return z3::mod(a, b);
}

std::optional<Interval> interval(std::optional<int64_t> low, std::optional<int64_t> high) {
  if (!low || !high) return {};
  return Interval{*low, *high};
}

// The bounds of the results; no value if a bound does not fit. Divisors are positive.
std::optional<Interval> hull(Operator op, const Interval& a, const Interval& b) {
  switch (op) {
    case Operator::add: return interval(fold(op, a.low, b.low), fold(op, a.high, b.high));
    case Operator::subtract: return interval(fold(op, a.low, b.high), fold(op, a.high, b.low));
    case Operator::multiply: {
      const std::optional<int64_t> corners[] = {fold(op, a.low, b.low), fold(op, a.low, b.high),
                                                fold(op, a.high, b.low), fold(op, a.high, b.high)};
      if (!std::all_of(std::begin(corners), std::end(corners), [](auto c) { return !!c; }))
        return {};
      const auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
      return interval(*low, *high);
    }
    case Operator::divide: return interval(fold(op, a.low, b.high), fold(op, a.high, b.low));
    case Operator::remainder: break;
  }
  return Interval{0, std::min(a.high, b.high - 1)};
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
void require_step(Context& context, Operator op, const Sym& a, const Interval& a_bounds,
                  const Sym& b, const Interval& b_bounds, const Interval& range) {
  const Sym left = stand_in(context, a, "left"), right = stand_in(context, b, "right");
  const Sym result = Sym::of(apply(op, left.term(), right.term()));
  context.require({std::string(result_name(op)) + " stays in its bounds",
                   {within(left, a_bounds).term(), within(right, b_bounds).term()},
                   within(result, range).term()});
}

Sym arithmetic(Operator op, const Sym& a, const Sym& b) {
  if (a.literal() && b.literal())
    if (const auto value = fold(op, *a.literal(), *b.literal())) return *value;

  Context& context = Context::current();
  const z3::expr term = apply(op, a.term(), b.term());
  if (context.exact()) return Sym::of(term);

  const auto require = [&](const char* what, const SymBool& goal) {
    context.require({std::string(result_name(op)) + what, context.assumptions(), goal.term()});
  };
  std::optional<Interval> left = a.bounds(), right = b.bounds();
  if (divides(op)) {
    if (!left || !right || left->low < 0 || right->low <= 0)
      require(" has a dividend >= 0 and a divisor > 0", all_of(Sym(0) <= a, Sym(0) < b));
    left = at_least(0, left), right = at_least(1, right);
  }
  if (const auto known = context.learned(term)) return Sym::of(term, known);
  if (left && right) {
    if (const auto range = hull(op, *left, *right)) {
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

Sym operator+(const Sym& a, const Sym& b) { return arithmetic(Operator::add, a, b); }
Sym operator-(const Sym& a, const Sym& b) { return arithmetic(Operator::subtract, a, b); }
Sym operator*(const Sym& a, const Sym& b) { return arithmetic(Operator::multiply, a, b); }
Sym operator/(const Sym& a, const Sym& b) { return arithmetic(Operator::divide, a, b); }
Sym operator%(const Sym& a, const Sym& b) { return arithmetic(Operator::remainder, a, b); }

SymBool operator==(const Sym& a, const Sym& b) {
  if (a.literal() && b.literal()) return a.value_ == b.value_;
  return SymBool::of(a.term() == b.term());
}
SymBool operator<(const Sym& a, const Sym& b) {
  if (a.literal() && b.literal()) return a.value_ < b.value_;
  return SymBool::of(a.term() < b.term());
}
SymBool operator<=(const Sym& a, const Sym& b) {
  if (a.literal() && b.literal()) return a.value_ <= b.value_;
  return SymBool::of(a.term() <= b.term());
}

Sym select(const SymBool& condition, const Sym& yes, const Sym& no) {
  if (const auto known = condition.literal()) return *known ? yes : no;
  std::optional<Interval> bounds;
  if (const auto a = yes.bounds(), b = no.bounds(); a && b)
    bounds = Interval{std::min(a->low, b->low), std::max(a->high, b->high)};
  return Sym::of(z3::ite(condition.term(), yes.term(), no.term()), bounds);
}

Sym min_of(const Sym& a, const Sym& b) {
  Sym least = select(a < b, a, b);
  const auto x = a.bounds(), y = b.bounds();
  if (least.literal() || !x || !y) return least;
  return Sym::of(least.term(), Interval{std::min(x->low, y->low), std::min(x->high, y->high)});
}

Sym max_of(const Sym& a, const Sym& b) {
  Sym most = select(a < b, b, a);
  const auto x = a.bounds(), y = b.bounds();
  if (most.literal() || !x || !y) return most;
  return Sym::of(most.term(), Interval{std::max(x->low, y->low), std::max(x->high, y->high)});
}

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
