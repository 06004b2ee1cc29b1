#pragma once
// Finds programs that tell readings apart, and the smallest among them. On the profile toy, which has
// every operation.

#include "conform/readings/distinguish.h"
#include "proofs/boundary/search.h"

namespace strideproof {

// Whether the operation leaves the entry open.
bool is_open(const Operation& operation, const ReadingPair& pair);

// The size of a program of one step is that of its case (solver::size_of); of several, the sum.
int64_t size_of(const Program& program);

// A witness for each pair that random cases tell apart: of up to `starts` cases of each operation,
// each minimised, the one of the fewest steps, then of the smallest size. Of each operation `cases`
// are tried, always the same.
std::vector<Witness> search(const std::vector<ReadingPair>& pairs, int cases, int starts);

// What the solver makes of known witnesses: there is one for each pair that parameters tell apart,
// others are smaller where they can be, and where it is proved that nothing is smaller, that is said.
// `wrong` are cases of departures that call themselves decisive, and nothing is told apart by them:
// errors of the departure.
struct Solved {
  std::vector<Witness> witnesses;  // in the order of the pairs
  std::vector<Witness> wrong;
};
Solved solve(const std::vector<ReadingPair>& pairs, const std::vector<Witness>& known);

// Whether it is proved that on no case of the operation smaller than `size` the readings differ.
bool none_smaller(solver::Search& search, const Operation& operation, const ReadingPair& pair,
                  int64_t size);

}  // namespace strideproof
