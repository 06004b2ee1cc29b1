#pragma once
// The cases on which readings of a ledger entry differ, as far as parameters decide. They are
// goals: the solver finds a case on which two readings differ, and proves that no smaller one
// exists.

#include <vector>

#include "proofs/boundary/goal.h"
#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/readings.h"

namespace strideproof::solver {

// A way in which an operation may act differently under two readings.
struct ReadingDifference {
  std::vector<Goal> goals;  // none: nothing is known about it
  // True: a case that meets the goals and violates nothing else shows the difference. False: the
  // bytes in memory decide.
  bool decisive;
};

// Every case of the operation on which the two readings differ meets one of these. The other
// entries have their default readings. Empty: the readings never differ.
std::vector<ReadingDifference> reading_differences(const Operation& operation,
                                                   const ReadingPair& pair);

// Constraints, by bit, that hold on every case on which two readings of the entry differ: both
// readings agree on them, and one of the two accepts the case. Only constraints on values,
// alignment and starts of operands are listed.
uint64_t held_by_either(const Operation& operation, int entry);

}  // namespace strideproof::solver
