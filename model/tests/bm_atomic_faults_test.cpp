// Each fault that can be planted in bm-atomic shows, and the planted library without one is sound.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "model/tests/bm_atomic_world.h"
#include "mutants/faults_families.h"
#include "mutants/mutants.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using mutants::Fault;

// Small ones that came to mind where each fault shows.
const std::map<Fault, const char*>& shows() {
  // clang-format off
  static const std::map<Fault, const char*> lines = {
      {Fault::bm_linear_stops_at_lane, "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x80000fc length=8 format=2 direction=0"},
      {Fault::bm_linear_counts_bytes, "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0xfffff000 length=2 format=0 direction=2"},
      {Fault::bm_section_unaligned, "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 col=2 row_stride=2 sec_size=1 format=0 direction=0 transpose=1 result_add=0"},
      {Fault::bm_rows_ignore_start_lane, "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=3 row=2 col=2 row_stride=2 sec_size=1 format=0 direction=0 transpose=1 result_add=0"},
      {Fault::bm_cwtrans_tail_lost, "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=128 dst_local_idx=0 src_c=65 src_w=1 format=2 src_c_stride=1 dst_c_stride=65"},
      {Fault::bm_block_row_kept, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,5,1,1 src_stride=0,1,0,1 src_format=2 dst_addr=0 dst_local_idx=0 dst_shape=1,5,1,1 dst_stride=0,1,0,1 dst_format=0 direction=0 transpose=0"},
      {Fault::bm_gaps_joined, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,2,1 src_stride=0,0,2,1 src_format=2 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,2,1 dst_stride=0,0,1,1 dst_format=0 direction=2 transpose=0"},
      {Fault::bm_mask_compact, "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=96 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,8,1,3 data.src=mask"},
      {Fault::bm_length_20_bits, "bm_atomic_memcpy_1D bm1684 src_addr=0x8000000 dst_addr=0x8200000 length=1048577 format=2 direction=3"},
      {Fault::bm_local_idx_ignored, "bm_atomic_memset_4D toy start_addr=0 shape=1,1,1,1 stride=0,0,0,1 const_val=1 format=2 is_local_mem=1 local_idx=1"},
      {Fault::bm_dst_idx_for_src, "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=16 dst_local_idx=1 src_c=1 src_w=1 format=2 src_c_stride=1 dst_c_stride=1"},
      {Fault::bm_transposed_if_square, "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=2 col=3 row_stride=3 sec_size=3 format=0 direction=0 transpose=1 result_add=0"},
      {Fault::bm_swap_block_lost, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=17,16,1,1 src_stride=16,1,1,1 src_format=2 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=16,17,1,1 dst_stride=17,1,1,1 dst_format=2 direction=2 transpose=1"},
      {Fault::bm_transpose_ignored, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=2,3,1,1 src_stride=3,1,1,1 src_format=2 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=3,2,1,1 dst_stride=2,1,1,1 dst_format=2 direction=2 transpose=1"},
      {Fault::bm_result_add_ignored, "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 col=1 row_stride=1 sec_size=1 format=0 direction=0 transpose=0 result_add=1"},
      {Fault::bm_row_stride_ignored, "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=2 col=1 row_stride=2 sec_size=1 format=0 direction=0 transpose=0 result_add=0"},
      {Fault::bm_dst_strides_for_src, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,2,1 src_stride=0,0,1,1 src_format=2 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,2,1 dst_stride=0,0,2,1 dst_format=2 direction=2 transpose=0"},
      {Fault::bm_reshape_ignored, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,2,1 src_stride=0,0,1,1 src_format=2 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,1,2 dst_stride=0,0,2,1 dst_format=2 direction=2 transpose=0"},
      {Fault::bm_int8_as_uint8, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,16 src_stride=0,0,0,1 src_format=3 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,1,16 dst_stride=0,0,0,1 dst_format=0 direction=2 transpose=0"},
      {Fault::bm_constant_truncated, "bm_atomic_memset_4D toy start_addr=0xfffff000 shape=1,1,1,1 stride=0,0,0,1 const_val=0x10000 format=0 is_local_mem=0 local_idx=0"},
      {Fault::bm_constant_low_byte, "bm_atomic_memset_4D toy start_addr=0xfffff000 shape=1,1,1,1 stride=0,0,0,1 const_val=0x100 format=1 is_local_mem=0 local_idx=0"},
      {Fault::bm_last_image_lost, "bm_atomic_memset_4D toy start_addr=0xfffff000 shape=2,1,1,1 stride=1,0,0,1 const_val=1 format=2 is_local_mem=0 local_idx=0"},
      {Fault::bm_c_strides_swapped, "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=128 dst_local_idx=0 src_c=2 src_w=5 format=2 src_c_stride=9 dst_c_stride=5"},
      {Fault::bm_c_stride_of_dst, "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=128 dst_local_idx=0 src_c=5 src_w=1 format=2 src_c_stride=1 dst_c_stride=5"},
      {Fault::bm_overlap_accepted, "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x100000001 length=2 format=2 direction=2"},
      {Fault::bm_idx_of_system_checked, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=4 src_shape=1,1,1,1 src_stride=0,0,0,1 src_format=2 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,1,1 dst_stride=0,0,0,1 dst_format=2 direction=2 transpose=0"},
      {Fault::bm_lane_crossing_rejected, "bm_atomic_memcpy_1D toy src_addr=0x80000ff dst_addr=0x100000000 length=2 format=2 direction=1"},
      {Fault::bm_in_place_rejected, "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x100000000 length=1 format=2 direction=2"},
      {Fault::bm_rows_overlap_rejected, "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=2 col=1 row_stride=0 sec_size=1 format=0 direction=0 transpose=0 result_add=0"},
      {Fault::bm_window_end_rejected, "bm_atomic_memset_4D toy start_addr=0x100000fff shape=1,1,1,1 stride=0,0,0,1 const_val=1 format=2 is_local_mem=0 local_idx=0"},
      {Fault::bm_touching_rejected, "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x100000001 length=1 format=2 direction=2"},
      {Fault::bm_range_one_short, "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x100000001 length=2 format=2 direction=2"},
      {Fault::bm_linear_wraps_in_lane, "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x80000fc length=8 format=2 direction=0"},
      {Fault::bm_added_to_source, "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 col=1 row_stride=1 sec_size=1 format=0 direction=1 transpose=0 result_add=1"},
      {Fault::bm_add_flushed, "program toy fill=0 ; bm_atomic_memset_4D start_addr=0 shape=1,1,1,1 stride=0,0,0,1 const_val=1 format=0 is_local_mem=1 local_idx=0 ; bm_atomic_memset_4D start_addr=0x100000000 shape=1,1,1,1 stride=0,0,0,1 const_val=1 format=0 is_local_mem=0 local_idx=0 ; bm_atomic_memcpy_2D global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 col=1 row_stride=1 sec_size=1 format=0 direction=0 transpose=0 result_add=1"},
      {Fault::bm_rounds_half_up, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,256 src_stride=0,0,0,1 src_format=0 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,1,256 dst_stride=0,0,0,1 dst_format=3 direction=2 transpose=0 data.src=floats"},
      {Fault::bm_uint8_truncated, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,256 src_stride=0,0,0,1 src_format=0 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,1,256 dst_stride=0,0,0,1 dst_format=2 direction=2 transpose=0 data.src=floats"},
      {Fault::bm_uint8_at_127, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,256 src_stride=0,0,0,1 src_format=0 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,1,256 dst_stride=0,0,0,1 dst_format=2 direction=2 transpose=0 data.src=floats"},
      {Fault::bm_saturation_missing, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,256 src_stride=0,0,0,1 src_format=0 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,1,256 dst_stride=0,0,0,1 dst_format=3 direction=2 transpose=0 data.src=floats"},
      {Fault::bm_half_flushed, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,256 src_stride=0,0,0,1 src_format=0 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,1,256 dst_stride=0,0,0,1 dst_format=4 direction=2 transpose=0 data.src=floats"},
      {Fault::bm_nan_to_zero, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,256 src_stride=0,0,0,1 src_format=0 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,1,256 dst_stride=0,0,0,1 dst_format=2 direction=2 transpose=0 data.src=floats"},
      {Fault::bm_half_stays_finite, "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,256 src_stride=0,0,0,1 src_format=0 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=1,1,1,256 dst_stride=0,0,0,1 dst_format=4 direction=2 transpose=0 data.src=floats"},
      {Fault::bm_square_copied, "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=128 dst_local_idx=0 src_c=2 src_w=2 format=2 src_c_stride=2 dst_c_stride=2"},
      {Fault::bm_mask_low_bit, "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,4,1,4"},
      {Fault::bm_mask_low_byte, "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=96 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,8,1,3 data.src=mask"},
      {Fault::bm_mask_leaves_gaps, "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=96 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,8,1,3 data.src=mask"},
      {Fault::bm_mask_overshoots, "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=96 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,8,1,3 fill=3 data.src=mask"},
      {Fault::bm_count_accumulates, "program toy fill=0 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,1,1,1 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,1,1,1 ; bm_get_mask_memcpy_res_num"},
      {Fault::bm_count_of_all, "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=96 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,8,1,3 data.src=mask"},
      {Fault::bm_count_kept_if_none, "program toy fill=0 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,1,1,1 ; bm_atomic_memset_4D start_addr=0 shape=1,1,1,1 stride=0,0,0,1 const_val=0 format=0 is_local_mem=1 local_idx=0 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,1,1,1 ; bm_get_mask_memcpy_res_num"},
      {Fault::bm_count_16_bit, "program bm1684 fill=0 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 dst_global_mem_addr=0x100000000 shape=1,64,32,33 ; bm_get_mask_memcpy_res_num"},
      {Fault::bm_count_in_bytes, "program toy fill=0 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,1,1,1 ; bm_get_mask_memcpy_res_num"},
      {Fault::bm_count_reset_if_rejected, "program toy fill=0 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,1,1,1 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=1 mask_local_mem_addr=0 local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1,1,1,1 ; bm_get_mask_memcpy_res_num"},
  };
  // clang-format on
  return lines;
}

class BmAtomicFaults : public testing::TestWithParam<mutants::FaultRow> {
 protected:
  ~BmAtomicFaults() override { mutants::activate(Fault::none); }

  // The values that the steps return, and the memory that they leave.
  static std::vector<Result> run(const Program& program, World& world,
                                 Result (*implementation)(Machine&, const Case&)) {
    world.prepare(program.steps.front());
    std::vector<Result> results;
    for (const Case& step : program.steps) results.push_back(implementation(world.machine, step));
    return results;
  }
};

TEST_P(BmAtomicFaults, Shows) {
  const Program program = parse_program(shows().at(GetParam().fault));
  World sound(*program.profile), none(*program.profile), faulty(*program.profile);
  const std::vector<Result> expected = run(program, sound, optimized::run);
  EXPECT_EQ(run(program, none, mutants::run), expected);
  EXPECT_TRUE(none == sound) << "nothing is planted";

  mutants::activate(GetParam().fault);
  const std::vector<Result> found = run(program, faulty, mutants::run);
  EXPECT_TRUE(found != expected || !(faulty == sound));
}

TEST_P(BmAtomicFaults, IsDescribed) {
  EXPECT_EQ(mutants::find_fault(GetParam().name)->fault, GetParam().fault);
  EXPECT_EQ(GetParam().description.back(), '.');
  const auto operations = matching(GetParam().operations);
  const Program program = parse_program(shows().at(GetParam().fault));
  EXPECT_TRUE(std::any_of(program.steps.begin(), program.steps.end(), [&](const Case& step) {
    return std::find(operations.begin(), operations.end(), step.operation) != operations.end();
  }));
}

INSTANTIATE_TEST_SUITE_P(Optimized, BmAtomicFaults, testing::ValuesIn(mutants::faults_bm_atomic()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace strideproof
