#pragma once
// Mutations that know what parameters mean: a value moves onto, just inside or just outside the edge
// of a constraint, takes what the generator of the family would give it, or comes from another program.

#include "fuzz/encoding.h"
#include "props/random.h"

namespace strideproof::fuzz {

// One or a few mutations. The program stays in the domain and has at most `most_steps` steps (>= 1).
void mutate(Program& program, const Domain& domain, int most_steps, props::Random& random);

// Parts of both: parameters of the one into the other; of programs also steps.
void cross(Program& program, const Program& other, const Domain& domain, int most_steps,
           props::Random& random);

}  // namespace strideproof::fuzz
