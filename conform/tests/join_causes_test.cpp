// Findings of several profiles whose conditions describe each other's cases.

#include "conform/check/join_causes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

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

size_t causes(std::vector<Finding> findings) {
  join_by_cases(findings, findings.back().profile, {});
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

}  // namespace
}  // namespace strideproof
