#pragma once
// Where the readings of an entry of the ledger part, as far as parameters tell: goals, so that the
// solver finds a case on which two of them differ, and proves that no smaller one exists.

#include <vector>

#include "proofs/boundary/goal.h"
#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/reading_pair.h"

namespace strideproof::solver {

// A way in which an operation may do by one reading what it does not do by the other.
struct ReadingDifference {
  std::vector<Goal> goals;  // none: nothing is known of it
  // A case that meets the goals and breaks nothing else is one. Otherwise the bytes in memory decide.
  bool decisive;
};

// On a case of the operation on which the two readings differ, one of these is met. The readings of
// the other entries are the defaults. Empty: they never differ.
std::vector<ReadingDifference> reading_differences(const Operation& operation,
                                                   const ReadingPair& pair);

// The constraints, by bit, that every case on which two readings of the entry differ satisfies: they
// say the same by either reading, and one of the two accepts the case. Not all of them: those alone
// that speak of values, alignment and where an operand starts.
uint64_t held_by_either(const Operation& operation, int entry);

}  // namespace strideproof::solver
