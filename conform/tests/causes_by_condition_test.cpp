// Findings of one cause, by their conditions.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conform/report/causes.h"
#include "conform/tests/contains.h"
#include "conform/tests/made_up_report.h"

namespace strideproof {
namespace {

using tests::are_one_cause;
using tests::contains;
using tests::json_of_causes;
using tests::of_cause;
using tests::report_of;

Finding rejected(const char* operation, const char* condition) {
  Finding finding = of_cause(operation, condition);
  finding.kind = VerdictKind::rejected_valid;
  finding.end = fmt::format("assertion of {}", operation);
  return finding;
}

// One rule of the implementation may be checked in several places, for several operands.
TEST(Causes, GroupsRejectionsUnderOneCondition) {
  const nlohmann::json causes = json_of_causes(
      {rejected("one", "dst_addr > 1"), rejected("two", "dst rows apart and shape.n > 1"),
       rejected("three", "src rows apart"), rejected("four", "rows apart, or when shape.n > 1")});
  ASSERT_EQ(causes.size(), 3U);
  EXPECT_EQ(causes[1]["condition"], "src rows apart");
  EXPECT_EQ(causes[1]["operations"].size(), 2U);
}

TEST(Causes, GroupIllegalCrashesByTheAssertionOrTheCondition) {
  const auto crashing = [](const char* label, const char* condition, const char* end) {
    Finding finding = of_cause("okk_gdma_32bit_cpy_L2L", condition);
    finding.kind = VerdictKind::crash;
    finding.end = end;
    if (*label != 0) finding.labels = {fmt::format("okk_gdma_32bit_cpy_L2L.{}", label)};
    return finding;
  };
  const char *assertion = "assertion: check failed", *line = "a.c:7: Assertion `w < 5' failed.";
  const Finding end = crashing("dst.end", "shape.w > 4", assertion),
                value = crashing("shape.n.min", "shape.w > 4", assertion),
                other = crashing("shape.n.min", "shape.n < 0", assertion),
                legal = crashing("", "shape.w > 3", assertion);
  EXPECT_TRUE(are_one_cause(end, value));
  EXPECT_TRUE(json_of_causes({end, value})[0]["rules"].empty());
  EXPECT_FALSE(are_one_cause(end, other));
  EXPECT_TRUE(are_one_cause(crashing("dst.end", "shape.w > 4", line),
                            crashing("shape.n.min", "shape.n < 0", line)));
  EXPECT_TRUE(are_one_cause(end, legal));
  Finding toy = crashing("dst.end", "shape.w = 5", assertion);
  toy.profile = "toy";
  EXPECT_EQ(json_of_causes({end, toy})[0]["condition"], "shape.w > 4");
  const char* signal = "crashed by SIGSEGV in memcpy";
  EXPECT_FALSE(are_one_cause(crashing("dst.end", "", signal), crashing("", "shape.w > 3", signal)));
}

TEST(Causes, HaveTheConditionOfTheirOperationOrElseTheirRules) {
  const auto condition_of = [](const char* condition) {
    Finding finding = of_cause("okk_gdma_32bit_cpy_L2L", condition);
    finding.kind = VerdictKind::accepted_invalid;
    finding.labels = {"okk_gdma_32bit_cpy_L2L.dst.end"};
    return json_of_causes({finding})[0]["condition"];
  };
  EXPECT_EQ(condition_of("dst.end is violated and shape.n > 1"),
            "dst.end is violated and shape.n > 1");
  EXPECT_EQ(condition_of(""), "end is violated");
}

TEST(Causes, SayThatAReadingMayAllowACase) {
  Finding finding = rejected("okk_gdma_32bit_cpy_L2L", "");
  finding.labels = {"okk_gdma_32bit_cpy_L2L.dst.end"};
  EXPECT_PRED2(contains, to_text(report_of({finding})),
               "violates, by the default readings: okk_gdma_32bit_cpy_L2L.dst.end");
  finding.kind = VerdictKind::accepted_invalid;
  EXPECT_PRED2(contains, to_text(report_of({finding})), "violates okk_gdma_32bit_cpy_L2L.dst.end");
}

TEST(Causes, GroupCrashesByTheFunctionOrTheCondition) {
  std::vector<Finding> findings = {of_cause("one", "shape.n > 1"), of_cause("two", "shape.n > 2"),
                                   of_cause("three", "shape.c > 1"),
                                   of_cause("four", "shape.n > 1")};
  for (Finding& finding : findings) finding.kind = VerdictKind::crash;
  findings[0].end = findings[1].end = "crashed by SIGSEGV in copy";
  findings[2].end = "crashed by SIGSEGV in fill";
  findings[3].end = "crashed by SIGSEGV in copy_byte";
  const nlohmann::json causes = json_of_causes(findings);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0]["operations"].size(), 3U);
}

// The findings may concern other operands, and be of other kinds of wrong results.
TEST(Causes, GroupsConditionsThatRequireOneLandmarkBeyond4GiB) {
  std::vector<Finding> findings = {of_cause("one", "src.over.4GiB and shape.n > 1"),
                                   of_cause("two", "shape.h > 2 and dst.over.4GiB"),
                                   of_cause("three", "shape.h > 2 and shape.n > 1"),
                                   of_cause("four", "shape.n > 1")};
  findings[1].kind = VerdictKind::write_outside;
  const nlohmann::json causes = json_of_causes(findings);
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0]["operations"].size() + causes[1]["operations"].size(), 4U);
  findings[1].kind = VerdictKind::rejected_valid;
  EXPECT_EQ(json_of_causes(findings).size(), 3U);
  // Many mistakes concern padding.
  EXPECT_FALSE(are_one_cause(of_cause("one", "dst.padding and shape.n > 1"),
                             of_cause("two", "shape.h > 2 and dst.padding")));
  EXPECT_FALSE(are_one_cause(of_cause("one", "not dst.over.4GiB and shape.n > 1"),
                             of_cause("two", "shape.h > 2 and not src.over.4GiB")));
}

struct TwoConditions {
  const char *one, *two;
  bool is_one;
};

// An implementation may check each dimension in a place of its own.
TEST(Causes, GroupsRejectionsByALargeLimitOfExtents) {
  for (const auto& [one, two, is_one] : {
           TwoConditions{"shape.w > 65519", "src_shape.n > 65519 and shape.c > 1", true},
           TwoConditions{"shape.w > 65519", "shape.n > 65518", false},
           TwoConditions{"shape.w > 65519", "stride.w > 65519", false},
           TwoConditions{"shape.w > 64", "shape.c > 64", false},
           TwoConditions{"shape.w > 64 and dst.wrap", "shape.c > 3 and dst.wrap", false},
       })
    EXPECT_EQ(are_one_cause(rejected("one", one), rejected("two", two)), is_one) << two;
}

TEST(Causes, GroupsWrongResultsByALargeLimitOfStrides) {
  for (const auto& [one, two, is_one] : {
           TwoConditions{"dst_stride.c > 1073741823 and shape.c > 1",
                         "src_stride.h > 1073741823 and rows.apart", true},
           TwoConditions{"dst_stride.c > 70000 and shape.c > 1", "src_stride.h > 70000", true},
           TwoConditions{"dst_stride.n = 1073741824", "src_stride.h > 1073741823 and rows.apart",
                         true},
           TwoConditions{"dst_stride.c < 0, or when dst_stride.c > 524287", "src_stride.n > 524287",
                         true},
           TwoConditions{"dst_stride.c < 0, or when shape.c > 1", "src_stride.n < 0", false},
           TwoConditions{"dst_stride.c > 31", "src_stride.h > 31", false},
           TwoConditions{"dst_stride.c = 32", "src_stride.h > 31", false},
       })
    EXPECT_EQ(are_one_cause(of_cause("one", one), of_cause("two", two)), is_one) << one;
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

TEST(Causes, GroupsNoConditionsByTheLimitOfADifference) {
  EXPECT_FALSE(are_one_cause(of_cause("one", "shape.h - shape.w > 40000"),
                             of_cause("two", "shape.n > 40000")));
}

// "dst and src" names two operands in one literal.
TEST(Causes, GroupsNoConditionsBecauseTheyNameTwoOperands) {
  EXPECT_FALSE(are_one_cause(of_cause("one", "dst and src start lanes are equal and shape.h > 1"),
                             of_cause("two", "dst and src h strides differ and shape.n > 1")));
}

}  // namespace
}  // namespace strideproof
