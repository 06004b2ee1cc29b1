#pragma once
// The size of a case, as a formula, so that the solver can find a smaller one.

#include <vector>

#include "proofs/boundary/goal.h"
#include "proofs/boundary/selection.h"

namespace strideproof::solver {

// Complexity of a case, used to pick the simplest: the number of values that are not NULL, and the
// distances of extents from 1.
int64_t size_of(const Case& c);
Goal smaller_than(int64_t size);
// The extents of every case of the operation that is smaller, if they are not more than `limit`;
// otherwise empty. As literals they fold formulas that Z3 does not decide.
std::vector<std::vector<Selection::Choice>> shapes_smaller_than(const Operation& operation,
                                                                int64_t size, size_t limit);

}  // namespace strideproof::solver
