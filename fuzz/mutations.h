#pragma once
// The moves of the mutator within one step, alike for every operation.

#include "fuzz/encoding.h"
#include "props/random.h"

namespace strideproof::fuzz {

// One move of one step, which may leave the program's fill and the step itself unsettled.
void mutate_step(Program& program, size_t step, const Domain& domain, props::Random& random);

// The parameter's values, from another case that has a parameter of this name and width.
void take_same(Case& c, const Parameter& parameter, const Case& from);

}  // namespace strideproof::fuzz
