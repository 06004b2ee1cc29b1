#pragma once
// Cases near a known one that meet goals, found without a solver: one value or two are changed, each
// to the value at which the slack of a goal, taken for linear in it, comes to the edge, or to one of
// a few that are edges of many things. What is found is judged; that nothing is found proves nothing.

#include <functional>
#include <optional>
#include <vector>

#include "spec/solver/goal.h"

namespace strideproof::solver {

// Whether a case that meets the goals is taken; false: the search goes on.
using Accept = std::function<bool(const Case&)>;

// Of the known cases, the first one near which an accepted case lies: `changes` at most.
std::optional<Case> find_nearby(const std::vector<Case>& known, const std::vector<Goal>& goals,
                                int changes, const Accept& accept);

}  // namespace strideproof::solver
