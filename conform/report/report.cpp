#include "conform/report/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "conform/base/paths.h"

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
  return !left.empty() && std::ranges::find(left, by_default) == left.end();
}

std::string replay_command(const Finding& finding) {
  if (!finding.replay.empty() || finding.line.empty()) return finding.replay;
  std::string command = replay_words(finding.readings);
  for (const std::string& line : finding.with) command += fmt::format(" '{}'", line);
  return command + fmt::format(" '{}'", finding.line);
}

std::string headline(const Finding& finding) {
  return fmt::format("{} [{}, {}]: {}", finding.operation, finding.layer, name(finding.kind),
                     finding.line.empty() ? finding.detail : replay_command(finding));
}

FailureCount count_failures(const RunReport& report) {
  FailureCount count;
  for (const OperationReport& row : report.operations) count.cases += row.failures;
  for (const Finding& finding : report.findings)
    (finding.examined ? count.explained : count.not_examined) += finding.failures;
  return count;
}

int exit_status(const RunReport& report) {
  if (!report.findings.empty()) return 1;
  const auto any = [&](Conformance status) {
    return std::ranges::count(report.operations, status, &OperationReport::status) > 0;
  };
  const bool missed =
      report.all_boundaries &&
      std::ranges::any_of(report.boundaries.rows(), &BoundaryTable::BoundaryRow::is_gap);
  const bool incomplete =
      report.interrupted || missed || any(Conformance::incomplete) ||
      std::ranges::count(report.matrix, CellStatus::incomplete, &Cell::status) > 0;
  const bool something = any(Conformance::conforms) || any(Conformance::waived);
  return incomplete || !something ? 3 : 0;
}

}  // namespace strideproof
