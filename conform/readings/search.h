#pragma once
// Finds the smallest programs that distinguish readings, on the profile toy, which has every
// operation.

#include "conform/readings/distinguish.h"

namespace strideproof {

// True if the operation leaves the entry open.
bool is_open(const Operation& operation, const ReadingPair& pair);

// The size of a program is the sum of solver::size_of over its steps.
int64_t size_of(const Program& program);

// The pairs that have no witness among these.
std::vector<ReadingPair> without(std::vector<ReadingPair> pairs,
                                 const std::vector<Witness>& witnesses);

// Finds a witness for each pair: the solver one that parameters distinguish, a search of random
// cases one that bytes distinguish. The solver then finds smaller ones, or proves that there are
// none.
std::vector<Witness> find_witnesses(const std::vector<ReadingPair>& pairs);

}  // namespace strideproof
