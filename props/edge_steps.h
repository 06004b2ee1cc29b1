#pragma once
// Steps of move_to_edge: the slots that decide a constraint, values that no slope leads to, and cases
// in which a constraint applies.

#include <vector>

#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

using Slots = std::vector<size_t>;

// The distance of adjacent aligned values of an address.
int64_t unit_of(const Case& c, const Parameter& address);

// True of the constraints on values of both sides of a memcpy_4D.
constexpr bool is_relation(const Constraint& constraint) {
  return constraint.stage == Stage::alignment && constraint.rule == Rule::own;
}

Slots extents_of(const Operation& operation, Operands operands);
Slots slots_of(const Operation& operation, const Constraint& constraint);

// A value for the slot that may violate the constraint where small steps do not: an address in another
// lane or outside all memory, an unknown selector, an end of the type.
int64_t distant_value(const Case& c, const Constraint& constraint, size_t slot, Random& random);

// Changes what may keep the constraint from being evaluated or violated: NULL strides, extents of 1, a
// flag. For an overlap, moves a source onto the destination, or a few elements from it.
void make_relevant(Case& c, const Constraint& constraint, Random& random);

}  // namespace strideproof::props
