#include "conform/report/report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

#include "conform/tests/contains.h"
#include "conform/tests/made_up_report.h"

namespace strideproof {
namespace {

using tests::a_finding;
using tests::contains;
using tests::passing;

TEST(Report, NamesOperationsThatDoOtherwiseThanTheReadingTheyTake) {
  RunReport report = passing();
  report.readings = {{"shift-by-32", "one", "zero", {"zero"}, 1},
                     {"shift-by-32", "two", "zero", {"zero"}, 1},
                     {"shift-by-32", "three", "zero", {"zero"}, 1}};
  for (const size_t i : {0, 1}) report.readings[i].contradicted_by = fmt::format("op toy w={}", i);
  EXPECT_PRED2(
      contains, to_text(report),
      "\n  contradicted: shift-by-32 (one, two); no reading explains, for example, op toy w=0\n");
  RunReport again = report;
  again.readings[0].contradicted_by.clear();
  add_readings(again, report.readings);
  EXPECT_EQ(again.readings[0].contradicted_by, "op toy w=0");
}

TEST(Report, KeepsOfAnEntryWhatHoldsOnAllProfiles) {
  RunReport report = passing();
  ReadingReport open{"disjoint-by", "op", {}, {"a", "b"}, 0}, read = open;
  open.compared = 12;
  open.candidate = "op toy w=1";
  open.no_effect = "all overlap is accepted";
  add_readings(report, {open});
  add_readings(report, {open});
  EXPECT_EQ(report.readings[0].compared, 24);
  EXPECT_EQ(report.readings[0].no_effect, open.no_effect);
  read.left = {"a"};
  add_readings(report, {read});
  EXPECT_EQ(report.readings[0].taken, "a");
  EXPECT_EQ(report.readings[0].compared, 0);
  EXPECT_EQ(report.readings[0].candidate, "");
  EXPECT_EQ(report.readings[0].no_effect, "");
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
  report.findings = {a_finding(), tests::of_cause("op", "w > 4")};
  const std::string html = to_html(report);
  const size_t start = html.find("id=\"data\">") + std::string("id=\"data\">").size();
  const std::string data = html.substr(start, html.find("</script>", start) - start);
  EXPECT_FALSE(contains(data, "</"));
  const nlohmann::json parsed = nlohmann::json::parse(data);
  EXPECT_EQ(parsed["report"], nlohmann::json::parse(to_json(report)));
  const char* share =
      "20.0 % of the cases drawn later meet this condition (20 of 100); few of them were run";
  EXPECT_EQ(parsed["shares"], nlohmann::json::array({"", share}));
  EXPECT_TRUE(contains(html, "op toy a=&quot;&lt;&amp;&gt;"));
}

TEST(Text, CountsFailingCasesByWhetherTheyWereExamined) {
  RunReport report = passing();
  report.operations[0].failures = 9;
  report.findings = {a_finding(), a_finding(), a_finding()};
  report.findings[0].failures = 5;
  report.findings[1].examined = report.findings[2].examined = false;
  report.findings[2].detail = "differs";
  const std::string text = to_text(report);
  EXPECT_PRED2(
      contains, text,
      "failing cases: 9 in all, 5 of examined findings, 2 of findings not examined, 2 not kept");
  EXPECT_PRED2(contains, text, ": 3 findings of 1 cause and 1 that were not examined, 0 waived");
}

TEST(Junit, EscapesAndCounts) {
  RunReport report = passing();
  report.findings.push_back(a_finding());
  const std::string xml = to_junit(report);
  EXPECT_TRUE(contains(xml, "tests=\"1\" failures=\"1\""));
  EXPECT_TRUE(contains(xml, "op toy a=&quot;&lt;&amp;&gt;"));
  EXPECT_FALSE(contains(xml, "\x01"));
  EXPECT_TRUE(contains(xml, "broken \uFFFD"));
  report = passing();  // of verify
  report.matrix.push_back({"op", "properties", CellStatus::passed, 5, "cases", ""});
  report.matrix.push_back({"op", "proofs", CellStatus::incomplete, 0, "theorems", "unproved: x"});
  const std::string matrix = to_junit(report);
  EXPECT_TRUE(contains(matrix, "tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\""));
  EXPECT_TRUE(contains(matrix, "incomplete: unproved: x"));
}

TEST(Junit, NamesTheEdgesThatAFailingOperationMisses) {
  RunReport report = passing();
  report.operations[0].status = Conformance::fails;
  report.operations[0].edges = {.reachable = 3, .judged = 2, .missed = {"src.end (inside)"}};
  report.findings.push_back(a_finding());
  EXPECT_TRUE(contains(to_junit(report), "2 of 3 edges judged; not src.end (inside)"));
}

TEST(Reports, SayHowOftenAConditionIsMet) {
  RunReport report = passing();
  Finding& finding = report.findings.emplace_back(a_finding());
  finding.condition = StatedCondition("always");
  for (const auto& [hides, words] : std::initializer_list<std::pair<Hides, const char*>>{
           {{}, "no case was left out because of it"},
           {{100, 0}, "none of 100 cases drawn later meets this condition"},
           {{100, 100}, "100.0 % of the cases drawn later meet this condition (100 of 100)"}}) {
    finding.hides = hides;
    for (const std::string& text : {to_text(report), to_html(report)}) {
      EXPECT_TRUE(contains(text, words));
      EXPECT_FALSE(contains(text, "(100 of 100); few"));
    }
  }
}

TEST(Reports, NameTheEdgesThatWereNotJudged) {
  RunReport report = passing();
  OperationReport& row = report.operations[0];
  const std::string start = fmt::format("not judged: {} on {}: ", row.operation, row.profile);
  row.edges = {.reachable = 2, .judged = 1, .missed = {"src.end (inside)"}};
  EXPECT_TRUE(contains(to_text(report), start + "src.end (inside)\n"));
  row.edges.missed.resize(98, "a");
  EXPECT_TRUE(contains(to_text(report), "a, a and 86 more\n"));
  row.edges.judged = 0;
  EXPECT_TRUE(contains(to_text(report), start + "all 2 edges and landmarks\n"));
}

}  // namespace
}  // namespace strideproof
