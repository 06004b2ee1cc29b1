#pragma once
// Boundary cases: for each constraint of an operation cases on its edge that are legal and cases
// just outside that break nothing else, or the proof that there is none.

#include <string>
#include <vector>

#include "spec/solver/search.h"

namespace strideproof::solver {

struct Boundary {
  Goal goal;  // of a constraint
  Found found = Found::unknown;
  std::vector<Case> witnesses;  // where found == witness; the plainest first, no two of one shape
  std::vector<const Constraint*> lemma;  // where found == none_by_lemma; see Finding
};

// In the order of the operation's constraints, inside before outside.
std::vector<Boundary> boundaries(const Operation& operation, const Profile& profile);

}  // namespace strideproof::solver
