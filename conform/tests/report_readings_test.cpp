// Readings in reports of several profiles or parts.

#include <gtest/gtest.h>

#include "conform/report/report.h"
#include "conform/tests/contains.h"
#include "conform/tests/made_up_report.h"

namespace strideproof {
namespace {

using tests::contains;
using tests::passing;

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

TEST(Report, SaysWhyAReadingIsNotDetermined) {
  RunReport report = passing();
  report.readings = {
      {"shift-by-32", "op", "zero", {"zero"}, 1}, {"copy-overlap", "op", {}, {"a", "b"}, 0},
      {"disjoint-by", "op", {}, {"a", "b"}, 0},   {"mask-room", "op", {}, {"a", "b"}, 0},
      {"in-place", "op", {}, {"a", "b"}, 0},      {"empty-copy", "op", {}, {"a", "b"}, 0}};
  report.readings[2].compared = 12;
  report.readings[3].compared = 12;
  report.readings[3].candidate = "op toy w=1";
  report.readings[4].no_effect = "all overlap is accepted";
  report.readings[5].candidate = "op toy w=1";
  report.readings[5].contradicted_by = "op toy w=2";
  const std::string text = to_text(report);
  EXPECT_PRED2(contains, text,
               "not determined: empty-copy (op); no reading that is left explains op toy w=2");
  EXPECT_PRED2(contains, text, "not determined: copy-overlap (op); no case was compared");
  EXPECT_PRED2(contains, text,
               "not determined: disjoint-by (op); none of 12 cases distinguishes its");
  EXPECT_PRED2(contains, text, "not determined: mask-room (op); this case distinguishes some");
  EXPECT_PRED2(contains, text, "no effect: in-place (op); all overlap is accepted");
  EXPECT_FALSE(contains(text, "not determined: shift-by-32"));
  EXPECT_FALSE(contains(text, "not determined: in-place"));
}

TEST(Report, NamesTheReadingsThatOnlyIllegalCasesDecideInOneLine) {
  RunReport report = passing();
  report.readings = {{"stride-unit", "op", "elements", {"elements"}, 1, "elements"},
                     {"copy-overlap", "one", {}, {"a", "b"}, 0},
                     {"copy-overlap", "two", {}, {"a", "b"}, 0},
                     {"empty-copy", "one", {}, {"a", "b"}, 0},
                     {"shift-by-32", "one", {}, {"a", "b"}, 0}};
  for (const size_t i : {1, 2, 3}) report.readings[i].needs_illegal = true;
  const std::string text = to_text(report);
  EXPECT_PRED2(contains, text,
               "\n  not determined: shift-by-32 (one); no case was compared under its readings\n"
               "  not determined: copy-overlap, empty-copy: only illegal cases decide them, and "
               "none were given\n");
  EXPECT_FALSE(contains(text, "copy-overlap ("));

  std::vector<ReadingReport> part = report.readings;
  part[1].needs_illegal = false;
  part[2].left = {"a"};
  add_readings(report, part);
  EXPECT_FALSE(report.readings[1].needs_illegal);
  EXPECT_FALSE(report.readings[2].needs_illegal);
  EXPECT_TRUE(report.readings[3].needs_illegal);
}

TEST(Report, SaysThatRejectionsAloneRuleADefaultOut) {
  ReadingReport by_rejections{"stride-unit", "op", "bytes", {"bytes"}, 1, "elements"};
  by_rejections.by_rejections = true;
  RunReport report = passing();
  add_readings(report, {by_rejections});
  EXPECT_PRED2(contains, to_text(report),
               "stride-unit: bytes; the default, ruled out by rejections alone: elements "
               "(op; from 1 case)\n");
  add_readings(report, {by_rejections});
  EXPECT_TRUE(report.readings[0].by_rejections);
  ReadingReport by_bytes = by_rejections, open = by_rejections;
  open.left = {"elements", "bytes"};
  by_bytes.by_rejections = open.by_rejections = false;
  add_readings(report, {open});
  EXPECT_TRUE(report.readings[0].by_rejections);
  add_readings(report, {by_bytes});
  EXPECT_FALSE(report.readings[0].by_rejections);
}

TEST(Report, SaysFromHowManyCasesAReadingIsDetermined) {
  RunReport report = passing();
  report.readings = {{"shift-by-32", "one", "zero", {"zero"}, 2, "zero"},
                     {"shift-by-32", "two", "zero", {"zero"}, 1, "zero"},
                     {"in-place", "one", "yes", {"yes"}, 0, "yes"},
                     {"copy-overlap", "one", {}, {"rejected", "ascending"}, 4, "any"}};
  report.readings[2].held = true;
  const std::string text = to_text(report);
  EXPECT_PRED2(contains, text, "\n  shift-by-32: zero (one, two; from 3 cases)\n");
  EXPECT_PRED2(contains, text, "\n  in-place: yes, held to it (one)\n");
  EXPECT_PRED2(contains, text, "copy-overlap: narrowed to rejected | ascending; the default: any");
}

// A rejection may have another reason: on one profile all cases of an entry were rejected for it.
TEST(Report, TakesADefaultThatRejectionsRuleOutInOnePart) {
  const auto merged = [](bool by_rejections, const char* taken) {
    RunReport report = passing();
    ReadingReport one{"in-place", "op", "rejected", {"rejected"}, 1, "yes"}, other = one;
    one.by_rejections = by_rejections;
    other.left = {taken};
    add_readings(report, {one});
    add_readings(report, {other});
    return report;
  };
  const RunReport by_default = merged(true, "yes");
  EXPECT_TRUE(by_default.findings.empty());
  EXPECT_EQ(by_default.readings[0].taken, "yes");
  EXPECT_FALSE(by_default.readings[0].by_rejections);
  EXPECT_EQ(merged(false, "yes").findings.size(), 1U);
  EXPECT_EQ(merged(true, "another").findings.size(), 1U);
}

}  // namespace
}  // namespace strideproof
