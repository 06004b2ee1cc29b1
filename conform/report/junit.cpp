#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conform/base/text.h"
#include "conform/report/causes.h"
#include "conform/report/json_fields.h"
#include "conform/report/report.h"

namespace strideproof {
namespace {

struct TestCase {
  std::string suite, name;  // the profile or layer, and the operation
  std::string skipped;      // why, if so
  std::vector<const Finding*> findings;
  std::string output = {};  // edges that were not judged; what was waived, and why
};

// Control characters are invalid in XML, and so are bytes that are not UTF-8.
std::string xml(const std::string& text) {
  return escape(printable(Json::parse(json_text(text)).get<std::string>()));
}

// For verify the cells of its matrix, for check an operation on a profile.
std::vector<TestCase> test_cases(const RunReport& report) {
  std::vector<TestCase> all;
  for (const Cell& cell : report.matrix) {
    const bool ran = cell.status == CellStatus::passed || cell.status == CellStatus::failed;
    TestCase test{cell.layer, cell.operation, {}, {}};
    if (!ran) test.skipped = fmt::format("{}: {}", name(cell.status), cell.note);
    for (const Finding& finding : report.findings)
      if (finding.operation == cell.operation && finding.layer == cell.layer)
        test.findings.push_back(&finding);
    all.push_back(std::move(test));
  }
  if (!report.matrix.empty()) return all;
  for (const OperationReport& operation : report.operations) {
    const bool ran = operation.status == Conformance::conforms ||
                     operation.status == Conformance::fails ||
                     operation.status == Conformance::waived;
    TestCase test{operation.profile, operation.operation, {}, {}};
    if (!ran) test.skipped = name(operation.status);
    if (const EdgeCount& edges = operation.edges; !edges.missed.empty()) {
      const std::string judged = fmt::format("{} of {} edges judged; not {}", edges.judged,
                                             edges.reachable, fmt::join(edges.missed, ", "));
      if (operation.status == Conformance::incomplete)
        test.skipped += ": " + judged;
      else
        test.output = judged + "\n";
    }
    for (const Finding& finding : report.findings)
      if (is_about(finding, operation)) test.findings.push_back(&finding);
    for (const Finding& waived : report.waived)
      if (is_about(waived, operation))
        test.output += fmt::format("waived until {} ({}): {}\n", waived.until, waived.reason,
                                   headline(waived));
    all.push_back(std::move(test));
  }
  return all;
}

// The sentences of the rules that the case breaks, the rule that separates failing from passing
// cases, and the replay command.
std::string body(const Finding& finding) {
  std::string lines;
  for (const std::string& line : {Cause{{&finding}, rules_of(finding)}.because(),
                                  finding.explanation, replay_command(finding)})
    if (!line.empty()) lines += (lines.empty() ? "" : "\n") + xml(line);
  return lines;
}

}  // namespace

std::string to_junit(const RunReport& report) {
  const std::vector<TestCase> tests = test_cases(report);
  const auto count = [&](auto which) { return std::ranges::count_if(tests, which); };
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format(
      "<testsuite name=\"strideproof {} {}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
      "skipped=\"{}\" time=\"{:.3f}\">\n",
      report.command, xml(report.implementation), tests.size(),
      count([](const TestCase& t) { return !t.findings.empty(); }),
      count([](const TestCase& t) { return t.findings.empty() && !t.skipped.empty(); }),
      report.seconds);
  for (const TestCase& test : tests) {
    out +=
        fmt::format("  <testcase classname=\"{}\" name=\"{}\">\n", xml(test.suite), xml(test.name));
    if (test.findings.empty() && !test.skipped.empty())
      out += fmt::format("    <skipped message=\"{}\"/>\n", xml(test.skipped));
    for (const Finding* finding : test.findings)
      out += fmt::format("    <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                         name(finding->kind), xml(finding->detail), body(*finding));
    if (!test.output.empty())
      out += fmt::format("    <system-out>{}</system-out>\n", xml(test.output));
    out += "  </testcase>\n";
  }
  if (!report.notes.empty()) {
    out += "  <system-out>";
    for (const std::string& note : report.notes) out += xml(note) + "\n";
    out += "</system-out>\n";
  }
  return out + "</testsuite>\n";
}

}  // namespace strideproof
