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

struct BoundaryTable::Step {
  const Case& c;
  const ConstraintResults& constraint_results;
  bool alone;
  const Known& known;
  Asked& asked;
  const std::string& layer;
};

void BoundaryTable::add_operation(const Operation& operation, Unreachable unreachable,
                                  std::map<const Profile*, Unreachable> elsewhere) {
  elsewhere[operation.profiles.front()] = std::move(unreachable);
  place_[&operation] = known_.size();
  known_.push_back({&operation, solver::goals_of(operation), std::move(elsewhere),
                    std::vector<Asked>(layers_.size())});
  if (known_.back().goals.size() > decltype(Asked::met)().size())
    throw std::logic_error("more goals than a table holds: " + std::string(operation.name));
}

size_t BoundaryTable::layer_number(std::string_view layer) {
  const auto found = std::ranges::find(layers_, layer);
  const auto number = static_cast<size_t>(found - layers_.begin());
  if (found == layers_.end()) {
    layers_.emplace_back(layer);
    for (Known& known : known_) known.asked.emplace_back();
  }
  return number;
}

void BoundaryTable::add(std::string_view layer, const Program& program,
                        const std::vector<Result>& results) {
  if (!counts()) return;
  const size_t number = layer_number(layer);
  for (size_t i = 0; i < program.steps.size() && i < results.size(); ++i) {
    const Case& c = program.steps[i];
    const auto place = place_.find(c.operation);
    if (place == place_.end()) continue;
    Known& known = known_[place->second];
    add({c, results[i].constraint_results, program.steps.size() == 1, known, known.asked[number],
         layers_[number]});
  }
}

void BoundaryTable::add(const Step& step) {
  const auto& constraints = step.c.operation->constraints;
  const uint64_t violated = step.constraint_results.violated;
  if (step.constraint_results.too_costly || std::popcount(violated) > 1) return;
  if (violated != 0) {
    const auto one = std::ranges::find(constraints, std::countr_zero(violated), &Constraint::bit);
    if (one != constraints.end()) ask(step, 2 * static_cast<size_t>(one - constraints.begin()) + 1);
    return;
  }
  const int64_t in_vain = ++step.asked.in_vain;
  if (in_vain > patience && in_vain % one_in != 0 && spec::cost(step.c) <= rare) return;
  for (size_t i = 0; i < constraints.size(); ++i) ask(step, 2 * i);
  const size_t first = 2 * constraints.size();
  bool open = false;
  for (size_t goal = first; goal < step.known.goals.size(); ++goal)
    open = open || !step.asked.met[goal];
  if (!open) return;
  const uint64_t marks = spec::landmarks(step.c);
  for (size_t goal = first; goal < step.known.goals.size(); ++goal)
    if ((marks >> step.known.goals[goal].landmark->bit & 1) != 0) meet(step, goal);
}

// A goal that is met but proved unreachable is evaluated again, as it may have been met on another
// profile.
const std::string* BoundaryTable::unreachable(const Step& step, size_t number) {
  const auto here = step.known.unreachable.find(step.c.profile);
  if (here == step.known.unreachable.end()) return nullptr;
  const auto proof = here->second.find(number);
  return proof == here->second.end() ? nullptr : &proof->second;
}

void BoundaryTable::ask(const Step& step, size_t number) {
  if (step.asked.met[number] && unreachable(step, number) == nullptr) return;
  const solver::Goal& goal = step.known.goals[number];
  if (goal.is_of_data() && (!step.alone || spec::cost(step.c) > read)) return;
  if (solver::meets(step.c, step.constraint_results, goal)) meet(step, number);
}

void BoundaryTable::meet(const Step& step, size_t number) {
  const std::string* proof = unreachable(step, number);
  if (proof != nullptr) refute(step, step.known.goals[number], *proof);
  if (step.asked.met[number]) return;
  step.asked.met[number] = true;
  step.asked.in_vain = 0;
}

void BoundaryTable::refute(const Step& step, const solver::Goal& goal, const std::string& why) {
  const bool known = std::ranges::any_of(refuted_, [&](const Refuted& other) {
    return other.goal == goal && other.layer == step.layer &&
           other.witness.profile == step.c.profile;
  });
  if (!known) refuted_.push_back({goal, why, step.layer, step.c});
}

void BoundaryTable::append_rows(const Known& known, std::vector<BoundaryRow>& to) const {
  const Unreachable& unreachable = known.unreachable.at(known.operation->profiles.front());
  for (size_t goal = 0; goal < known.goals.size(); ++goal) {
    BoundaryRow row{known.operation, known.goals[goal], {}, {}};
    for (size_t layer = 0; layer < layers_.size(); ++layer)
      if (known.asked[layer].met[goal]) row.layers.push_back(layers_[layer]);
    const auto proof = unreachable.find(goal);
    if (!row.met() && proof != unreachable.end()) row.unreachable = proof->second;
    to.push_back(std::move(row));
  }
}

std::vector<BoundaryTable::BoundaryRow> BoundaryTable::rows() const {
  std::vector<BoundaryRow> all;
  for (const Known& known : known_) append_rows(known, all);
  return all;
}

std::vector<BoundaryTable::BoundaryRow> BoundaryTable::rows_of(const Operation& operation) const {
  std::vector<BoundaryRow> all;
  if (const auto place = place_.find(&operation); place != place_.end())
    append_rows(known_[place->second], all);
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
