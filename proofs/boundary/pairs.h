#pragma once
// Pairs of goals: two edges of constraints, two landmarks, or one of each; of an edge and another one
// at most is outside. A landmark goes with what is outside only where all values are in range.

#include <string>
#include <vector>

#include "proofs/boundary/goal.h"

namespace strideproof::solver {

// Every edge of every constraint, inside before outside, then every landmark.
std::vector<Goal> goals_of(const Operation& operation);
std::string label(const Goal& goal);  // "shape.n.min inside", "dst.wrap"

// Which of goals_of() a case meets, as indices: of a legal case, or one that breaks one constraint
// and lies just outside it; of another none. Contents of more elements are not read: what they
// decide is then not met.
inline constexpr int64_t contents_read = int64_t{1} << 18;
std::vector<size_t> met_by(const Case& c, int64_t read = contents_read);

// Indices into goals_of(), first < second.
struct Pair {
  size_t first, second;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};
std::vector<Pair> pairs_of(const Operation& operation);
// Those among the goals that one case meets: where one is outside, it is in each pair.
std::vector<Pair> pairs_met(const Operation& operation, const std::vector<size_t>& met);

}  // namespace strideproof::solver
