#pragma once
// A goal of a case: one side of the edge of a constraint, or a landmark; and pairs of goals.

#include <optional>
#include <string>
#include <vector>

#include "props/edge.h"
#include "spec/spec.h"

namespace strideproof::solver {

// A case inside an edge holds the constraint by less than one step; a case outside violates it by
// at most one step.
using props::Edge;

// A landmark has no constraint; its edge stays `inside`.
struct Goal {
  const Constraint* constraint = nullptr;
  Edge edge = Edge::inside;
  const Landmark* landmark = nullptr;

  bool is_outside() const { return edge == Edge::outside; }
  bool is_of_data() const { return constraint != nullptr && constraint->stage == Stage::data; }
  std::string_view label() const;
  friend bool operator==(const Goal&, const Goal&) = default;
};

// True if `c` meets the goal. `constraint_results` are those of c.
// Precondition: the case is legal, or violates only the constraint of an outside goal.
bool meets(const Case& c, const ConstraintResults& constraint_results, const Goal& goal);

// True if the case meets all goals and violates only the constraint of the outside goal. At most
// one goal is outside.
bool meets_alone(const Case& c, const std::vector<Goal>& goals);
// The case with contents for which meets_alone() holds; no value if none of those tried does. Only
// goals of Stage::data need contents.
std::optional<Case> with_contents(Case c, const std::vector<Goal>& goals);

// Complexity of a case, used to pick the simplest: the number of values that are not NULL, and the
// distances of extents from 1.
int64_t size_of(const Case& c);

// ---- all goals of an operation ----

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

// Pairs of goals: two edges of constraints, two landmarks, or one of each; at most one goal of a
// pair is outside. A landmark is paired with an outside goal only if all values are in range.
struct Pair {
  size_t first, second;  // indices into goals_of(), first < second
  friend auto operator<=>(const Pair&, const Pair&) = default;
};
std::vector<Pair> pairs_of(const Operation& operation);
// The pairs among the goals that one case meets; an outside goal is in each pair.
std::vector<Pair> pairs_met(const Operation& operation, const std::vector<size_t>& met);

}  // namespace strideproof::solver
