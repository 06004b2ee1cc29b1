#pragma once
// The generators of the families. Other code calls them through generate.h.

#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

// Draws a case that is probably legal. Here and below `c` has an operation, a profile and its
// constant, and no other parameters.
#define FAMILY(family, ...)          \
  namespace family {                 \
  Case draw(Random& random, Case c); \
  }
#include "spec/vocabulary/operations.def"

// For operations on matrices and runs. Each value and each place is drawn on its own: mostly from
// the small world, at times near a size of the machine, past a power of two, or the largest.
Case draw_values(Random& random, Case c);

}  // namespace strideproof::props
