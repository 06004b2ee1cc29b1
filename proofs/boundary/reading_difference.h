#pragma once
// The cases on which readings of a ledger entry differ, as far as parameters decide. They are
// goals: the solver finds a case on which two readings differ, and proves that no smaller one
// exists.

#include <vector>

#include "proofs/boundary/goal.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::solver {

// Goals that every case on which two readings differ in one way meets. None: nothing is known.
using ReadingDifference = std::vector<Goal>;

// The ways in which the operation may act differently under the two readings, if all other entries
// have their defaults. Empty if the readings never differ.
std::vector<ReadingDifference> reading_differences(const Operation& operation,
                                                   const ReadingPair& pair);

// Constraints, by bit, that hold on every case on which two readings of the entry differ: both
// readings agree on them, and one of the two accepts the case. Only constraints on values,
// alignment and starts of operands are listed.
uint64_t held_by_either(const Operation& operation, int entry);

}  // namespace strideproof::solver
