#pragma once
// The size of a case, as a formula, so that the solver can find a smaller one.

#include "proofs/boundary/goal.h"

namespace strideproof::solver {

// Complexity of a case, used to pick the simplest: the number of values that are not NULL, and the
// distances of extents from 1.
int64_t size_of(const Case& c);
Goal smaller_than(int64_t size);

}  // namespace strideproof::solver
