#pragma once
// Pairs of goals: two edges of constraints, two landmarks, or one of each; at most one goal of a
// pair is outside. A landmark is paired with an outside goal only if all values are in range.

#include <string>
#include <vector>

#include "proofs/boundary/goal.h"

namespace strideproof::solver {

// Every edge of every constraint, inside before outside, then every landmark.
std::vector<Goal> goals_of(const Operation& operation);
std::string label(const Goal& goal);  // "shape.n.min inside", "dst.wrap"

// The indices into goals_of() that a case meets: for a legal case, or a case just outside one
// constraint that violates nothing else; empty for other cases. Contents of more elements are not
// read; goals that depend on them then count as not met.
inline constexpr int64_t contents_read = int64_t{1} << 18;
std::vector<size_t> met_by(const Case& c, int64_t read = contents_read);
// The same by the constraint results of an implementation.
std::vector<size_t> met_by(const Case& c, const ConstraintResults& results, bool contents_known);

// Indices into goals_of(), first < second.
struct Pair {
  size_t first, second;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};
std::vector<Pair> pairs_of(const Operation& operation);
// The pairs among the goals that one case meets; an outside goal is in each pair.
std::vector<Pair> pairs_met(const Operation& operation, const std::vector<size_t>& met);

}  // namespace strideproof::solver
