#include "conform/report/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace strideproof {

std::string_view name(Conformance conformance) {
  constexpr std::string_view names[] = {"conforms", "fails", "not provided", "unsupported",
                                        "not run"};
  return names[static_cast<int>(conformance)];
}

std::string_view name(CellStatus status) {
  constexpr std::string_view names[] = {"passed", "failed", "incomplete", "not applicable"};
  return names[static_cast<int>(status)];
}

std::string replay_command(const Finding& finding) {
  std::string command = "strideproof replay";
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
  const bool not_run =
      std::any_of(report.operations.begin(), report.operations.end(),
                  [](const OperationReport& o) { return o.status == Conformance::not_run; });
  const bool something =
      std::any_of(report.operations.begin(), report.operations.end(),
                  [](const OperationReport& o) { return o.status == Conformance::conforms; });
  const std::vector<BoundaryTable::BoundaryRow> rows = report.boundaries.rows();
  const bool missed =
      report.all_boundaries &&
      std::any_of(rows.begin(), rows.end(),
                  [](const BoundaryTable::BoundaryRow& row) { return row.is_gap(); });
  return report.interrupted || missed || incomplete || not_run || !something ? 3 : 0;
}

}  // namespace strideproof
