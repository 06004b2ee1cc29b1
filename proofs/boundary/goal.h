#pragma once
// A goal of a case: one side of the edge of a constraint, a landmark, or any other condition.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spec/spec.h"

namespace strideproof::solver {

// outside: violated, by at most one step. beyond: violated, by any number of steps.
enum class Side : uint8_t { inside, outside, beyond };
std::string_view name(Side side);

struct GoalCondition;  // condition.h

// A landmark or a condition has no constraint; its side stays `inside`.
struct Goal {
  const Constraint* constraint = nullptr;
  Side side = Side::inside;
  const Landmark* landmark = nullptr;
  std::shared_ptr<const GoalCondition> condition = nullptr;

  bool is_outside() const { return side != Side::inside; }
  bool is_of_data() const { return constraint != nullptr && constraint->stage == Stage::data; }
  std::string_view label() const;  // empty: a condition has none
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
// The solver can find a smaller case, or refute that there is one.
Goal smaller_than(int64_t size);

}  // namespace strideproof::solver
