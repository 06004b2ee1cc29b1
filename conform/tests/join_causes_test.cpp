// Findings of several profiles whose conditions describe each other's cases.

#include "conform/check/join_causes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "conform/report/causes.h"
#include "conform/tests/made_up_report.h"

namespace strideproof {
namespace {

Finding filling(const char* profile, const char* address, int c, const char* condition) {
  Finding finding = tests::of_cause("okk_gdma_32bit_set_C_local", condition);
  finding.profile = profile;
  finding.kind = VerdictKind::wrong_byte;
  finding.line = fmt::format(
      "okk_gdma_32bit_set_C_local {} dst_addr={} C=0 shape=1,{},1,1 dst_stride=null fill=0",
      profile, address, c);
  return finding;
}

size_t causes(std::vector<Finding> findings, const PassedCases& passed = {}) {
  join_by_cases(findings, findings.back().profile, passed, {});
  return causes_of(findings).size();
}

// The last channel lies in the last lane: of 64 on bm1684, of 4 on toy.
TEST(JoinCauses, ByConditionsThatDescribeEachOthersCases) {
  const Finding on_bm1684 =
      filling("bm1684", "0x1f00000", 2, "(dst start lane + C) = 64 and shape.c > 1");
  const Finding on_toy = filling(
      "toy", "0x200", 2, "(dst start lane + C) = 4 and dst start lane > 0 and dst start lane < 3");
  EXPECT_EQ(causes({on_bm1684, on_toy}), 1U);
  Finding alone = on_toy;
  alone.line = filling("toy", "0x100", 3, "").line;
  EXPECT_EQ(causes({on_bm1684, alone}), 1U);
  alone.line = filling("toy", "0x300", 1, "").line;
  EXPECT_EQ(causes({on_bm1684, alone}), 2U);  // the condition of the first one does not describe it
  alone = filling("toy", "0x200", 2, "dst start lane = 2 and shape.c > 1");
  EXPECT_EQ(causes({on_bm1684, alone}), 2U);  // nor does that of the second one the first one
  // 3 is the last lane of toy, and a limit as well.
  EXPECT_EQ(
      causes({filling("toy", "0", 4, "shape.c > 3"), filling("bm1684", "0", 4, "shape.c > 3")}),
      1U);
  EXPECT_EQ(
      causes({filling("bm1684", "0", 64, "shape.c > 63"), filling("toy", "0", 4, "shape.c > 3")}),
      1U);
  EXPECT_EQ(
      causes({filling("bm1684", "0", 2, "shape.c > 63"), filling("toy", "0", 4, "shape.c > 3")}),
      2U);
  Finding illegal = on_toy;
  illegal.kind = VerdictKind::no_reading_explains;
  illegal.labels = {"okk_gdma_32bit_set_C_local.dst_stride.c.min"};
  illegal.condition = StatedCondition("dst start lane = 2");
  EXPECT_EQ(causes({on_toy, illegal}), 1U);
  illegal.condition = StatedCondition("dst start lane = 1");
  EXPECT_EQ(causes({on_toy, illegal}), 2U);
  alone = on_toy;
  alone.kind = VerdictKind::rejected_valid;
  EXPECT_EQ(causes({on_bm1684, alone}), 1U);
  alone.kind = VerdictKind::timeout;
  EXPECT_EQ(causes({on_bm1684, alone}), 2U);
}

Finding of_line(const char* operation, const char* parameters, const char* condition) {
  Finding finding = tests::of_cause(operation, condition);
  finding.profile = "toy";
  finding.kind = VerdictKind::wrong_byte;
  finding.line = fmt::format("{} toy {} fill=0", operation, parameters);
  return finding;
}

// A helper of two operations: the destination of one, the source of the other.
TEST(JoinCauses, ByConditionsOnTheOtherOperandOfAnotherOperation) {
  const Finding load =
      of_line("okk_gdma_32bit_cpy_S2L",
              "dst_addr=0x100 src_addr=0 shape=1,2,1,8 dst_stride=null src_stride=null",
              "dst start lane = 1 and shape.c > 1");
  const Finding store =
      of_line("okk_gdma_32bit_cpy_L2S",
              "dst_addr=0 src_addr=0x100 shape=1,2,1,4 dst_stride=null src_stride=null",
              "src start lane = 1 and shape.w < 9");
  const Finding fill =
      of_line("okk_gdma_32bit_set_C_local", "dst_addr=0x100 C=0 shape=1,3,1,4 dst_stride=null",
              "dst start lane = 1 and shape.w < 5");
  EXPECT_EQ(causes({load, store}), 1U);
  EXPECT_EQ(causes({store, load}), 1U);
  EXPECT_EQ(causes({load, fill}), 2U);  // its w is 8
  // The last one joins two that were apart.
  EXPECT_EQ(causes({load, fill, store}), 1U);
  const auto with_gaps = [](const char* operation, const char* parameters, const char* lane) {
    const std::string condition = fmt::format("dst and src h strides differ and {}", lane);
    return of_line(operation, parameters, condition.c_str());
  };
  EXPECT_EQ(causes({with_gaps("okk_gdma_32bit_cpy_S2L",
                              "dst_addr=0x100 src_addr=0 shape=1,1,2,4 dst_stride=null "
                              "src_stride=16,16,8,1",
                              "dst start lane > 0"),
                    with_gaps("okk_gdma_32bit_cpy_L2S",
                              "dst_addr=0 src_addr=0x100 shape=1,1,2,4 dst_stride=16,16,8,1 "
                              "src_stride=null",
                              "src start lane = 1")}),
            1U);
  Finding there = store;
  there.operation = load.operation;
  there.line =
      of_line("okk_gdma_32bit_cpy_S2L",
              "dst_addr=0 src_addr=0x100 shape=1,2,1,4 dst_stride=null src_stride=null", "")
          .line;
  EXPECT_EQ(causes({load, there}), 2U);  // one operation has both operands
}

// A stride that is read as 16 bits is wrong, or takes an illegal case into the window.
TEST(JoinCauses, OfAnIllegalCaseByItsEffect) {
  const Finding legal = of_line("okk_gdma_8bit_cpy_S2S",
                                "dst_addr=0 src_addr=0x100000 shape=1,1,2,1 dst_stride=2,2,65536,1 "
                                "src_stride=null",
                                "dst_stride.h > 65535");
  Finding illegal =
      of_line("okk_gdma_8bit_cpy_S2S",
              "dst_addr=0xfffff000 src_addr=0 shape=1,1,2,1 dst_stride=2,2,268435456,1 "
              "src_stride=null",
              "");
  illegal.kind = VerdictKind::accepted_invalid;
  illegal.labels = {"okk_gdma_8bit_cpy_S2S.dst.end"};
  const auto rejected = [](std::vector<const char*> h_strides) {
    PassedCases passed;
    for (const char* h : h_strides)
      passed.add_rejected(parse_program(
          fmt::format("okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0 shape=2,1,2,1 "
                      "dst_stride=268435456,1,{},1 src_stride=null fill=0",
                      h)));
    return passed;
  };
  EXPECT_EQ(causes({legal, illegal}), 2U);  // no case shows that the rule is checked
  EXPECT_EQ(causes({legal, illegal}, rejected({"1", "2"})), 2U);
  EXPECT_EQ(causes({legal, illegal}, rejected({"1", "2", "3"})), 1U);
  EXPECT_EQ(causes({legal, illegal}, rejected({"1", "2", "3", "70000"})), 2U);
}

// Findings that say little of their own.
TEST(JoinCauses, OfALegalCaseWithTheConditionOfAStep) {
  constexpr const char* fill = "okk_gdma_32bit_set_C_local";
  constexpr const char* wide = "dst_addr=0 C=0 shape=1,1,1,5 dst_stride=null";
  constexpr const char* narrow = "dst_addr=0 C=0 shape=1,1,1,4 dst_stride=null";
  const Finding known = of_line(fill, wide, "shape.w > 4");
  const auto of_program = [&](const char* first, const char* second) {
    Finding finding = of_line(fill, first, "");
    finding.condition = StatedCondition("step 2: shape.h = 1");
    finding.line = fmt::format("program toy fill=0 ; {} {} ; {} {}", fill, first, fill, second);
    return finding;
  };
  EXPECT_EQ(causes({known, of_program(narrow, wide)}), 1U);
  EXPECT_EQ(causes({known, of_program(narrow, narrow)}), 2U);
  Finding other = of_line(fill, wide, "under the default readings: shape.h = 2");
  other.kind = VerdictKind::no_reading_explains;
  EXPECT_EQ(causes({known, other}), 1U);
  other.line = of_line(fill, narrow, "").line;
  EXPECT_EQ(causes({known, other}), 2U);
  other.condition = StatedCondition("under the default readings: shape.h = 1");
  EXPECT_EQ(causes({known, other}), 1U);  // it describes the known one
  other.condition = StatedCondition("under the default readings: always");
  EXPECT_EQ(causes({known, other}), 2U);
  other.condition = {};
  EXPECT_EQ(causes({known, other}), 2U);
  other.with = {known.line};
  EXPECT_EQ(causes({known, other}), 1U);
  other = of_line(fill, wide, "");  // examined, and no condition was found
  EXPECT_EQ(causes({known, other}), 1U);
  other.kind = VerdictKind::timeout;
  EXPECT_EQ(causes({known, other}), 2U);
}

// A case that fails after other cases may fail because of them; one that contradicts them does not.
TEST(CauseCondition, DescribesACaseThatContradictsOthers) {
  constexpr const char* fill = "okk_gdma_32bit_set_C_local";
  const Finding known =
      of_line(fill, "dst_addr=0 C=0 shape=1,1,1,5 dst_stride=null", "shape.w > 4");
  Finding other = of_line(fill, "dst_addr=0 C=0 shape=1,1,1,6 dst_stride=null", "");
  other.with = {known.line};
  const auto met = [&] { return condition_of_cause({{&known, {}}, {&other, {}}}, {}, {}).met; };
  EXPECT_EQ(met().size(), 1U);
  other.kind = VerdictKind::no_reading_explains;
  EXPECT_EQ(met().size(), 2U);
}

// Contents have one name in all operations; each has its own names for parameters.
TEST(JoinCauses, ByConditionsOnContents) {
  const Finding shift = of_line("okk_bdc_32bit_arithmetic_shift",
                                "dst_addr=0 src0_addr=0x10 src1_addr=0x20 shape=1,1,1,1 "
                                "dst_stride=null src0_stride=null src1_stride=null",
                                "with one element: count < 0");
  const auto by_C = [](int count) {
    return of_line("okk_bdc_32bit_arithmetic_shift_C",
                   fmt::format("dst_addr=0 src_addr=0x10 C={} shape=1,1,1,1 dst_stride=null "
                               "src_stride=null",
                               count)
                       .c_str(),
                   "C.right");
  };
  EXPECT_EQ(causes({shift, by_C(-1)}), 1U);
  EXPECT_EQ(causes({shift, by_C(1)}), 2U);
}

using Cases = std::vector<explanation::Tried>;

Cases cases_of_height(int h, bool (*fails)(int w)) {
  Cases all;
  for (int w = 1; w <= 40; ++w)
    all.push_back({parse_program(fmt::format("okk_gdma_32bit_set_C_local toy dst_addr=0 C=0 "
                                             "shape=1,1,{},{} dst_stride=null fill=0",
                                             h, w)),
                   fails(w)});
  return all;
}

bool share_rule(const Cases& a, const Cases& b) {
  const auto of = [](const Cases& cases) {
    Finding finding = of_line("okk_gdma_32bit_set_C_local", "", "");
    finding.line = print(std::ranges::find(cases, true, &explanation::Tried::fails)->program);
    return finding;
  };
  const Finding one = of(a), other = of(b);
  return have_common_rule({&one, a}, {&other, b}, {}, {});
}

TEST(JoinCauses, ByARuleOfTheCasesOfBoth) {
  const auto is_wide = [](int w) { return w > 4; };
  const Cases low = cases_of_height(1, is_wide), high = cases_of_height(3, is_wide);
  EXPECT_TRUE(share_rule(low, high));
  EXPECT_FALSE(share_rule(low, cases_of_height(3, [](int w) { return w < 4; })));
  // Most cases of one fail, few of the other.
  EXPECT_FALSE(share_rule(low, cases_of_height(3, [](int w) { return w % 16 == 1; })));
}

}  // namespace
}  // namespace strideproof
