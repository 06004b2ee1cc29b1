// Findings of one cause.

#include "conform/report/causes.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conform/check/process.h"
#include "conform/tests/contains.h"
#include "conform/tests/made_up_report.h"

namespace strideproof {
namespace {

using tests::a_finding;
using tests::contains;
using tests::json_of_causes;
using tests::of_cause;
using tests::passing;

// Some operation accepts a case that violates these constraints.
Finding accepted(const std::vector<std::string>& labels, const char* condition = "") {
  Finding finding = a_finding();
  finding.kind = VerdictKind::accepted_invalid;
  finding.operation = "okk_gdma_32bit_cpy_L2L";
  finding.condition = StatedCondition(condition);
  for (const std::string& label : labels) finding.labels.push_back(finding.operation + "." + label);
  return finding;
}

TEST(Causes, GroupsFindingsOfOneCause) {
  RunReport report = passing();
  report.findings = {of_cause("one", "shape.n > 1"), of_cause("two", "shape.n > 2"),
                     of_cause("three", "shape.n > 1"), of_cause("four", ""), of_cause("five", "")};
  report.findings[4].detail = "another";
  const nlohmann::json causes = json_of_causes(report.findings);
  ASSERT_EQ(causes.size(), 4U);
  EXPECT_EQ(causes[0]["condition"], "shape.n > 1");
  ASSERT_EQ(causes[0]["operations"].size(), 2U);
  EXPECT_EQ(causes[0]["operations"][1]["operation"], "three");
  EXPECT_EQ(causes[0]["failures"], 6);
  EXPECT_EQ(causes[0]["hides"], nlohmann::json({{"drawn", 200}, {"met", 40}}));
  EXPECT_EQ(causes[2]["condition"], nullptr);
  const std::string text = to_text(report), html = to_html(report);
  EXPECT_TRUE(contains(text, "5 findings of 4 causes"));
  EXPECT_TRUE(contains(text, "20.0 % of the cases drawn later meet this condition (20 of 100)"));
  EXPECT_TRUE(contains(text, "    three toy: 3 cases"));
  EXPECT_TRUE(contains(html, R"("causes":[[0,2],[1],[3],[4]])"));
}

TEST(Causes, HaveTheSentenceOfTheRule) {
  const auto expect = [](const char* label, const std::string& because) {
    RunReport report = tests::report_of({accepted({label})});
    report.operations[0].operation = report.findings[0].operation;
    EXPECT_EQ(json_of_causes(report.findings)[0]["because"], because);
    EXPECT_TRUE(contains(to_text(report), "\n  " + because + "\n"));
    EXPECT_TRUE(contains(to_html(report), because));
    EXPECT_TRUE(contains(to_junit(report), because));
    EXPECT_TRUE(contains(to_sarif(report), because));
  };
  expect("dst_stride.n.min", "assumed: May a stride be negative? (ledger entry negative-stride)");
  expect("dst.end", "physical: the byte is past the end of the lane");
}

TEST(Causes, HaveEachSentenceOfTheirRule) {
  RunReport report = passing();
  for (const char* operation : {"bm_atomic_cwtrans.src", "okk_bdc_32bit_or.dst"}) {
    Finding& finding = report.findings.emplace_back(accepted({}));
    finding.labels = {std::string(operation) + "_addr.lane"};
    finding.operation = finding.labels[0].substr(0, finding.labels[0].find('.'));
  }
  EXPECT_EQ(json_of_causes(report.findings)[0]["because"],
            "physical: the offset is past the end of the lane; physical: no such lane exists");
  EXPECT_TRUE(contains(to_text(report), "\n  in every finding: addr.lane is violated\n"));
}

// One rejection of legal cases may contradict several entries of the ledger.
TEST(Causes, GroupsWithARejectionWhatNoReadingExplainsAndEndsAlike) {
  std::vector<Finding> findings = {accepted({"dst_stride.n.min"}, "src.padding"),
                                   accepted({"shape.n.min"}, "dst.padding"), accepted({}, "S2L"),
                                   accepted({}, "L2S")};
  for (const size_t i : {0, 1}) findings[i].kind = VerdictKind::no_reading_explains;
  for (const size_t i : {2, 3}) findings[i].kind = VerdictKind::rejected_valid;
  findings[3].unused_stride = true;
  EXPECT_EQ(json_of_causes(findings).size(), 4U);
  for (Finding& finding : findings) finding.end = "ASSERT a < b";
  const nlohmann::json causes = json_of_causes(findings);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0]["condition"], "S2L");
  for (const size_t i : {2, 3}) findings[i].end = "ASSERT c";
  EXPECT_EQ(json_of_causes(findings).size(), 3U);
}

// A sentence without exceptions says less than another finding of its condition knows.
TEST(Causes, StateTheConditionWithTheCasesThatPassed) {
  std::vector<Finding> findings = {tests::of_cause("S2L", "w > 4"),
                                   tests::of_cause("L2S", "w > 4")};
  findings[1].explanation = "fails when w > 4 (9 of 10 such cases); 30 cases tried so far";
  const std::vector<Cause> causes = causes_of(findings);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0].first().operation, "L2S");
}

// The rules are one entry of the ledger, whatever the operands and the conditions. More rules than
// another finding breaks are no other cause.
TEST(Causes, GroupsWhatIsAcceptedByTheRule) {
  RunReport report = passing();
  report.findings = {accepted({"dst_stride.n.min"}, "dst_stride.n < 0"),
                     accepted({"src_stride.h.min"}, "shape.h > 1")};
  report.findings[1].profile = "bm1684";
  const nlohmann::json causes = json_of_causes(report.findings);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0]["rules"], nlohmann::json({"negative-stride"}));
  EXPECT_NE(causes[0]["because"], "");
  EXPECT_EQ(causes[0]["condition"], "the default reading of negative-stride is violated");
  EXPECT_EQ(causes[0]["operations"][1]["condition"], "shape.h > 1");
  report.findings[1].explanation =
      "fails when shape.h > 1 (9 of 10 such cases); 30 cases tried so far";
  EXPECT_TRUE(contains(to_text(report), ": 1 case, " + report.findings[1].explanation));
  const nlohmann::json more =
      json_of_causes({accepted({"dst_stride.n.min"}), accepted({"dst_stride.n.min", "shape.n.min"}),
                      accepted({"shape.n.min"})});
  ASSERT_EQ(more.size(), 2U) << more;
  EXPECT_EQ(more[0]["failures"], 2);
  EXPECT_EQ(
      json_of_causes({accepted({"dst_local_idx.max"}), accepted({"local_mem_idx.max"})}).size(),
      1U);
  std::vector<Finding> hangs = {accepted({"src.end"}), accepted({"src.end", "shape.n.min"})};
  for (Finding& finding : hangs) finding.kind = VerdictKind::timeout;
  EXPECT_TRUE(adds_to_rules(hangs[1], hangs[0]));
  EXPECT_FALSE(adds_to_rules(hangs[0], hangs[1]));
  EXPECT_FALSE(adds_to_rules(hangs[1], accepted({"src.end"})));
  EXPECT_EQ(json_of_causes(hangs).size(), 1U);
  hangs.push_back(accepted({"src.end"}));
  EXPECT_EQ(json_of_causes(hangs).size(), 2U);
}

// An operation stands once in a cause, by its shortest line; the first finding keeps its own.
TEST(Causes, NamesAnOperationOfACauseOnce) {
  std::vector<Finding> findings = {of_cause("one", "n > 1"), of_cause("two", "n > 1"),
                                   of_cause("two", "n > 1"), of_cause("one", "n > 1")};
  findings[1].line = "a long line";
  findings[2].line = "short";
  findings[3].line = "";
  RunReport report = passing();
  report.findings = findings;
  EXPECT_TRUE(contains(to_text(report), "\n  12 failing cases; "));
  EXPECT_TRUE(contains(to_text(report), "\n  the same cause:\n    one toy: 6 cases\n"));
  report.findings = {findings[1], findings[2]};
  EXPECT_FALSE(contains(to_text(report), "the same cause"));
  const nlohmann::json operations = json_of_causes(findings)[0]["operations"];
  ASSERT_EQ(operations.size(), 2U);
  EXPECT_EQ(operations[0]["case"], findings[0].line);
  EXPECT_EQ(operations[1]["case"], "short");
  EXPECT_EQ(operations[1]["failures"], 6);
  EXPECT_EQ(operations[1]["hides"]["met"], 40);
}

// Both findings count the same 100 cases.
TEST(Causes, CountTheCasesOfAnOperationOnce) {
  const nlohmann::json causes =
      json_of_causes({of_cause("one", "shape.n > 1"), of_cause("one", "shape.n > 1")});
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0]["hides"], nlohmann::json({{"drawn", 100}, {"met", 40}}));
}

TEST(Causes, GroupsEndsAtOneAssertion) {
  std::vector<Finding> findings;
  for (const char* output : {"assert a.c:7: [0x55e1] | at 3", "assert a.c:7: [0x7f00] | at 4",
                             "assert a.c:7: [12]", "assert a.c:8: [0x55e1] | at 3"}) {
    findings.push_back(of_cause("one", ""));
    findings.back().kind = VerdictKind::crash;
    findings.back().end = kind_of_end({false, ipc::WorkerPhase::calling, 0, "exit(1)", output});
  }
  EXPECT_EQ(json_of_causes(findings).size(), 2U);
}

TEST(Causes, GroupsAFindingWithoutAConditionByItsEnd) {
  std::vector<Finding> findings = {of_cause("one", "shape.w > 65519"),
                                   of_cause("two", "shape.n > 65519"), of_cause("three", "")};
  for (Finding& finding : findings) finding.kind = VerdictKind::rejected_valid;
  findings[0].end = "assertion of w";
  findings[1].end = findings[2].end = "assertion of n";
  EXPECT_EQ(json_of_causes(findings).size(), 1U);
  findings[2].end = "assertion of c";
  EXPECT_EQ(json_of_causes(findings).size(), 2U);
}

TEST(Causes, TakeAHookThatFailsAfterAnAcceptedCase) {
  Finding hook = accepted({"dst.end", "shape.n.min"});
  hook.kind = VerdictKind::hook_failed;
  EXPECT_EQ(json_of_causes({hook, accepted({"dst.end"})}).size(), 1U);
}

// The finding with fewer rules comes later.
TEST(Causes, GroupsByTheFewestRules) {
  const nlohmann::json causes = json_of_causes(
      {accepted({"dst.end", "shape.n.min"}), accepted({"shape.c.max"}), accepted({"shape.n.min"})});
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0]["rules"], nlohmann::json({"empty-copy"}));
  EXPECT_EQ(causes[0]["failures"], 2);
}

TEST(Causes, GroupsEndsBySignalAndWhatWasNotExamined) {
  std::vector<Finding> findings = {of_cause("one", ""), of_cause("two", "shape.n > 1"),
                                   of_cause("three", ""), of_cause("four", "")};
  for (Finding& finding : findings) finding.kind = VerdictKind::rejected_valid;
  findings[0].end = findings[1].end = "SIGSEGV";
  findings[2].examined = findings[3].examined = false;
  const nlohmann::json causes = json_of_causes(findings);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0]["condition"], "shape.n > 1");  // the first finding that has one
  EXPECT_EQ(causes[1]["operations"].size(), 2U);
}

TEST(Causes, TakeUnexaminedFindingsByTheEndOfTheProcess) {
  std::vector<Finding> findings = {of_cause("one", "shape.n > 1"),
                                   of_cause("two", "shape.n > 1 and shape.c > 2"),
                                   of_cause("three", "")};
  for (Finding& finding : findings) finding.kind = VerdictKind::rejected_valid;
  findings[0].end = "exit(1): n";
  findings[1].end = findings[2].end = "exit(1): c";
  findings[2].examined = false;
  EXPECT_EQ(json_of_causes(findings).size(), 1U);
}

// The operands begin in lane 0, 2 or 3 and lie in two lanes.
TEST(Causes, GroupWhatShowsAtAPlaceFarFromOneOfThem) {
  const auto failing = [](const char* address, const char* condition, int64_t lane) {
    Finding finding = of_cause("okk_gdma_8bit_set_C_local", condition);
    finding.profile = "toy";
    finding.line = fmt::format(
        "okk_gdma_8bit_set_C_local toy dst_addr={} C=0 shape=1,2,1,1 dst_stride=null fill=0",
        address);
    finding.kind = VerdictKind::write_outside;
    finding.difference = Difference{Space::local, lane, 0xfb, 0, 1};
    return finding;
  };
  const Finding far = failing("0", "shape.n > 1", 3), near = failing("0x200", "shape.c > 1", 3),
                elsewhere = failing("0", "shape.h > 1", 2), near_too = failing("0x300", "a", 3);
  EXPECT_TRUE(wrote_far(far));
  EXPECT_FALSE(wrote_far(near));
  EXPECT_EQ(json_of_causes({far, near}).size(), 1U);
  EXPECT_EQ(json_of_causes({far, elsewhere}).size(), 2U);
  EXPECT_EQ(json_of_causes({near, near_too}).size(), 2U);
}

TEST(Causes, NameNoRuleForUnexaminedFindingsOfSeveralRules) {
  std::vector<Finding> findings = {accepted({"dst.end"}), accepted({"shape.n.min"})};
  for (Finding& finding : findings) finding.examined = false;
  const nlohmann::json causes = json_of_causes(findings);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0]["rules"].size(), 0U);
  EXPECT_EQ(causes[0]["because"], "");
}

TEST(AddsToRules, IfAllRulesOfTheKnownFindingAreBroken) {
  const Finding one = accepted({"dst.end"}), both = accepted({"dst.end", "shape.n.min"});
  EXPECT_TRUE(adds_to_rules(both, one));
  EXPECT_TRUE(adds_to_rules(one, one));
  EXPECT_FALSE(adds_to_rules(one, both));
  EXPECT_FALSE(adds_to_rules(one, accepted({})));
}

// A contradiction of readings is no cause of its own if the process ends under the default ones.
TEST(Causes, GroupsContradictionsByTheEndUnderDefaultReadings) {
  std::vector<Finding> findings = {of_cause("one", ""), of_cause("two", ""), of_cause("three", "")};
  findings[0].kind = VerdictKind::rejected_valid;
  findings[0].end = findings[1].end = "SIGSEGV";
  findings[1].kind = findings[2].kind = VerdictKind::no_reading_explains;
  findings[1].entry = findings[2].entry = "in-place";
  const nlohmann::json causes = json_of_causes(findings);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[1]["rules"], nlohmann::json({"in-place"}));
}

TEST(Causes, GroupsWhatAnUnusedStrideDecides) {
  std::vector<Finding> findings = {of_cause("one", "dst_stride.n = -1"),
                                   of_cause("two", "src_stride.n > 31"),
                                   of_cause("three", "shape.n > 1")};
  findings[0].unused_stride = findings[1].unused_stride = true;
  const nlohmann::json causes = json_of_causes(findings);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0]["rules"], nlohmann::json({"unused-stride"}));
  findings[0].end = "ASSERT a";
  findings[1].end = "ASSERT b";
  EXPECT_EQ(json_of_causes(findings).size(), 3U);
}

}  // namespace
}  // namespace strideproof
