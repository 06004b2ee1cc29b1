#pragma once
// Slacks that several families have: >= 0 iff the constraint holds, 0 on its edge; see spec.h.

#include "spec/layout.h"

namespace strideproof::spec {

template <class I>
I at_least(const I& value, int64_t low) {
  return value - I(low);
}
template <class I>
I at_most(const I& value, int64_t high) {
  return I(high) - value;
}

// Exactly 1.
template <class I>
I one_slack(const I& value) {
  return min_of(at_least(value, 1), at_most(value, 1));
}

// A constraint that compares one value with a bound. A stride counts only if it is given, and its
// sign only if its extent is not 1.
template <class I>
I value_slack(const Arguments<I>& arguments, const Constraint& constraint) {
  if (arguments.is_null(constraint.parameter)) return I(unbounded);
  const auto at = [&](int slot) -> const I& { return arguments.value[static_cast<size_t>(slot)]; };
  const I& value = at(constraint.slot);
  switch (constraint.rule) {
    case Rule::min: return at_least(value, constraint.bound);
    case Rule::max: return at_most(value, constraint.bound);
    case Rule::sign:
      return select(at(constraint.extent_slot) == I(1), I(unbounded), at_least(value, 0));
    default: return one_slack(value);
  }
}

// The slack of any constraint; own(id) is that of one which compares no value with a bound.
template <class I, class Own>
I slack_of(const Arguments<I>& arguments, const Constraint& constraint, Own own) {
  return is_of_value(constraint.rule) ? value_slack(arguments, constraint) : own(constraint.id());
}

// True if the rule places the bytes of an operand: it moves in steps of addresses.
constexpr bool is_of_place(Rule rule) {
  return rule == Rule::aligned || rule == Rule::start || rule == Rule::end;
}

// Rows of `width` elements that begin `stride` apart do not overlap. A single row has no next row.
template <class I>
I rows_apart(const I& rows, const I& width, const I& stride) {
  return select(rows == I(1), I(unbounded), stride - width);
}

}  // namespace strideproof::spec
