#pragma once
// What a small case is, so that the solver can ask for a smaller one.

#include <vector>

#include "proofs/boundary/goal.h"
#include "proofs/boundary/seed_case.h"

namespace strideproof::solver {

// How much a reader of a case has to take in: how many values are not NULL, and how far extents are
// from 1.
int64_t size_of(const Case& c);
Goal smaller_than(int64_t size);
// The extents of every case of the operation that is smaller, if they are not more than `limit`;
// otherwise empty. With them as literals formulas fold that Z3 does not decide.
std::vector<std::vector<Selection::Choice>> shapes_smaller_than(const Operation& operation,
                                                                int64_t size, size_t limit);

}  // namespace strideproof::solver
