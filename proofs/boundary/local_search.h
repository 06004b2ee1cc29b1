#pragma once
// Finds cases near a known one that meet goals, without a solver. Changes one value or two: to the
// value at which the slack of a goal, assumed linear, reaches the edge, or to one of a few common
// edge values. Every case found is evaluated; finding none proves nothing.

#include <functional>
#include <optional>
#include <vector>

#include "proofs/boundary/goal.h"

namespace strideproof::solver {

// Calls `visit` with cases that differ from `c` in one place, until it returns true: then true.
// Tries many values near an edge, and few if there are many goals.
enum class Values : uint8_t { few, many };
using Visit = std::function<bool(const Case&)>;
bool any_neighbour(const Case& c, const std::vector<Goal>& goals, Values values,
                   const Visit& visit);

// The case with contents under which it meets the goals; only goals of Stage::data need contents.
std::optional<Case> with_contents(const Case& c, const std::vector<Goal>& goals);

// Returns an accepted case that meets the goals and differs by at most `changes` from a known case;
// tries the known cases in order.
using Accept = std::function<bool(const Case&)>;
std::optional<Case> find_by_local_search(const std::vector<Case>& known,
                                         const std::vector<Goal>& goals, int changes,
                                         const Accept& accept);

// Simplifies the values of the case; each step is accepted, or meets the goals.
Case simplify(const Case& c, const Accept& accept);
Case simplify(const Case& c, const std::vector<Goal>& goals);

}  // namespace strideproof::solver
