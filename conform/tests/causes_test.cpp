// Findings of one cause.

#include "conform/report/causes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "conform/tests/contains.h"
#include "conform/tests/made_up_report.h"

namespace strideproof {
namespace {

using tests::a_finding;
using tests::contains;
using tests::json_of_causes;
using tests::of_cause;
using tests::passing;
using tests::report_of;

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
    RunReport report = report_of({accepted({label})});
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

// A sentence without exceptions says less than another finding of its condition knows.
TEST(Causes, StateTheConditionWithTheCasesThatPassed) {
  std::vector<Finding> findings = {of_cause("S2L", "w > 4"), of_cause("L2S", "w > 4")};
  findings[1].explanation = "fails when w > 4 (9 of 10 such cases); 30 cases tried so far";
  const std::vector<Cause> causes = causes_of(findings);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0].first().operation, "L2S");
}

// The rules are one entry of the ledger, whatever the operands and the conditions.
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
  Finding hang = both;
  hang.kind = VerdictKind::timeout;
  EXPECT_FALSE(adds_to_rules(hang, one));
}

Finding rejected(const char* operation, const char* condition) {
  Finding finding = of_cause(operation, condition);
  finding.kind = VerdictKind::rejected_valid;
  finding.end = fmt::format("assertion of {}", operation);
  return finding;
}

TEST(Causes, HaveTheConditionOfTheirOperationOrElseTheirRules) {
  const auto condition_of = [](const char* condition) {
    return json_of_causes({accepted({"dst.end"}, condition)})[0]["condition"];
  };
  EXPECT_EQ(condition_of("dst.end is violated and shape.n > 1"),
            "dst.end is violated and shape.n > 1");
  EXPECT_EQ(condition_of(""), "end is violated");
}

TEST(Causes, SayThatAReadingMayAllowACase) {
  Finding finding = accepted({"dst.end"});
  EXPECT_TRUE(contains(to_text(report_of({finding})), "violates okk_gdma_32bit_cpy_L2L.dst.end"));
  finding.kind = VerdictKind::rejected_valid;
  EXPECT_TRUE(contains(to_text(report_of({finding})),
                       "violates, by the default readings: okk_gdma_32bit_cpy_L2L.dst.end"));
}

// The check finds one condition for all findings of a cause.
TEST(Causes, StateTheConditionThatMostFindingsMeet) {
  std::vector<Finding> findings = {rejected("one", "dst_stride.n = -1"),
                                   rejected("one", "dst_stride.c = -1"),
                                   rejected("one", "dst_stride.h = -1")};
  EXPECT_EQ(json_of_causes(findings)[0]["condition"], "dst_stride.n = -1");
  EXPECT_EQ(json_of_causes(findings)[0]["findings_compared"], 0);
  for (const size_t i : {0, 1, 2}) findings[i].of_cause = {"smallest stride < 0", i < 2, 50, 48};
  EXPECT_EQ(json_of_causes(findings)[0]["condition"], "smallest stride < 0");
  EXPECT_EQ(json_of_causes(findings)[0]["findings_meeting"], 2);
  const RunReport read_again = parse_report(to_json(report_of(findings)));
  const std::string stated =
      "in 2 of 3 findings: smallest stride < 0 (48 of 50 such cases tried failed)";
  for (const RunReport& report : {report_of(findings), read_again}) {
    EXPECT_TRUE(contains(to_text(report), "\n  " + stated + "\n"));
    EXPECT_TRUE(contains(to_html(report), "\"conditions\":[\"" + stated + "\"]"));
  }
}

TEST(Condition, HasPartsOfAnyOperand) {
  const std::set<std::string> parts = {"dst_stride.n = -1 and rows.apart",
                                       "smallest n stride = -1 and rows.apart",
                                       "dst_stride.n = -1",
                                       "smallest n stride = -1",
                                       "rows.apart",
                                       "some operand's rows.apart",
                                       "src_stride.n = 7 and src.padding",
                                       "largest n stride = 7 and some operand's padding",
                                       "src_stride.n = 7",
                                       "largest n stride = 7",
                                       "src.padding",
                                       "some operand's padding"};
  EXPECT_EQ(parts_of_condition("dst_stride.n = -1 and rows.apart, or when src_stride.n = 7 and "
                               "src.padding"),
            parts);
  const std::set<std::string> of_two_operands = {"dst and src w strides differ"};
  EXPECT_EQ(parts_of_condition("dst and src w strides differ"), of_two_operands);
  const std::set<std::string> of_two_extents = {"shape.h - shape.w > 2"};
  EXPECT_EQ(parts_of_condition("shape.h - shape.w > 2"), of_two_extents);
}

// The first finding of a cause is the one that a report shows.
TEST(Causes, BeginWithAConditionThatMayDescribeOthers) {
  std::vector<Finding> findings = {rejected("one", "under the default readings: always"),
                                   rejected("two", "src_stride.n = -1 and shape.h > 1")};
  findings[1].end = findings[0].end;
  EXPECT_EQ(causes_of(findings).front().first().operation, "two");
}

}  // namespace
}  // namespace strideproof
