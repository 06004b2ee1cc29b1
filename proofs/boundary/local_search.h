#pragma once
// Cases near a known one that meet goals, found without a solver: one value or two are changed, each
// to the value at which the slack of a goal, taken for linear in it, comes to the edge, or to one of
// a few that are edges of many things. What is found is judged; that nothing is found proves nothing.

#include <functional>
#include <optional>
#include <vector>

#include "proofs/boundary/goal.h"

namespace strideproof::solver {

// Calls `visit` with cases that differ from `c` in one place, until it returns true: then true. Near
// an edge many values are tried, where goals are many a few.
enum class Values : uint8_t { few, many };
using Visit = std::function<bool(const Case&)>;
bool any_neighbour(const Case& c, const std::vector<Goal>& goals, Values values,
                   const Visit& visit);

// The case with contents under which it meets the goals, of which only those of data need that.
std::optional<Case> with_contents(const Case& c, const std::vector<Goal>& goals);

// Of the known cases, the first one near which a case lies that meets the goals and is accepted:
// `changes` at most.
using Accept = std::function<bool(const Case&)>;
std::optional<Case> find_by_local_search(const std::vector<Case>& known,
                                         const std::vector<Goal>& goals, int changes,
                                         const Accept& accept);

// The case with values as plain as may be: each step is accepted, or has the goals met.
Case simplify(const Case& c, const Accept& accept);
Case simplify(const Case& c, const std::vector<Goal>& goals);

}  // namespace strideproof::solver
