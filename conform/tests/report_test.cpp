#include "conform/report/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conform/check/process.h"
#include "conform/report/merge.h"
#include "conform/report/picture.h"
#include "conform/tests/contains.h"

namespace strideproof {
namespace {

using tests::contains;

RunReport passing() {
  RunReport report;
  report.command = "check";
  report.cases.executed = 5;
  report.operations.push_back({"op", "toy", Conformance::conforms, report.cases, 0});
  return report;
}

Finding a_finding() {
  Finding finding;
  finding.operation = "op";
  finding.profile = "toy";
  finding.line = "op toy a=\"<&>";
  finding.kind = VerdictKind::wrong_byte;
  finding.detail = "\x01 broken \xff";
  return finding;
}

Finding of_cause(const char* operation, const char* condition) {
  Finding finding = a_finding();
  finding.operation = operation;
  finding.condition = condition;
  finding.failures = 3;
  finding.hides = {100, 20};
  return finding;
}

// Some operation accepts a case that violates these constraints.
Finding accepted(const std::vector<std::string>& labels, const char* condition = "") {
  Finding finding = a_finding();
  finding.kind = VerdictKind::accepted_invalid;
  finding.operation = "okk_gdma_32bit_cpy_L2L";
  finding.condition = condition;
  for (const std::string& label : labels) finding.labels.push_back(finding.operation + "." + label);
  return finding;
}

nlohmann::json causes_of(const std::vector<Finding>& findings) {
  RunReport report = passing();
  report.findings = findings;
  return nlohmann::json::parse(to_json(report))["causes"];
}

TEST(Report, FailsTheRowsOfAnEntryThatTwoProfilesReadDifferently) {
  RunReport report = passing();
  ReadingReport one{"shift-by-32", "op", {}, {"zero", "unchanged"}, 1};
  add_readings(report, {one});
  one.left = {"zero"};
  add_readings(report, {one});
  EXPECT_TRUE(report.findings.empty());
  ASSERT_EQ(report.readings.size(), 1U);
  EXPECT_EQ(report.readings[0].taken, "zero");

  one.left = {"unchanged"};
  add_readings(report, {one});
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].kind, VerdictKind::no_reading_explains);
  EXPECT_PRED2(contains, report.findings[0].detail, "takes 'zero', another one 'unchanged'");
  EXPECT_EQ(report.operations[0].status, Conformance::fails);
  EXPECT_TRUE(report.readings[0].left.empty());
}

TEST(Report, GroupsFindingsOfOneCause) {
  RunReport report = passing();
  report.findings = {of_cause("one", "shape.n > 1"), of_cause("two", "shape.n > 2"),
                     of_cause("three", "shape.n > 1"), of_cause("four", ""), of_cause("five", "")};
  report.findings[4].detail = "another";
  const nlohmann::json causes = causes_of(report.findings);
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

// The rules are one entry of the ledger, whatever the operands and the conditions. More rules than
// another finding breaks are no other cause.
TEST(Report, GroupsWhatIsAcceptedByTheRule) {
  RunReport report = passing();
  report.findings = {accepted({"dst_stride.n.min"}, "dst_stride.n < 0"),
                     accepted({"src_stride.h.min"}, "shape.h > 1")};
  report.findings[1].profile = "bm1684";
  const nlohmann::json causes = causes_of(report.findings);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0]["rules"], nlohmann::json({"negative-stride"}));
  EXPECT_NE(causes[0]["because"], "");
  EXPECT_EQ(causes[0]["operations"][1]["condition"], "shape.h > 1");
  EXPECT_TRUE(contains(to_text(report), ": 1 case, fails when shape.h > 1"));
  report.findings[1].condition = "with one element: always";
  EXPECT_TRUE(contains(to_text(report), ": 1 case, with one element: fails always"));
  const nlohmann::json more =
      causes_of({accepted({"dst_stride.n.min"}), accepted({"dst_stride.n.min", "shape.n.min"}),
                 accepted({"shape.n.min"})});
  ASSERT_EQ(more.size(), 2U) << more;
  EXPECT_EQ(more[0]["failures"], 2);
}

// An operation stands once in a cause, by its shortest line; the first finding keeps its own.
TEST(Report, NamesAnOperationOfACauseOnce) {
  std::vector<Finding> findings = {of_cause("one", "n > 1"), of_cause("two", "n > 1"),
                                   of_cause("two", "n > 1"), of_cause("one", "n > 1")};
  findings[1].line = "a long line";
  findings[2].line = "short";
  findings[3].line = "";
  const nlohmann::json operations = causes_of(findings)[0]["operations"];
  ASSERT_EQ(operations.size(), 2U);
  EXPECT_EQ(operations[0]["case"], findings[0].line);
  EXPECT_EQ(operations[1]["case"], "short");
  EXPECT_EQ(operations[1]["failures"], 6);
  EXPECT_EQ(operations[1]["hides"]["met"], 40);
}

TEST(Report, GroupsEndsAtOneAssertion) {
  std::vector<Finding> findings;
  for (const char* output : {"assert a.c:7: [0x55e1] | at 3", "assert a.c:7: [0x7f00] | at 4",
                             "assert a.c:7: [12]", "assert a.c:8: [0x55e1] | at 3"}) {
    findings.push_back(of_cause("one", output));
    findings.back().kind = VerdictKind::crash;
    findings.back().end = kind_of_end({false, ipc::Phase::calling, 0, "exit(1)", output});
  }
  EXPECT_EQ(causes_of(findings).size(), 2U);
}

// They may concern other operands, and show in other kinds of wrong results.
TEST(Report, GroupsConditionsThatRequireOneLandmark) {
  std::vector<Finding> findings = {of_cause("one", "src.over.4GiB and shape.n > 1"),
                                   of_cause("two", "shape.h > 2 and dst.over.4GiB"),
                                   of_cause("three", "shape.h > 2 and shape.n > 1"),
                                   of_cause("four", "shape.n > 1")};
  findings[1].kind = VerdictKind::write_outside;
  const nlohmann::json causes = causes_of(findings);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0]["operations"].size() + causes[1]["operations"].size(), 4U);
  findings[1].kind = VerdictKind::rejected_valid;
  EXPECT_EQ(causes_of(findings).size(), 3U);
}

// The finding with fewer rules comes later.
TEST(Report, GroupsByTheFewestRules) {
  const nlohmann::json causes = causes_of(
      {accepted({"dst.end", "shape.n.min"}), accepted({"shape.c.max"}), accepted({"shape.n.min"})});
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0]["rules"], nlohmann::json({"empty-copy"}));
  EXPECT_EQ(causes[0]["failures"], 2);
}

TEST(Report, GroupsEndsBySignalAndWhatWasNotExamined) {
  std::vector<Finding> findings = {of_cause("one", ""), of_cause("two", "shape.n > 1"),
                                   of_cause("three", ""), of_cause("four", "")};
  for (Finding& finding : findings) finding.kind = VerdictKind::rejected_valid;
  findings[0].end = findings[1].end = "SIGSEGV";
  findings[2].examined = findings[3].examined = false;
  const nlohmann::json causes = causes_of(findings);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0]["condition"], "shape.n > 1");  // the first finding that has one
  EXPECT_EQ(causes[1]["operations"].size(), 2U);
}

// A contradiction of readings is no cause of its own if the process ends under the default ones.
TEST(Report, GroupsContradictionsByTheEndUnderDefaultReadings) {
  std::vector<Finding> findings = {of_cause("one", ""), of_cause("two", ""), of_cause("three", "")};
  findings[0].kind = VerdictKind::rejected_valid;
  findings[0].end = findings[1].end = "SIGSEGV";
  findings[1].kind = findings[2].kind = VerdictKind::no_reading_explains;
  findings[1].entry = findings[2].entry = "in-place";
  const nlohmann::json causes = causes_of(findings);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[1]["rules"], nlohmann::json({"in-place"}));
}

TEST(Report, GroupsWhatAnUnusedStrideDecides) {
  std::vector<Finding> findings = {of_cause("one", "dst_stride.n = -1"),
                                   of_cause("two", "src_stride.n > 31"),
                                   of_cause("three", "shape.n > 1")};
  findings[0].unused_stride = findings[1].unused_stride = true;
  const nlohmann::json causes = causes_of(findings);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0]["rules"], nlohmann::json({"unused-stride"}));
}

// Reads one element 65,535 times.
TEST(Picture, DrawsAnElementOnceThatIsReadAgain) {
  const Program program = parse_program(
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x100000000 shape=1,1,65535,1 "
      "dst_stride=null src_stride=0,0,0,1 fill=0");
  const std::string svg = picture(program.steps.front());
  EXPECT_EQ(svg.find("class=\"src\""), svg.rfind("class=\"src\""));
  EXPECT_TRUE(contains(svg, "class=\"src\""));
}

TEST(ExitStatus, FollowsTheContract) {
  EXPECT_EQ(exit_status(passing()), 0);
  RunReport report = passing();
  report.interrupted = true;
  EXPECT_EQ(exit_status(report), 3);
  report.findings.push_back(a_finding());
  EXPECT_EQ(exit_status(report), 1);  // findings weigh more
  report = passing();
  report.matrix.push_back({"op", "proofs", CellStatus::incomplete, 0, "theorems", "unproved"});
  EXPECT_EQ(exit_status(report), 3);
  EXPECT_EQ(exit_status(RunReport{}), 3);  // nothing run
  report = passing();
  report.operations.push_back({"other", "toy", Conformance::incomplete, {}, 0});
  EXPECT_EQ(exit_status(report), 3);
  report = passing();
  report.operations.push_back({"other", "toy", Conformance::not_provided, {}, 0});
  EXPECT_EQ(exit_status(report), 0);
  report.operations.erase(report.operations.begin());
  EXPECT_EQ(exit_status(report), 3);  // nothing that conforms
}

TEST(Counts, NameTheResultOfEachCase) {
  CaseCounts counts;
  for (const VerdictKind kind :
       {VerdictKind::pass, VerdictKind::wrong_byte, VerdictKind::rejected_as_documented,
        VerdictKind::too_costly, VerdictKind::unsupported, VerdictKind::unsupported,
        VerdictKind::not_observed})
    counts.add(kind);
  EXPECT_EQ(describe(counts),
            "2 executed, 1 rejected; not judged: 1 not observed, 1 too costly, 2 unsupported");
  EXPECT_EQ(counts.judged(), 3);
}

// Every report form counts executions, rejections, and cases not judged by reason.
TEST(Reports, CountUnjudgedCases) {
  RunReport report = passing();
  report.cases = {4, 1, {{"not observed", 1}, {"too costly", 247}}};
  report.operations[0].cases = report.cases;
  report.layers.push_back({"boundary", 1, 5, report.cases});
  report.matrix.push_back({"op", "boundary", CellStatus::passed, 5, "cases", "", report.cases});
  const nlohmann::json json = nlohmann::json::parse(to_json(report));
  for (const nlohmann::json& part :
       {json, json["operations"][0], json["layers"][0], json["matrix"][0]}) {
    EXPECT_EQ(part["executed"], 4) << part;
    EXPECT_EQ(part["rejected"], 1) << part;
    EXPECT_EQ(part["reasons"]["too costly"], 247) << part;
  }
  EXPECT_EQ(json["cases"], 5);
  EXPECT_EQ(json["operations"][0]["not_judged"], 248);
  const std::string text = to_text(report);
  for (const char* row : {"\nexecuted ", "\nrejected ", "\nnot judged: too costly           247\n"})
    EXPECT_TRUE(contains(text, row));
  EXPECT_TRUE(contains(text, "5 cases in 0.0 s: 4 executed, 1 rejected; not judged: "));
  EXPECT_TRUE(contains(to_html(report), "\nnot judged: too costly           247\n"));
  report.matrix.clear();
  EXPECT_TRUE(
      contains(to_text(report), "4 executed, 1 rejected; not judged: 1 not observed, 247 too cos"));
}

TEST(Html, HasTheReportAsJsonAndAsText) {
  RunReport report = passing();
  report.findings.push_back(a_finding());
  const std::string html = to_html(report);
  const size_t start = html.find("id=\"data\">") + std::string("id=\"data\">").size();
  const std::string data = html.substr(start, html.find("</script>", start) - start);
  EXPECT_FALSE(contains(data, "</"));
  EXPECT_EQ(nlohmann::json::parse(data)["report"], nlohmann::json::parse(to_json(report)));
  EXPECT_TRUE(contains(html, "op toy a=&quot;&lt;&amp;&gt;"));
}

TEST(Junit, EscapesAndCounts) {
  RunReport report = passing();
  report.findings.push_back(a_finding());
  const std::string xml = to_junit(report);
  EXPECT_TRUE(contains(xml, "tests=\"1\" failures=\"1\""));
  EXPECT_TRUE(contains(xml, "op toy a=&quot;&lt;&amp;&gt;"));
  EXPECT_FALSE(contains(xml, "\x01"));
  report = passing();  // of verify
  report.matrix.push_back({"op", "properties", CellStatus::passed, 5, "cases", ""});
  report.matrix.push_back({"op", "proofs", CellStatus::incomplete, 0, "theorems", "unproved: x"});
  const std::string matrix = to_junit(report);
  EXPECT_TRUE(contains(matrix, "tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\""));
  EXPECT_TRUE(contains(matrix, "incomplete: unproved: x"));
}

}  // namespace
}  // namespace strideproof
