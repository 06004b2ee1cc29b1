// Counts of okk-bdc are data, which an implementation reads before it evaluates their constraints.

#include <gtest/gtest.h>

#include "model/implementation.h"

namespace strideproof {
namespace {

// More reads than are worth it, of few words: whether a count is out of its range stays open.
TEST(Counts, PastTheBudgetStayOpen) {
  const Case many = parse_case(
      "okk_bdc_32bit_logical_shift bm1684 dst_addr=0 src0_addr=0x400 src1_addr=0x800 "
      "shape=300,4095,300,300 dst_stride=null src0_stride=0,0,0,0 src1_stride=7,1,11,13");
  Machine machine(*many.profile);
  const ConstraintResults results = optimized::run(machine, many).constraint_results;
  EXPECT_TRUE(results.too_costly);
  EXPECT_EQ(results.evaluated & uint64_t{3} << static_cast<int>(ConstraintId::counts_min), 0u);
}

}  // namespace
}  // namespace strideproof
