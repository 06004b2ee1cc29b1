#pragma once
// The moves of the mutator within one step, alike for every operation.

#include "fuzz/encoding.h"
#include "props/random.h"

namespace strideproof::fuzz {

// One move of one step, which may leave the program's fill and the step itself unsettled.
void mutate_step(Program& program, size_t step, const Domain& domain, props::Random& random);

// Moves the value of one slot until spec::slack of the constraint is `goal`, or where steps of the
// value do not meet it the first beyond: above a goal >= 0, below a goal < 0. Addresses move by whole
// elements. Returns whether it got there; c is unchanged where it did not.
bool aim(Case& c, const Constraint& constraint, size_t slot, int64_t goal);

// The parameter's values, from another case that has a parameter of this name and width.
void take_same(Case& c, const Parameter& parameter, const Case& from);

size_t index_of(const Case& c, const Parameter& parameter);
int64_t* values(Case& c, const Parameter& parameter);

}  // namespace strideproof::fuzz
