// Counts of okk-bdc are data, which an implementation reads before it evaluates their constraints;
// the count of a mask copy is state of the machine.

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

// The reading by which a mask copy of no elements keeps no word, and that of a count read once.
TEST(MaskCount, EvaluationChangesNothing) {
  Readings readings = default_readings;
  readings[static_cast<size_t>(ledger_index("empty-copy"))] = 2;
  readings[static_cast<size_t>(ledger_index("mask-count-read"))] = 1;
  Machine machine(*find_profile("bm1684"));
  machine.mask_count = 5;
  for (const char* line :
       {"bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=0 mask_local_mem_addr=0 "
        "local_mem_idx=64 dst_global_mem_addr=0x100000000 shape=1,1,1,1",
        "bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=0 mask_local_mem_addr=0 "
        "local_mem_idx=0 dst_global_mem_addr=0x100000000 shape=0,1,1,1",
        "bm_get_mask_memcpy_res_num bm1684"}) {
    reference::evaluate(machine, parse_case(line), readings);
    EXPECT_EQ(machine.mask_count, 5u) << line;
    EXPECT_FALSE(machine.mask_rejected) << line;
  }
}

}  // namespace
}  // namespace strideproof
