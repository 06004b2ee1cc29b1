#include "conform/report/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "conform/command/paths.h"

namespace strideproof {

std::string_view name(Conformance conformance) {
  constexpr std::string_view names[] = {"conforms",    "fails",      "not provided",
                                        "unsupported", "incomplete", "waived"};
  return names[static_cast<int>(conformance)];
}

std::string_view name(CellStatus status) {
  constexpr std::string_view names[] = {"passed", "failed", "incomplete", "not applicable"};
  return names[static_cast<int>(status)];
}

bool ReadingReport::differs_from_default() const {
  return !left.empty() && std::find(left.begin(), left.end(), by_default) == left.end();
}

std::vector<std::string> finding_kinds() {
  std::vector<std::string> kinds = {std::string(other_reading_kind), "refuted", "control passed",
                                    "bad line"};
  for (int kind = 0; kind <= static_cast<int>(VerdictKind::refused); ++kind)
    if (is_finding(static_cast<VerdictKind>(kind)))
      kinds.emplace_back(name(static_cast<VerdictKind>(kind)));
  return kinds;
}

std::string replay_command(const Finding& finding) {
  std::string command = replay_words(finding.readings);
  for (const std::string& line : finding.with) command += fmt::format(" '{}'", line);
  return command + fmt::format(" '{}'", finding.line);
}

std::string headline(const Finding& finding) {
  return fmt::format("{} [{}, {}]: {}", finding.operation, finding.layer, finding.kind,
                     finding.line.empty() ? finding.detail : replay_command(finding));
}

int exit_status(const RunReport& report) {
  if (!report.findings.empty()) return 1;
  const bool incomplete =
      std::any_of(report.matrix.begin(), report.matrix.end(),
                  [](const Cell& c) { return c.status == CellStatus::incomplete; });
  const bool not_judged =
      std::any_of(report.operations.begin(), report.operations.end(),
                  [](const OperationReport& o) { return o.status == Conformance::incomplete; });
  const bool something =
      std::any_of(report.operations.begin(), report.operations.end(), [](const OperationReport& o) {
        return o.status == Conformance::conforms || o.status == Conformance::waived;
      });
  const std::vector<BoundaryTable::BoundaryRow> rows = report.boundaries.rows();
  const bool missed =
      report.all_boundaries &&
      std::any_of(rows.begin(), rows.end(),
                  [](const BoundaryTable::BoundaryRow& row) { return row.is_gap(); });
  return report.interrupted || missed || incomplete || not_judged || !something ? 3 : 0;
}

std::set<std::string> not_provided(const RunReport& report) {
  std::set<std::string> names;
  for (const OperationReport& o : report.operations)
    if (o.status == Conformance::not_provided) names.insert(o.operation);
  return names;
}

}  // namespace strideproof
