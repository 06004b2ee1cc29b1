#pragma once
// Boundary cases: for each constraint of an operation cases on its edge that are legal and cases
// just outside that break nothing else, or the proof that there is none.

#include <functional>
#include <string>
#include <vector>

#include "proofs/boundary/search.h"

namespace strideproof::solver {

struct Boundary {
  Goal goal;  // of a constraint
  Found found = Found::unknown;
  std::vector<Case> witnesses;  // where found == witness; the plainest first, no two of one shape
  std::vector<const Constraint*> lemma;  // where found == unreachable_proved; see Finding
};

// In the order of the operation's constraints, inside before outside; each is given to `each` as soon
// as it is decided.
std::vector<Boundary> boundaries(
    const Operation& operation, const Profile& profile,
    const std::function<void(const Boundary&)>& each = [](const Boundary&) {});

}  // namespace strideproof::solver
