#include "conform/report/boundary_table.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "proofs/boundary/pairs.h"

namespace strideproof {
namespace {

constexpr int64_t patience = 500;  // after this many cases that meet nothing new
constexpr int64_t one_in = 64;     // is looked at, or
constexpr int64_t rare = 4096;     // elements: what is larger always,
constexpr int64_t read = 4096;     // but contents only of what is smaller

}  // namespace

void BoundaryTable::add_operation(const Operation& operation, Unreachable unreachable,
                                  std::map<const Profile*, Unreachable> elsewhere) {
  elsewhere[operation.profiles.front()] = std::move(unreachable);
  std::vector<solver::Goal> goals = solver::goals_of(operation);
  if (goals.size() > decltype(Asked::met)().size())
    throw std::logic_error("more goals than a table holds: " + std::string(operation.name));
  known_[&operation] = {std::move(goals), std::move(elsewhere), std::vector<Asked>(layers_.size())};
}

size_t BoundaryTable::layer_number(std::string_view layer) {
  const auto found = std::ranges::find(layers_, layer);
  const auto number = static_cast<size_t>(found - layers_.begin());
  if (found == layers_.end()) {
    layers_.emplace_back(layer);
    for (auto& [operation, known] : known_) known.asked.emplace_back();
  }
  return number;
}

void BoundaryTable::add(std::string_view layer, const Program& program,
                        const std::vector<Result>& results) {
  if (!counts()) return;
  const size_t number = layer_number(layer);
  for (size_t i = 0; i < program.steps.size() && i < results.size(); ++i)
    if (const auto known = known_.find(program.steps[i].operation); known != known_.end())
      add(known->second, number, program.steps[i], results[i].constraint_results,
          program.steps.size() == 1);
}

void BoundaryTable::add(Known& known, size_t layer, const Case& c, const ConstraintResults& results,
                        bool alone) {
  if (results.too_costly || std::popcount(results.violated) > 1) return;
  Asked& asked = known.asked[layer];
  // Goals that no case of this profile may meet. One of them that was met before is evaluated
  // again, as it may have been met on another profile.
  static const Unreachable none;
  const auto here = known.unreachable.find(c.profile);
  const Unreachable& unreachable = here == known.unreachable.end() ? none : here->second;
  const auto meet = [&](size_t goal) {
    if (const auto proof = unreachable.find(goal); proof != unreachable.end())
      refute({known.goals[goal], proof->second, layers_[layer], c});
    if (asked.met[goal]) return;
    asked.met[goal] = true;
    asked.in_vain = 0;
  };
  const auto ask = [&](size_t number) {
    if (asked.met[number] && !unreachable.contains(number)) return;
    const solver::Goal& goal = known.goals[number];
    if (goal.is_of_data() && (!alone || spec::cost(c) > read)) return;
    if (solver::meets(c, results, goal)) meet(number);
  };
  const auto& constraints = c.operation->constraints;
  if (results.violated != 0) {
    const auto one =
        std::ranges::find(constraints, std::countr_zero(results.violated), &Constraint::bit);
    if (one != constraints.end()) ask(2 * static_cast<size_t>(one - constraints.begin()) + 1);
    return;
  }
  const int64_t in_vain = ++asked.in_vain;
  if (in_vain > patience && in_vain % one_in != 0 && spec::cost(c) <= rare) return;
  for (size_t i = 0; i < constraints.size(); ++i) ask(2 * i);
  const size_t first = 2 * constraints.size();
  bool open = false;
  for (size_t goal = first; goal < known.goals.size(); ++goal) open = open || !asked.met[goal];
  if (!open) return;
  const uint64_t marks = spec::landmarks(c);
  for (size_t goal = first; goal < known.goals.size(); ++goal)
    if (has_bit(marks, known.goals[goal].landmark->bit)) meet(goal);
}

void BoundaryTable::refute(const Refuted& found) {
  if (std::ranges::none_of(refuted_, [&](const Refuted& known) {
        return known.goal == found.goal && known.layer == found.layer &&
               known.witness.profile == found.witness.profile;
      }))
    refuted_.push_back(found);
}

std::vector<BoundaryTable::BoundaryRow> BoundaryTable::rows_of(const Operation& operation) const {
  std::vector<BoundaryRow> rows;
  const auto found = known_.find(&operation);
  if (found == known_.end()) return rows;
  const Known& known = found->second;
  const Unreachable& unreachable = known.unreachable.at(operation.profiles.front());
  for (size_t goal = 0; goal < known.goals.size(); ++goal) {
    BoundaryRow row{&operation, known.goals[goal], {}, {}};
    for (size_t layer = 0; layer < layers_.size(); ++layer)
      if (known.asked[layer].met[goal]) row.layers.push_back(layers_[layer]);
    const auto proof = unreachable.find(goal);
    if (!row.met() && proof != unreachable.end()) row.unreachable = proof->second;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<BoundaryTable::BoundaryRow> BoundaryTable::rows() const {
  std::vector<BoundaryRow> all;
  for (const auto& [operation, known] : known_)
    for (BoundaryRow& row : rows_of(*operation)) all.push_back(std::move(row));
  return all;
}

BoundarySum sum(const std::vector<BoundaryTable::BoundaryRow>& rows) {
  BoundarySum all;
  for (const BoundaryTable::BoundaryRow& row : rows) {
    ++(row.unreachable.empty() ? all.reachable : all.unreachable);
    if (row.met()) ++all.met;
  }
  return all;
}

}  // namespace strideproof
