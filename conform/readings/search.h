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

// The pairs that have no witness among these.
std::vector<ReadingPair> without(std::vector<ReadingPair> pairs,
                                 const std::vector<Witness>& witnesses);

// A witness for each pair that random cases distinguish, the smallest of some that are minimised.
std::vector<Witness> search(const std::vector<ReadingPair>& pairs);

// Finds a witness for each pair: the solver one that parameters distinguish, a search of random
// cases one that bytes distinguish. The solver then finds smaller ones, or proves that there are
// none.
std::vector<Witness> find_witnesses(const std::vector<ReadingPair>& pairs);

// True if it is proved that the readings agree on every case of the operation smaller than `size`.
bool none_smaller(solver::Search& search, const Operation& operation, const ReadingPair& pair,
                  int64_t size);

}  // namespace strideproof
