// Which cases cost too much to decide or to run.

#include <gtest/gtest.h>

#include "spec/spec.h"

namespace strideproof::spec {
namespace {

bool evaluated(const ConstraintResults& results, const Constraint& constraint) {
  return (results.evaluated >> constraint.bit & 1) != 0;
}

TEST(OkkBdc, TooManyCountsAreNotRead) {
  // Strides of 1 in three dimensions: 120,000 words, named 2^45 times.
  const Case c = parse_case(
      "okk_bdc_32bit_logical_shift bm1684 dst_addr=500000 src0_addr=500000 src1_addr=0 "
      "shape=40000,1,40000,40000 dst_stride=0,0,0,0 src0_stride=0,0,0,0 src1_stride=1,1,1,1");
  bool read = false;
  const ConstraintResults constraint_results = evaluate(c, [&](Space, int64_t, int64_t) {
    read = true;
    return uint8_t{0};
  });
  EXPECT_FALSE(read);
  EXPECT_TRUE(constraint_results.too_costly);
  EXPECT_FALSE(evaluated(constraint_results, *c.operation->constraint("src1.counts.min")));
}

TEST(OkkGdma, TooCostlyIsNoVerdict) {
  // Six strides without a pattern: too many sums to search for one that both operands have.
  const Case c = parse_case(
      "okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x100000211 src_addr=0x100000064 "
      "shape=50767,79,42583,12 dst_stride=535385,962400,361063,1 "
      "src_stride=669108,661983,183765,1");
  const ConstraintResults constraint_results = evaluate(c);
  EXPECT_TRUE(constraint_results.too_costly);
  EXPECT_FALSE(constraint_results.legal());
  // Other constraints are decided.
  EXPECT_TRUE(constraint_results.violated >> c.operation->constraint("dst.alias")->bit & 1);
  EXPECT_FALSE(evaluated(constraint_results, *c.operation->constraint("overlap")));
}

}  // namespace
}  // namespace strideproof::spec
