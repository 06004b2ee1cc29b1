#pragma once
// Mutations that know the meaning of parameters. A value moves onto, just inside or just outside
// the edge of a constraint, is drawn again by the generator of the family, or comes from another
// step.

#include "fuzz/encoding.h"
#include "props/random.h"

namespace strideproof::fuzz {

// Makes one or a few mutations. The program stays in the domain.
void mutate(Program& program, const Domain& domain, props::Random& random);

}  // namespace strideproof::fuzz
