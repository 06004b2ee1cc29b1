#pragma once
// Mutations that know the meaning of parameters. A value moves onto, just inside or just outside
// the edge of a constraint, is drawn again by the generator of the family, or comes from another
// program.

#include "fuzz/encoding.h"
#include "props/random.h"

namespace strideproof::fuzz {

// Makes one or a few mutations. The program stays in the domain, with at most `most_steps` (>= 1)
// steps.
void mutate(Program& program, const Domain& domain, int most_steps, props::Random& random);

// Parts of both: parameters of the one into the other; of programs also steps.
void cross(Program& program, const Program& other, const Domain& domain, int most_steps,
           props::Random& random);

}  // namespace strideproof::fuzz
