#include "conform/base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "conform/report/causes.h"
#include "conform/report/report.h"

namespace strideproof {
namespace {

// A row for each operation, a column for each layer.
std::string layer_matrix(const RunReport& report) {
  const auto text = [](const Cell& cell) -> std::string {
    switch (cell.status) {
      case CellStatus::passed: return fmt::format("{}", cell.count);
      case CellStatus::failed: return "FAILED";
      case CellStatus::incomplete: return fmt::format("{} ...", cell.count);
      case CellStatus::not_applicable: return "-";
    }
    return {};
  };
  std::vector<std::vector<std::string>> rows = {{"operation"}};
  for (const LayerReport& layer : report.layers) rows.back().push_back(layer.name);
  for (const Cell& cell : report.matrix) {
    if (cell.operation != rows.back().front()) rows.push_back({cell.operation});
    rows.back().push_back(text(cell));
  }
  const auto add_counts = [&](const std::string& title, auto count) {
    rows.push_back({title});
    for (const LayerReport& layer : report.layers)  // theorems are not executed
      rows.back().push_back(layer.cases.given() == 0 ? "-" : std::to_string(count(layer.cases)));
  };
  add_counts("executed", [](const CaseCounts& cases) { return cases.executed; });
  add_counts("rejected", [](const CaseCounts& cases) { return cases.rejected; });
  for (const auto& not_judged : report.cases.not_judged)
    add_counts("not judged: " + not_judged.first,
               [&](const CaseCounts& cases) { return cases.not_judged_for(not_judged.first); });
  rows.push_back({"seconds"});
  for (const LayerReport& layer : report.layers)
    rows.back().push_back(fmt::format("{:.1f}", layer.seconds));
  size_t widest = 0;
  for (const auto& row : rows) widest = std::max(widest, row.front().size());
  std::string out;
  for (const auto& row : rows) {
    out += fmt::format("{:{}}", row.front(), widest);
    for (size_t i = 1; i < row.size(); ++i) out += fmt::format(" {:>11}", row[i]);
    out += "\n";
  }
  return out;
}

std::string operation_lines(const RunReport& report) {
  constexpr size_t edges_named = 12;  // JSON and HTML name all
  size_t widest = 0;
  for (const OperationReport& o : report.operations)
    if (o.status != Conformance::not_provided) widest = std::max(widest, o.operation.size());
  std::string out;
  int64_t judged = 0;
  for (const OperationReport& o : report.operations) {
    if (o.status == Conformance::not_provided) continue;
    judged += o.cases.judged();
    out += fmt::format("{:{}}  {:8} {:13} {:>9} cases", o.operation, widest, o.profile,
                       name(o.status), o.cases.judged());
    if (o.edges.reachable > 0)
      out += fmt::format(", {} of {} edges", o.edges.judged, o.edges.reachable);
    if (o.failures > 0) out += fmt::format(", {} failed", o.failures);
    if (o.cases.given() > 0) out += ": " + describe(o.cases);
    for (const ReadingReport& r : report.readings)
      if (r.operation == o.operation && r.differs_from_default() && !r.held)
        out += fmt::format("; differs from the default: {}", r.id);
    out += '\n';
  }
  if (judged > report.cases.judged())
    out += "(a program of several operations counts in the row of each, and once in the total)\n";
  if (const std::set<std::string> none = not_provided(report); !none.empty())
    out += fmt::format("{} not provided: {}\n", counted(std::ssize(none), "operation"),
                       first_of({none.begin(), none.end()}));
  for (const OperationReport& o : report.operations)
    if (!o.edges.missed.empty())
      out += fmt::format("not judged: {} on {}: {}\n", o.operation, o.profile,
                         o.edges.judged == 0
                             ? fmt::format("all {} edges and landmarks", o.edges.reachable)
                             : first_of(o.edges.missed, edges_named));
  return out;
}

std::string replay_line(const Finding& finding) {
  return finding.line.empty() ? std::string() : fmt::format("  {}\n", replay_command(finding));
}

// The explanations of an operation whose conditions differ from that of the first finding.
std::string other_explanations(const Cause::OfOperation& one, const Finding& first) {
  std::string out;
  for (const Finding* finding : one.explained)
    if (finding->condition.text() != first.condition.text()) out += ", " + finding->explanation;
  return out;
}

std::string describe(const Cause& cause) {
  const Finding& first = cause.first();
  std::string out = fmt::format("\n{} [{}, {}]: {}\n", first.operation, first.layer,
                                name(first.kind), first.detail);
  // A reading that other cases determine may allow the case.
  const bool by_default =
      first.kind == VerdictKind::rejected_valid || first.kind == VerdictKind::no_reading_explains;
  if (!first.labels.empty())
    out += fmt::format("  violates{} {}\n", by_default ? ", by the default readings:" : "",
                       fmt::join(first.labels, " "));
  const std::string because = cause.because();
  if (!because.empty()) out += fmt::format("  {}\n", because);
  const std::string common = common_condition(cause);
  if (!common.empty()) out += fmt::format("  {}\n", common);
  const std::vector<Cause::OfOperation> operations = cause.of_operations();
  // The condition is that of one operation.
  const std::string of = operations.size() > 1 ? first.operation + ": " : "";
  if (!first.explanation.empty()) out += fmt::format("  {}{}\n", of, first.explanation);
  const std::string hidden = share_hidden(cause);
  out += fmt::format("  {}{}{}\n", counted(cause.failures(), "failing case"),
                     hidden.empty() ? "" : "; ", hidden);
  out += replay_line(first);
  const bool one_cause = first.repeats && first.examined;
  if (operations.size() == 1 && (one_cause || cause.findings.size() == 1)) {
    const std::string others = other_explanations(operations.front(), first);
    return others.empty() ? out : out + fmt::format("  the same operation{}\n", others);
  }
  out += fmt::format("  {}:\n", one_cause        ? "the same cause"
                                : !first.repeats ? "not repeated, maybe of several causes"
                                                 : "not examined, maybe of several causes");
  for (const Cause::OfOperation& one : operations) {
    out += fmt::format("    {} {}: {}{}{}\n", one.shortest->operation, one.shortest->profile,
                       counted(one.failures, "case"),
                       one_cause && !one.is_examined ? ", not examined" : "",
                       other_explanations(one, first));
    if (one.shortest != &first && !one.shortest->line.empty())
      out += "    " + replay_line(*one.shortest);
  }
  return out;
}

// " of 2 causes and 3 that were not examined"; empty if each finding has a cause of its own.
std::string of_causes(const RunReport& report, const std::vector<Cause>& causes) {
  int64_t known = 0, open = 0;
  for (const Cause& cause : causes)
    if (cause.first().examined)
      ++known;
    else
      open += std::ssize(cause.findings);
  if (known == std::ssize(report.findings)) return {};
  return fmt::format(" of {}{}", counted(known, "cause"),
                     open > 0 ? fmt::format(" and {} that were not examined", open) : "");
}

std::string describe(const FailureCount& count) {
  return fmt::format(
      "failing cases: {} in all, {} of examined findings, {} of findings not examined, {} not kept",
      count.cases, count.explained, count.not_examined, count.not_kept());
}

// Formats 2621 as "2,621".
std::string grouped(int64_t count) {
  std::string digits = fmt::format("{}", count);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

// Percent are rounded down: 100 only if nothing is left.
std::string summary(const std::vector<BoundaryTable::BoundaryRow>& rows) {
  const EdgeCount edges = count(rows);
  const int64_t tenths = edges.reachable == 0 ? 1000 : 1000 * edges.judged / edges.reachable;
  return fmt::format("{} of {} reachable edges and landmarks met ({:.4g} %); {} proved unreachable",
                     grouped(edges.judged), grouped(edges.reachable),
                     static_cast<double>(tenths) / 10,
                     grouped(static_cast<int64_t>(rows.size()) - edges.reachable));
}

// The counts, after a line for each operation with gaps, if all are required; empty if nothing is
// counted.
std::string boundary_lines(const RunReport& report) {
  const std::vector<BoundaryTable::BoundaryRow> rows = report.boundaries.rows();
  if (rows.empty()) return {};
  std::string out;
  for (const OperationReport& row : report.operations)
    if (report.all_boundaries && !row.edges.missed.empty())
      out += fmt::format("not met: {}: {}\n", row.operation, fmt::join(row.edges.missed, ", "));
  return out + fmt::format(
                   "boundaries: {}{}\n", summary(rows),
                   report.all_boundaries ? "" : "; not required of part of the layers or profiles");
}

}  // namespace

std::string to_text(const RunReport& report) {
  std::string out;
  const std::vector<Cause> causes = causes_of(report.findings);
  for (const Cause& cause : causes) out += describe(cause);
  if (!causes.empty() && report.matrix.empty())
    out += "\n" + describe(count_failures(report)) + "\n";
  out += reading_lines(report);
  for (const Finding& waived : report.waived)
    out += fmt::format("\nwaived until {} ({}): {} {}\n", waived.until, waived.reason,
                       name(waived.kind), waived.line);
  if (!report.notes.empty()) out += '\n';
  for (const std::string& note : report.notes) out += fmt::format("note: {}\n", note);
  out += "\n" + (report.matrix.empty() ? operation_lines(report) : layer_matrix(report));
  const std::string boundaries = boundary_lines(report);
  if (!boundaries.empty()) out += "\n" + boundaries;
  out += fmt::format("\n{}: {}{}, {} waived, {} cases in {:.1f} s: {}{}{}\n", report.implementation,
                     counted(std::ssize(report.findings), "finding"), of_causes(report, causes),
                     report.waived.size(), report.cases.judged(), report.seconds,
                     describe(report.cases),
                     report.restarts > 0 ? "; " + counted(report.restarts, "restart") : "",
                     report.interrupted ? ", interrupted" : "");
  return out;
}

}  // namespace strideproof
