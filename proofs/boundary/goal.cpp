#include "proofs/boundary/goal.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <span>

#include "props/parameters.h"

namespace strideproof::solver {

std::string_view Goal::label() const {
  return constraint != nullptr ? constraint->label : landmark->label;
}

bool meets(const Case& c, const ConstraintResults& constraint_results, const Goal& goal) {
  if (goal.landmark != nullptr) return has_bit(spec::landmarks(c), goal.landmark->bit);
  if (!has_bit(constraint_results.evaluated, goal.constraint->bit)) return false;
  const bool of_data = goal.is_of_data();
  const int64_t slack = of_data ? spec::slack(c, *goal.constraint, props::fresh_contents(c))
                                : spec::slack(c, *goal.constraint),
                step = spec::step(c, *goal.constraint);
  return goal.is_outside() ? -step <= slack && slack < 0 : 0 <= slack && slack < step;
}

bool meets_alone(const Case& c, const std::vector<Goal>& goals) {
  uint64_t outside = 0;
  for (const Goal& goal : goals)
    if (goal.is_outside()) outside |= uint64_t{1} << goal.constraint->bit;
  // Contents are evaluated last, as there may be many.
  ConstraintResults constraint_results = spec::evaluate(c);
  if (constraint_results.violated != (outside & ~c.operation->count_labels) ||
      constraint_results.too_costly)
    return false;
  for (const Goal& goal : goals)
    if (!goal.is_of_data() && !meets(c, constraint_results, goal)) return false;
  if (c.operation->counts == 0) return true;
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
      props::class_of_counts(c) = data;
      for (c.fill = 0; c.fill < fills_tried; ++c.fill)
        if (meets_alone(c, goals)) return c;
    }
  }
  return std::nullopt;
}

int64_t size_of(const Case& c) {
  int64_t sum = 0;
  for (const Parameter& parameter : c.operation->parameters) {
    if (c.arguments.is_null(parameter)) continue;
    for (const int64_t value : std::span(props::values(c, parameter), slots(parameter.type)))
      sum += parameter.role == Role::extent ? 1 + std::abs(value - 1) : 1;
  }
  return sum;
}

// ---- all goals of an operation ----

namespace {

constexpr int64_t any_address = int64_t{1} << 41;  // twice the size of system memory

// Formulas of landmarks assume values in range, and addresses that some memory could have.
bool landmarks_apply(const Case& c, uint64_t violated) {
  const Operation& operation = *c.operation;
  for (const Parameter& parameter : operation.parameters)
    if (parameter.role == Role::address &&
        c.arguments.value[static_cast<size_t>(parameter.slot)] > any_address)
      return false;
  return !any_constraint(operation, violated, [](const Constraint& constraint) {
    return constraint.stage == Stage::values;
  });
}

bool meets_nothing(const ConstraintResults& results) {
  return results.too_costly || std::popcount(results.violated) > 1;
}

}  // namespace

std::vector<Goal> goals_of(const Operation& operation) {
  std::vector<Goal> all;
  for (const Constraint& constraint : operation.constraints)
    for (const Edge edge : {Edge::inside, Edge::outside}) all.push_back({&constraint, edge});
  for (const Landmark& landmark : operation.landmarks)
    all.push_back({nullptr, Edge::inside, &landmark});
  return all;
}

std::string label(const Goal& goal) {
  if (goal.landmark != nullptr) return std::string(goal.landmark->label);
  return fmt::format("{} {}", goal.constraint->label, name(goal.edge));
}

std::vector<size_t> met_by(const Case& c, int64_t read) {
  ConstraintResults results = spec::evaluate(c);
  if (meets_nothing(results)) return {};
  const bool has_counts = c.operation->counts != 0;
  const bool contents_known = !has_counts || spec::cost(c) <= read;
  // Other contents may be out of range.
  if (!contents_known && props::class_of_counts(c) != DataClass::counts) return {};
  if (contents_known && has_counts) results = props::evaluate_fresh(c);
  return met_by(c, results, contents_known);
}

std::vector<size_t> met_by(const Case& c, const ConstraintResults& results, bool contents_known) {
  if (meets_nothing(results)) return {};
  const Operation& operation = *c.operation;
  std::vector<size_t> all;
  for (size_t i = 0; i < operation.constraints.size(); ++i) {
    const Constraint& constraint = operation.constraints[i];
    if (constraint.stage == Stage::data && !contents_known) continue;
    const bool outside = has_bit(results.violated, constraint.bit);
    if (meets(c, results, {&constraint, outside ? Edge::outside : Edge::inside}))
      all.push_back(2 * i + (outside ? 1 : 0));
    else if (outside)
      return {};
  }
  if (!landmarks_apply(c, results.violated)) return all;
  const uint64_t landmarks = spec::landmarks(c);
  for (size_t i = 0; i < operation.landmarks.size(); ++i)
    if (has_bit(landmarks, operation.landmarks[i].bit))
      all.push_back(2 * operation.constraints.size() + i);
  return all;
}

namespace {

// A constraint that is not evaluated when the other goal is outside has no edge there.
bool is_pair(const Operation& operation, const Goal& a, const Goal& b) {
  if (a.is_outside() && b.is_outside()) return false;
  if (a.constraint != nullptr && a.constraint == b.constraint) return false;
  for (const auto& [outside, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!outside.is_outside()) continue;
    if (other.landmark != nullptr) return outside.constraint->stage != Stage::values;
    if (has_bit(operation.needs[other.constraint->bit], outside.constraint->bit)) return false;
  }
  return true;
}

}  // namespace

std::vector<Pair> pairs_of(const Operation& operation) {
  const std::vector<Goal> goals = goals_of(operation);
  std::vector<Pair> all;
  for (size_t i = 0; i < goals.size(); ++i)
    for (size_t j = i + 1; j < goals.size(); ++j)
      if (is_pair(operation, goals[i], goals[j])) all.push_back({i, j});
  return all;
}

std::vector<Pair> pairs_met(const Operation& operation, const std::vector<size_t>& met) {
  const auto outside = [&](size_t goal) {
    return goal < 2 * operation.constraints.size() && goal % 2 == 1;
  };
  const bool legal = std::none_of(met.begin(), met.end(), outside);
  std::vector<Pair> all;
  for (size_t i = 0; i < met.size(); ++i)
    for (size_t j = i + 1; j < met.size(); ++j)
      if (legal || outside(met[i]) || outside(met[j])) all.push_back({met[i], met[j]});
  return all;
}

}  // namespace strideproof::solver
