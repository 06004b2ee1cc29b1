// Counts in memory, and what is too costly to decide.

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "spec/spec.h"

namespace strideproof::spec {
namespace {

bool violated(const ConstraintResults& results, const Constraint& constraint) {
  return (results.violated >> constraint.bit & 1) != 0;
}
bool evaluated(const ConstraintResults& results, const Constraint& constraint) {
  return (results.evaluated >> constraint.bit & 1) != 0;
}

// All words are 0, but for one.
Contents words_but(int64_t at, int64_t count) {
  return [at, count](Space, int64_t lane, int64_t offset) {
    const auto word =
        static_cast<uint32_t>(static_cast<int32_t>(lane * 256 + offset / 4 * 4 == at ? count : 0));
    return static_cast<uint8_t>(word >> 8 * (offset % 4));
  };
}
ConstraintResults evaluate_with(const Case& c, int64_t at, int64_t count) {
  return evaluate(c, words_but(at, count));
}

TEST(OkkBdc, EdgesOfCounts) {
  struct Row {
    std::string line, operand;
    std::vector<int64_t> elements, others;  // addresses of counts, and of words that are none
  };
  const Row rows[] = {
      {"okk_bdc_32bit_arithmetic_shift toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,5,1,3 "
       "dst_stride=null src0_stride=null src1_stride=0,4,0,2",
       "src1",
       {128, 136, 256 + 128, 512 + 144, 144, 152, 160},
       {64, 0, 132, 140, 156, 256 + 132, 164, 256 + 160}},
      {"okk_bdc_32bit_C_logical_shift toy dst_addr=256 src_addr=384 C=7 shape=2,1,2,2 "
       "dst_stride=null src_stride=null",
       "src",
       {384, 396, 400, 412},
       {256, 380, 416}},
      // Broadcasts are read once, and channels of one lane too.
      {"okk_bdc_32bit_logical_shift toy dst_addr=0 src0_addr=128 src1_addr=252 shape=2,5,2,2 "
       "dst_stride=null src0_stride=null src1_stride=0,0,0,0",
       "src1",
       {252, 508, 764, 1020},
       {248, 128}},
  };
  for (const Row& row : rows) {
    const Case c = parse_case(row.line);
    const Constraint& at_least = *c.operation->constraint(row.operand + ".counts.min");
    const Constraint& at_most = *c.operation->constraint(row.operand + ".counts.max");
    const uint64_t min = uint64_t{1} << at_least.bit, max = uint64_t{1} << at_most.bit;
    EXPECT_EQ(evaluate(c).evaluated & (min | max), 0U);
    EXPECT_TRUE(evaluate(c).legal());
    for (int64_t at : row.elements) {
      EXPECT_EQ(evaluate_with(c, at, 32).violated, 0U) << at;
      EXPECT_EQ(evaluate_with(c, at, -32).violated, 0U) << at;
      EXPECT_EQ(evaluate_with(c, at, 33).violated, max) << at;
      EXPECT_EQ(evaluate_with(c, at, -33).violated, min) << at;
      EXPECT_EQ(evaluate_with(c, at, std::numeric_limits<int32_t>::max()).violated, max) << at;
      EXPECT_EQ(evaluate_with(c, at, std::numeric_limits<int32_t>::min()).violated, min) << at;
      EXPECT_EQ(evaluate_with(c, at, 33).evaluated, evaluate(c).evaluated | min | max);
      EXPECT_EQ(slack(c, at_most, words_but(at, 30)), 2) << at;
      EXPECT_EQ(slack(c, at_most, words_but(at, 33)), -1) << at;
      EXPECT_EQ(slack(c, at_least, words_but(at, -32)), 0) << at;
      EXPECT_EQ(slack(c, at_least, words_but(at, -40)), -8) << at;
    }
    for (int64_t at : row.others) EXPECT_EQ(evaluate_with(c, at, 33).violated, 0U) << at;
  }
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
  EXPECT_TRUE(violated(constraint_results, *c.operation->constraint("dst.alias")));
  EXPECT_FALSE(evaluated(constraint_results, *c.operation->constraint("overlap")));
}

}  // namespace
}  // namespace strideproof::spec
