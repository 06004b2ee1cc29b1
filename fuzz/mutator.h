#pragma once
// Mutations that know what parameters mean: a value moves onto, just inside or just outside the edge
// of a constraint, takes what the generator of the family would give it, or comes from another program.

#include "fuzz/encoding.h"
#include "props/random.h"

namespace strideproof::fuzz {

// One or a few moves. The program stays in the domain and has at most `most_steps` steps (>= 1).
void mutate(Program& program, const Domain& domain, int most_steps, props::Random& random);

// Parts of both: parameters of the one into the other; of programs also steps.
void cross(Program& program, const Program& other, const Domain& domain, int most_steps,
           props::Random& random);

// ---- within one step, alike for every operation (mutations.cpp) ----

// One move of one step, which may leave the program's fill and the step itself unsettled.
void mutate_step(Program& program, size_t step, const Domain& domain, props::Random& random);

// The parameter's values, from another case that has a parameter of this name and width.
void take_same(Case& c, const Parameter& parameter, const Case& from);

}  // namespace strideproof::fuzz
