#pragma once
// Reports and findings made up for tests.

#include <nlohmann/json.hpp>
#include <vector>

#include "conform/report/causes.h"
#include "conform/report/report.h"
#include "conform/report/write.h"

namespace strideproof::tests {

inline RunReport passing() {
  RunReport report;
  report.command = "check";
  report.cases.executed = 5;
  report.operations.push_back({"op", "toy", Conformance::conforms, report.cases, 0});
  return report;
}

inline Finding a_finding() {
  Finding finding;
  finding.operation = "op";
  finding.profile = "toy";
  finding.line = "op toy a=\"<&>";
  finding.kind = VerdictKind::wrong_byte;
  finding.detail = "\x01 broken \xff";
  return finding;
}

inline Finding of_cause(const char* operation, const char* condition) {
  Finding finding = a_finding();
  finding.operation = operation;
  finding.condition = StatedCondition(condition);
  finding.failures = 3;
  finding.hides = {100, 20};
  return finding;
}

inline RunReport report_of(const std::vector<Finding>& findings) {
  RunReport report = passing();
  report.findings = findings;
  return report;
}

inline bool are_one_cause(const Finding& a, const Finding& b) {
  return causes_of({a, b}).size() == 1;
}

inline nlohmann::json json_of_causes(const std::vector<Finding>& findings) {
  return nlohmann::json::parse(to_json(report_of(findings)))["causes"];
}

}  // namespace strideproof::tests
