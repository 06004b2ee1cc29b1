#include "conform/report/boundary_table.h"

#include <algorithm>
#include <bit>

namespace strideproof {
namespace {

// After `patience` cases of an operation without a new goal, one case in `one_in` is examined, and
// each of more than `many` elements. Contents are read of cases with up to `many` elements.
constexpr int64_t patience = 500, one_in = 64, many = 4096;

}  // namespace

void BoundaryTable::add_operation(const Operation& operation, Unreachable unreachable,
                                  std::map<const Profile*, Unreachable> elsewhere) {
  OperationTable& table = operations_[&operation];
  for (const solver::Goal& goal : solver::goals_of(operation))
    table.rows.push_back({&operation, goal});
  for (const auto& [goal, why] : unreachable) table.rows[goal].unreachable = why;
  table.unreachable = std::move(elsewhere);
  table.unreachable[operation.profiles.front()] = std::move(unreachable);
}

void BoundaryTable::add(std::string_view layer, const Program& program,
                        const std::vector<Result>& results) {
  if (!counts()) return;
  const bool alone = program.steps.size() == 1;
  for (size_t i = 0; i < program.steps.size() && i < results.size(); ++i) {
    const Case& step = program.steps[i];
    if (const auto table = operations_.find(step.operation); table != operations_.end())
      add(table->second, layer, step, results[i].constraint_results,
          alone && spec::cost(step) <= many);
  }
}

void BoundaryTable::add(OperationTable& table, std::string_view layer, const Case& c,
                        const ConstraintResults& results, bool contents_known) {
  if (results.too_costly || std::popcount(results.violated) > 1) return;
  if (table.layer != layer) {
    table.layer = layer;
    table.in_vain = 0;
  }
  if (results.legal()) {
    const int64_t in_vain = ++table.in_vain;
    if (in_vain > patience && in_vain % one_in != 0 && spec::cost(c) <= many) return;
    for (const size_t goal : solver::met_by(c, results, contents_known)) meet(table, goal, c);
    return;
  }
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const solver::Goal& goal = table.rows[i].goal;
    if (goal.is_outside() && has_bit(results.violated, goal.constraint->bit) &&
        (contents_known || !goal.is_of_data()) && solver::meets(c, results, goal))
      meet(table, i, c);
  }
}

void BoundaryTable::meet(OperationTable& table, size_t goal, const Case& c) {
  BoundaryRow& row = table.rows[goal];
  const Unreachable& unreachable = table.unreachable[c.profile];
  const auto proof = unreachable.find(goal);
  const auto is_known = [&](const Refuted& known) {
    return known.goal == row.goal && known.layer == table.layer &&
           known.witness.profile == c.profile;
  };
  if (proof != unreachable.end() && std::ranges::none_of(refuted_, is_known))
    refuted_.push_back({row.goal, proof->second, table.layer, c});
  if (std::ranges::find(row.layers, table.layer) != row.layers.end()) return;
  row.layers.push_back(table.layer);
  row.unreachable.clear();
  table.in_vain = 0;
}

const std::vector<BoundaryTable::BoundaryRow>& BoundaryTable::rows_of(
    const Operation& operation) const {
  return operations_.at(&operation).rows;
}

std::vector<BoundaryTable::BoundaryRow> BoundaryTable::rows() const {
  std::vector<BoundaryRow> all;
  for (const auto& [operation, table] : operations_)
    all.insert(all.end(), table.rows.begin(), table.rows.end());
  return all;
}

EdgeCount count(const std::vector<BoundaryTable::BoundaryRow>& rows) {
  EdgeCount edges;
  for (const BoundaryTable::BoundaryRow& row : rows) {
    if (row.is_gap()) edges.missed.push_back(solver::label(row.goal));
    if (row.met()) ++edges.judged;
    if (row.unreachable.empty()) ++edges.reachable;
  }
  return edges;
}

}  // namespace strideproof
