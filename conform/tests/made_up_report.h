#pragma once
// Reports and findings made up for tests.

#include "conform/report/report.h"

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

}  // namespace strideproof::tests
