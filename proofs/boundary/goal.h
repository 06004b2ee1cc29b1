#pragma once
// What a case is to meet: one side of the edge of a constraint, a landmark, or any other condition.

#include <memory>
#include <string>
#include <vector>

#include "spec/spec.h"

namespace strideproof::solver {

// Beyond: outside, and not by one step alone.
enum class Side : uint8_t { inside, outside, beyond };
std::string_view name(Side side);

struct Condition;  // condition.h

// Of a landmark or a condition there is no constraint; it is met inside.
struct Goal {
  const Constraint* constraint = nullptr;
  Side side = Side::inside;
  const Landmark* landmark = nullptr;
  std::shared_ptr<const Condition> condition = nullptr;

  bool is_outside() const { return side != Side::inside; }
  bool is_of_data() const { return constraint != nullptr && constraint->stage == Stage::data; }
  std::string_view label() const;
  friend bool operator==(const Goal&, const Goal&) = default;
};

// Which constraints hold, those of Stage::data too, for the contents that the case itself names.
ConstraintResults evaluate(const Case& c);

// Whether `c` meets the goal, as the code that runs judges it. `constraint_results` is that of c. A case that
// is legal, or violates nothing but the constraint of an outside goal, is for the caller to ask.
bool meets(const Case& c, const ConstraintResults& constraint_results, const Goal& goal);

// Goals in any number, one of them outside at most: whether the case meets them all, and is legal
// but for what is outside.
bool meets_alone(const Case& c, const std::vector<Goal>& goals);

}  // namespace strideproof::solver
