#include "props/coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/spec.h"

namespace strideproof::props {

Coverage::PerOperation& Coverage::of(const Operation& operation) {
  const auto index = static_cast<size_t>(operation.index);
  if (index >= operations_.size()) operations_.resize(index + 1);
  PerOperation& entry = operations_[index];
  if (entry.operation == nullptr) {
    entry.operation = &operation;
    entry.edges.resize(operation.constraints.size());
    entry.landmarks.resize(operation.landmarks.size());
  }
  return entry;
}

void Coverage::add(const Case& c, const ConstraintResults& constraint_results) {
  PerOperation& entry = of(*c.operation);
  ++entry.cases;
  if (constraint_results.too_costly) {
    ++entry.too_costly;
    return;
  }
  const uint64_t violated = constraint_results.violated;
  for (size_t i = 0; i < entry.edges.size(); ++i) {
    const Constraint& constraint = c.operation->constraints[i];
    const bool alone = violated == uint64_t{1} << constraint.bit;
    if (violated != 0 && !alone) continue;
    Edge& edge = entry.edges[i];
    int64_t& side = alone ? edge.outside : edge.inside;
    if (constraint.stage == Stage::data) {
      ++side;
      continue;
    }
    const int64_t slack = spec::slack(c, constraint), step = spec::step(c, constraint);
    if (alone ? slack >= -step : slack >= 0 && slack < step) ++side;
  }
  if (violated != 0) return;
  ++entry.legal;
  const uint64_t met = spec::landmarks(c);
  for (size_t i = 0; i < entry.landmarks.size(); ++i)
    if ((met >> c.operation->landmarks[i].bit & 1) != 0) ++entry.landmarks[i];
}

int64_t Coverage::cases() const {
  int64_t total = 0;
  for (const PerOperation& entry : operations_) total += entry.cases;
  return total;
}

int64_t Coverage::legal() const {
  int64_t total = 0;
  for (const PerOperation& entry : operations_) total += entry.legal;
  return total;
}

std::vector<Coverage::Count> Coverage::counts() const {
  std::vector<Count> all;
  for (const PerOperation& entry : operations_) {
    if (entry.operation == nullptr) continue;
    const Operation& operation = *entry.operation;
    for (size_t i = 0; i < entry.edges.size(); ++i) {
      const std::string label = operation.label(operation.constraints[i]);
      all.push_back({label + " inside", entry.edges[i].inside});
      all.push_back({label + " outside", entry.edges[i].outside});
    }
    for (size_t i = 0; i < entry.landmarks.size(); ++i)
      all.push_back(
          {fmt::format("{}.{}", operation.name, operation.landmarks[i].label), entry.landmarks[i]});
  }
  return all;
}

std::string Coverage::table() const {
  struct CoverageRow {
    std::string label;
    int64_t total = 0, least = INT64_MAX;
  };
  std::vector<CoverageRow> rows;
  for (const Count& count : counts()) {
    const std::string label = count.label.substr(count.label.find('.') + 1);
    auto row = std::find_if(rows.begin(), rows.end(),
                            [&](const CoverageRow& r) { return r.label == label; });
    if (row == rows.end()) row = rows.insert(rows.end(), {label});
    row->total += count.times;
    row->least = std::min(row->least, count.times);
  }
  std::string text = fmt::format("{} cases, {} legal\n{:<32} {:>9} {:>9}\n", cases(), legal(),
                                 "met", "times", "least");
  for (const CoverageRow& row : rows)
    text += fmt::format("{:<32} {:>9} {:>9}\n", row.label, row.total, row.least);
  return text;
}

}  // namespace strideproof::props
