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

TEST(Causes, GroupLegalCasesOfAnOperationByTheConditionWhateverTheKind) {
  const auto count = [](VerdictKind kind, const char* operation, const char* label) {
    std::vector<Finding> findings = {of_cause("one", "shape.n > 1 and dst.wrap"),
                                     of_cause(operation, "shape.n > 1 and dst.wrap")};
    findings[0].kind = VerdictKind::wrong_byte;
    findings[1].kind = kind;
    if (*label != 0) findings[1].labels = {label};
    return json_of_causes(findings).size();
  };
  EXPECT_EQ(count(VerdictKind::rejected_valid, "one", ""), 1U);
  EXPECT_EQ(count(VerdictKind::crash, "one", ""), 1U);
  EXPECT_EQ(count(VerdictKind::rejected_valid, "two", ""), 2U);
  EXPECT_EQ(count(VerdictKind::accepted_invalid, "one", "one.shape.n.min"), 2U);
}

// They may concern other operands, and show in other kinds of wrong results.
TEST(Causes, GroupsConditionsThatRequireOneLandmark) {
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
}

struct TwoConditions {
  const char *one, *two;
  bool is_one;
};

// bm1684 has 64 lanes and units of 128 bytes, toy 4 and 16.
TEST(Causes, GroupsConditionsOfProfilesByTheirLanes) {
  for (const auto& [on_toy, on_bm1684, is_one] : {
           TwoConditions{
               "dst_stride.c mod 4 != 0 and (src start lane + C) > 4, or when shape.c > 3",
               "src_stride.c mod 64 != 0 and (dst start lane + C) > 64, or when shape.c > 63",
               true},
           TwoConditions{"run bytes mod 16 != 0", "run bytes mod 128 != 0", true},
           TwoConditions{"shape.c > 4", "shape.c > 63", false},
           TwoConditions{"shape.c > 4", "shape.c > 128", false},
           TwoConditions{"shape.c > 5", "shape.c > 64", false},
       }) {
    Finding other = of_cause("op", on_bm1684);
    other.profile = "bm1684";
    EXPECT_EQ(are_one_cause(of_cause("op", on_toy), other), is_one) << on_toy;
  }
}

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

// The stride of the second case takes its source over 4 GiB, if it is large.
TEST(Causes, GroupsALargeStrideWithTheLandmarkThatItMeets) {
  const auto are_one = [](const char* landmark, int64_t stride, const char* condition) {
    Finding two = of_cause("two", condition);
    two.line = fmt::format(
        "okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x10000000 src_addr=0x100000000 shape=1,1,2,1 "
        "dst_stride=null src_stride=2,2,{},1 fill=0",
        stride);
    return are_one_cause(of_cause("one", landmark), two);
  };
  EXPECT_TRUE(are_one("dst.over.4GiB", 1073741824, "src_stride.h > 1073741823 and rows.apart"));
  EXPECT_FALSE(are_one("dst.over.4GiB", 65536, "src_stride.h > 65535 and rows.apart"));
  EXPECT_FALSE(are_one("dst.over.4GiB", 1073741824, "rows.apart"));
  EXPECT_FALSE(are_one("rows.apart", 1073741824, "src_stride.h > 1073741823"));
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
