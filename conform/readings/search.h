#pragma once
// Finds the smallest programs that distinguish readings, on the profile toy, which has every
// operation.

#include "conform/readings/distinguish.h"
#include "proofs/boundary/search.h"

namespace strideproof {

// True if the operation leaves the entry open.
bool is_open(const Operation& operation, const ReadingPair& pair);

// The size of a program is the sum of solver::size_of over its steps.
int64_t size_of(const Program& program);

// A witness for each pair that random cases distinguish. Up to `starts` cases of each operation are
// minimised; the witness has the fewest steps, then the smallest size. `cases` cases of each
// operation are tried, always the same.
std::vector<Witness> search(const std::vector<ReadingPair>& pairs, int cases, int starts);

// Improves known witnesses with the solver: finds one for each pair that parameters distinguish,
// replaces others by smaller ones, and marks those that are proved smallest. `wrong` holds cases of
// reading differences that claim to decide but distinguish nothing: errors of the formula.
struct Solved {
  std::vector<Witness> witnesses;  // in the order of the pairs
  std::vector<Witness> wrong;
};
Solved solve(const std::vector<ReadingPair>& pairs, const std::vector<Witness>& known);

// True if it is proved that the readings agree on every case of the operation smaller than `size`.
bool none_smaller(solver::Search& search, const Operation& operation, const ReadingPair& pair,
                  int64_t size);

}  // namespace strideproof
