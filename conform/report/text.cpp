#include "conform/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "conform/report/boundaries.h"

namespace strideproof {
namespace {

// operation x layer; a cell is a count, or a word.
std::string matrix(const RunReport& report) {
  const auto text = [](const Cell& cell) -> std::string {
    switch (cell.status) {
      case CellStatus::passed: return fmt::format("{}", cell.count);
      case CellStatus::failed: return "FAILED";
      case CellStatus::incomplete: return fmt::format("{} ...", cell.count);
      case CellStatus::not_applicable: return "-";
    }
    return {};
  };
  size_t widest = 9;
  for (const OperationReport& operation : report.operations)
    widest = std::max(widest, operation.operation.size());
  const std::string not_judged = "not judged: ";
  for (const auto& [reason, cases] : report.cases.not_judged)
    widest = std::max(widest, not_judged.size() + reason.size());
  std::string out = fmt::format("{:{}}", "operation", widest);
  for (const LayerReport& layer : report.layers) out += fmt::format(" {:>11}", layer.name);
  std::string last;
  for (const Cell& cell : report.matrix) {
    if (cell.operation != last) out += fmt::format("\n{:{}}", cell.operation, widest);
    last = cell.operation;
    out += fmt::format(" {:>11}", text(cell));
  }
  const auto row = [&](const std::string& title, auto text_of) {
    out += fmt::format("\n{:{}}", title, widest);
    for (const LayerReport& layer : report.layers) out += fmt::format(" {:>11}", text_of(layer));
  };
  const auto counts = [&](const std::string& title, auto number) {
    row(title, [&](const LayerReport& layer) {  // theorems are not executed
      return layer.cases.given() == 0 ? "-" : fmt::format("{}", number(layer.cases));
    });
  };
  counts("executed", [](const CaseCounts& cases) { return cases.executed; });
  counts("rejected", [](const CaseCounts& cases) { return cases.rejected; });
  for (const auto& [reason, cases] : report.cases.not_judged)
    counts(not_judged + reason,
           [&why = reason](const CaseCounts& of_layer) { return of_layer.not_judged_for(why); });
  row("seconds", [](const LayerReport& layer) { return fmt::format("{:.1f}", layer.seconds); });
  return out + "\n";
}

std::string operations(const RunReport& report) {
  size_t widest = 0;
  for (const OperationReport& o : report.operations) widest = std::max(widest, o.operation.size());
  std::string out;
  for (const OperationReport& o : report.operations) {
    out += fmt::format("{:{}}  {:8} {:13} {:>9} cases", o.operation, widest, o.profile,
                       name(o.status), o.cases.judged());
    if (o.failures > 0) out += fmt::format(", {} failed", o.failures);
    if (o.cases.given() > 0) out += ": " + describe(o.cases);
    out += '\n';
  }
  return out;
}

std::string describe(const Finding& finding) {
  std::string out = fmt::format("\n{} [{}, {}]: {}\n", finding.operation, finding.layer,
                                finding.kind, finding.detail);
  if (!finding.labels.empty())
    out += fmt::format("  violates {}\n", fmt::join(finding.labels, " "));
  if (!finding.explanation.empty()) out += fmt::format("  {}\n", finding.explanation);
  if (!finding.line.empty()) out += fmt::format("  {}\n", replay_command(finding));
  return out;
}

// The readings, each with the operations that take it.
std::string readings(const RunReport& report) {
  std::map<std::string, std::vector<std::string>> takers;
  for (const ReadingReport& r : report.readings)
    if (r.cases > 0)
      takers[fmt::format("{}: {}", r.id,
                         r.taken ? *r.taken : fmt::format("one of: {}", fmt::join(r.left, " | ")))]
          .push_back(r.operation);
  if (takers.empty()) return {};
  std::string out = "\nReadings determined:\n";
  for (const auto& [reading, operations] : takers)
    out += operations.size() <= 2
               ? fmt::format("  {} ({})\n", reading, fmt::join(operations, ", "))
               : fmt::format("  {} ({} operations)\n", reading, operations.size());
  return out;
}

}  // namespace

std::string to_text(const RunReport& report) {
  std::string out;
  for (const Finding& finding : report.findings) out += describe(finding);
  out += readings(report);
  for (const Waived& waived : report.waived)
    out += fmt::format("\nwaived until {} ({}): {} {}\n", waived.until, waived.reason,
                       waived.finding.kind, waived.finding.line);
  if (!report.notes.empty()) out += '\n';
  for (const std::string& note : report.notes) out += fmt::format("note: {}\n", note);
  out += "\n" + (report.matrix.empty() ? operations(report) : matrix(report));
  const std::string boundaries = boundaries_text(report);
  if (!boundaries.empty()) out += "\n" + boundaries;
  out += fmt::format("\n{}: {} finding{}, {} waived, {} cases in {:.1f} s: {}{}\n",
                     report.implementation, report.findings.size(),
                     report.findings.size() == 1 ? "" : "s", report.waived.size(),
                     report.cases.judged(), report.seconds, describe(report.cases),
                     report.interrupted ? ", interrupted" : "");
  return out;
}

}  // namespace strideproof
