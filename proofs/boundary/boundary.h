#pragma once
// Boundary cases: for each constraint of an operation, legal cases on its edge and cases just
// outside that violate nothing else, or the proof that there is none.

#include <functional>
#include <vector>

#include "proofs/boundary/search.h"

namespace strideproof::solver {

struct Boundary {
  Goal goal;  // of a constraint
  Found found = Found::unknown;
  std::vector<Case> witnesses;  // if found == witness; the simplest first, no two of one shape
  std::vector<const Constraint*> lemma;  // if found == unreachable_proved; see Finding
};

// In the order of the operation's constraints, inside before outside. Calls `each` with every
// boundary as soon as it is decided.
std::vector<Boundary> boundaries(
    const Operation& operation, const Profile& profile,
    const std::function<void(const Boundary&)>& each = [](const Boundary&) {});

}  // namespace strideproof::solver
