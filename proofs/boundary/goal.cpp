#include "proofs/boundary/goal.h"

#include <algorithm>

#include "proofs/boundary/condition.h"
#include "props/parameters.h"

namespace strideproof::solver {

std::string_view name(Side side) {
  constexpr std::string_view names[] = {"inside", "outside", "beyond"};
  return names[static_cast<int>(side)];
}

std::string_view Goal::label() const {
  if (constraint != nullptr) return constraint->label;
  return landmark != nullptr ? landmark->label : std::string_view();
}

bool meets(const Case& c, const ConstraintResults& constraint_results, const Goal& goal) {
  if (goal.landmark != nullptr) return has_bit(spec::landmarks(c), goal.landmark->bit);
  if (goal.condition != nullptr) return goal.condition->met(*c.profile, *c.operation, c.arguments);
  if (!has_bit(constraint_results.evaluated, goal.constraint->bit)) return false;
  const bool of_data = goal.is_of_data();
  const int64_t slack = of_data ? spec::slack(c, *goal.constraint, props::fresh_contents(c))
                                : spec::slack(c, *goal.constraint),
                step = spec::step(c, *goal.constraint);
  if (goal.side == Side::beyond) return slack < 0;
  return goal.is_outside() ? -step <= slack && slack < 0 : 0 <= slack && slack < step;
}

bool meets_alone(const Case& c, const std::vector<Goal>& goals) {
  uint64_t outside = 0, of_data = 0;
  for (const Constraint& constraint : c.operation->constraints)
    if (constraint.stage == Stage::data) of_data |= uint64_t{1} << constraint.bit;
  for (const Goal& goal : goals)
    if (goal.is_outside()) outside |= uint64_t{1} << goal.constraint->bit;
  // Contents are evaluated last, as there may be many.
  ConstraintResults constraint_results = spec::evaluate(c);
  if (constraint_results.violated != (outside & ~of_data) || constraint_results.too_costly)
    return false;
  for (const Goal& goal : goals)
    if (!goal.is_of_data() && !meets(c, constraint_results, goal)) return false;
  if (of_data == 0) return true;
  constraint_results = props::evaluate_fresh(c);
  return constraint_results.violated == outside && !constraint_results.too_costly &&
         std::all_of(goals.begin(), goals.end(),
                     [&](const Goal& goal) { return meets(c, constraint_results, goal); });
}

std::optional<Case> with_contents(Case c, const std::vector<Goal>& goals) {
  constexpr uint64_t fills_tried = 64;
  if (meets_alone(c, goals)) return c;
  for (const Goal& goal : goals) {
    if (!goal.is_of_data()) continue;
    for (const DataClass data :
         {DataClass::counts, DataClass::counts_over, DataClass::counts_under}) {
      c.data[props::operand_of_data(*goal.constraint)] = data;
      for (c.fill = 0; c.fill < fills_tried; ++c.fill)
        if (meets_alone(c, goals)) return c;
    }
  }
  return std::nullopt;
}

namespace {

template <class I>
I size(const Operation& operation, const Arguments<I>& arguments) {
  I sum(0);
  for (size_t p = 0; p < operation.parameters.size(); ++p) {
    const Parameter& parameter = operation.parameters[p];
    if (arguments.is_null(static_cast<int>(p))) continue;
    for (int i = 0; i < slots(parameter.type); ++i) {
      const I& value = arguments.value[static_cast<size_t>(parameter.slot + i)];
      sum = sum + I(1);
      if (parameter.role == Role::extent) sum = sum + max_of(value - I(1), I(1) - value);
    }
  }
  return sum;
}

}  // namespace

int64_t size_of(const Case& c) { return size(*c.operation, c.arguments); }

Goal smaller_than(int64_t limit) {
  return where([limit]<class I>(const Profile&, const Operation& operation, const Arguments<I>& a) {
    return size(operation, a) < I(limit);
  });
}

}  // namespace strideproof::solver
