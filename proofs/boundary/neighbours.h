#pragma once
// Cases next to a known one: one value is changed, to the value at which the slack of a goal, assumed
// linear, reaches the edge, or to one of a few common edge values.

#include <functional>
#include <vector>

#include "proofs/boundary/goal.h"

namespace strideproof::solver {

using Visit = std::function<bool(const Case&)>;  // true: no other case is needed

// Calls `visit` with cases that differ from `c` in one value, until it returns true. Addresses in
// local memory are also changed together, by one difference. Returns true if `visit` did.
bool any_neighbour(const Case& c, const std::vector<Goal>& goals, const Visit& visit);

}  // namespace strideproof::solver
