// Which findings have one cause.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "conform/check/process.h"
#include "conform/tests/made_up_report.h"
#include "spec/tests/rows.h"
#include "spec/vocabulary/split.h"

namespace strideproof::one_cause {
namespace {

using tests::json_of_causes;

VerdictKind kind_named(const std::string& text) {
  const auto names = names_of_findings();
  const auto found = std::ranges::find(names, text);
  EXPECT_NE(found, names.end()) << "no kind of finding: " << text;
  return static_cast<VerdictKind>(static_cast<int>(VerdictKind::wrong_byte) +
                                  (found - names.begin()));
}

// Reads a finding of the table.
Finding finding_of(const std::string& text) {
  const std::vector<std::string> parts = split(text, "; ");
  Finding finding = tests::of_cause("okk_gdma_32bit_cpy_L2L", "");
  finding.kind = kind_named(parts[0]);
  for (size_t i = 1; i < parts.size(); ++i) {
    const size_t end = std::min(parts[i].find(' '), parts[i].size() - 1);
    const std::string word = parts[i].substr(0, end), rest = parts[i].substr(end + 1);
    if (word == "when")
      finding.condition = StatedCondition(rest);
    else if (word == "ends")
      finding.end = rest;
    else if (word == "violates")
      for (const std::string& label : split(rest, " "))
        finding.labels.push_back(finding.operation + "." + label);
    else if (word == "on")
      finding.profile = rest;
    else if (word == "entry")
      finding.entry = rest;
    else if (parts[i] == "unused stride")
      finding.unused_stride = true;
    else if (parts[i] == "not examined")
      finding.examined = false;
    else
      ADD_FAILURE() << "no part of a finding: " << parts[i];
  }
  return finding;
}

// The number of the cause of each finding: "0 0 1".
std::string causes_in(const std::vector<Finding>& findings) {
  std::string numbers;
  const std::vector<Cause> causes = causes_of(findings);
  for (const Finding& finding : findings)
    for (size_t cause = 0; cause < causes.size(); ++cause)
      if (std::ranges::count(causes[cause].findings, &finding) > 0)
        numbers += (numbers.empty() ? "" : " ") + std::to_string(cause);
  return numbers;
}

TEST(OneCause, IsThatOfTheTable) {
  for (const tests::Row& row : tests::read_rows("conform/tests/tables/one_cause.txt")) {
    SCOPED_TRACE(row.place);
    std::vector<Finding> findings;
    for (size_t i = 1; i < row.fields.size(); ++i) findings.push_back(finding_of(row.fields[i]));
    const std::vector<std::string> expected = split(row.fields[0], ": ");
    EXPECT_EQ(causes_in(findings), expected[0]) << json_of_causes(findings);
    if (expected.size() > 1) {
      EXPECT_EQ(json_of_causes(findings)[0]["condition"], expected[1]);
    }
  }
}

TEST(OneCause, HasRules) {
  EXPECT_EQ(rules_of(finding_of("wrong byte; unused stride")),
            std::vector<std::string>{"unused-stride"});
  EXPECT_EQ(rules_of(finding_of("no reading explains; entry in-place")),
            std::vector<std::string>{"in-place"});
  for (const char* end : {"SIGSEGV in f; when shape.w > 4", "crashed by f; not examined"}) {
    const std::string crash = fmt::format("crash; ends {}; violates ", end);
    const nlohmann::json causes = json_of_causes(
        {finding_of("crash; when shape.w > 4; ends " + split(end, "; ")[0] + "; violates dst.end"),
         finding_of(crash + "shape.n.min")});
    ASSERT_EQ(causes.size(), 1U);
    EXPECT_TRUE(causes[0]["rules"].empty()) << end;
  }
}

// Addresses and counts differ from crash to crash.
TEST(OneCause, HasCrashesWithOneOutput) {
  std::vector<Finding> findings;
  for (const char* output : {"assert a.c:7: [0x55e1] | at 3", "assert a.c:7: [0x7f00] | at 4",
                             "assert a.c:7: [12]", "assert a.c:8: [0x55e1] | at 3"})
    findings.push_back(finding_of(
        "crash; ends " + kind_of_end({false, ipc::WorkerPhase::calling, 0, "exit(1)", output})));
  EXPECT_EQ(causes_in(findings), "0 0 0 1");
}

}  // namespace
}  // namespace strideproof::one_cause
