#pragma once
// Faults that tests plant into the optimized implementation; each must be found. A fault changes
// the parameters, the plan that the shipped code makes of them, or bytes after it has run.

#include <cstdint>
#include <span>
#include <string_view>

namespace strideproof::mutants {

enum class Fault : uint8_t {
  none,
  // ---- okk-gdma ----
  // In the address plan (mutants/okk_gdma.h): a proof refutes them.
  start_lane_ignored,
  lane_wrap_early,
  channels_unaligned,
  half_unit,
  n_stride_ignores_start_lane,
  tail_lost,
  counter_16_bit,
  rows_collapsed,
  lone_channel_lost,
  broadcast_as_default,
  last_channel_whole,
  square_transposed,
  byte_fill_as_16_bit,
  // Each needs two boundaries at once.
  wrap_with_tail,
  broadcast_column,
  // In how the implementation interprets, accepts and rejects parameters (mutants/okk_gdma.cpp).
  dst_stride_for_src,
  n_c_strides_swapped,
  constant_truncated,
  row_overlap_accepted,
  w_stride_accepted,
  alias_accepted,
  overlap_accepted,
  interleaved_rejected,
  in_place_rejected,
  window_end_rejected,
  touching_rejected,
  range_one_short,
  writes_though_rejected,
  // In how it changes memory (mutants/okk_gdma.cpp).
  carry_lost,
  carry_off_unit,  // needs two boundaries at once
  padding_written,
  far_lane_written,
  far_page_written,
  far_chunk_written,
  source_changed,
  last_row_skipped,
  // ---- okk-bdc ----
  // In the operation on a word (mutants/okk_bdc.h): a proof refutes them.
  and_top_bit_kept,
  or_as_xor,
  xor_as_or,
  left_31_lost,
  left_32_as_31,
  left_rotates,
  left_keeps_sign,
  right_31_lost,
  logical_right_32_as_31,
  arithmetic_right_32_as_0,
  right_rounds,
  arithmetic_as_logical,
  logical_as_arithmetic,
  count_sign_ignored,
  count_sign_reversed,
  count_masked,
  zero_count_as_1,
  // In the address plan (mutants/okk_bdc.h).
  bdc_start_lane_ignored,
  bdc_lane_wrap_early,
  bdc_channels_unaligned,
  bdc_n_stride_ignores_start_lane,
  bdc_lone_channel_lost,
  bdc_tail_lost,
  bdc_counter_16_bit,
  bdc_rows_collapsed,
  bdc_broadcast_as_default,
  dst_w_stride_ignored,
  src_w_stride_ignored,
  src1_w_stride_ignored,
  sources_swapped,
  // In how the implementation interprets, accepts and rejects parameters (mutants/okk_bdc.cpp).
  bdc_constant_truncated,
  bdc_constant_reversed,
  src1_stride_of_src0,
  src1_address_of_src0,
  dst_stride_of_src,
  counts_unchecked,
  count_33_accepted,
  count_minus_33_accepted,
  counts_read_in_16_bits,
  count_smallest_accepted,
  c_4095_rejected,
  other_lane_accepted,
  bdc_alias_accepted,
  bdc_overlap_accepted,
  src1_overlap_accepted,
  bdc_interleaved_rejected,
  bdc_in_place_rejected,
  w_broadcast_rejected,
  sources_overlap_rejected,
  lane_end_rejected,
  bdc_touching_rejected,
  bdc_range_one_short,
  bdc_writes_though_rejected,
  // In how it changes memory (mutants/okk_bdc.cpp).
  bdc_padding_written,
  bdc_far_lane_written,
  bdc_source_changed,
  bdc_last_row_skipped,
  // ---- tik ----
  // In the plan (mutants/tik.h): a proof refutes them.
  gap_start_to_start,
  src_gap_for_dst,
  burst_in_elements,
  burst_counter_16_bit,
  bursts_collapsed,
  last_burst_lost,
  // In the execution of the plan (mutants/tik.cpp).
  burst_offset_32_bits,
  move_path_accepted,
  move_sid_accepted,
  move_overlap_accepted,
  move_interleaved_rejected,
  move_touching_rejected,
  move_range_one_short,
  // ---- asc ----
  // In the plan (mutants/asc.h): a proof refutes them.
  half_square_not_swapped,
  word_halves_exchanged,
  index_ignored,
  index_in_fractals,
  squares_end_to_start,
  gap_counts_iteration,
  fractal_gaps_swapped,
  fractal_gap_ignored,
  fractal_gap_for_b16,
  last_iteration_lost,
  // In the execution of the plan (mutants/asc.cpp).
  no_iteration_as_one,
  fractal_interleaving_rejected,
  fractal_overlap_accepted,
  fractal_gap_limits_b16,
  // ---- bm-atomic ----
  // In the address plan (mutants/bm_atomic_plan.h).
  bm_linear_stops_at_lane,
  bm_linear_counts_bytes,
  bm_section_unaligned,
  bm_rows_ignore_start_lane,
  bm_cwtrans_tail_lost,
  bm_block_row_kept,
  bm_gaps_joined,
  bm_mask_compact,
  // In how the implementation interprets, accepts and rejects parameters (mutants/bm_atomic.cpp).
  bm_length_20_bits,
  bm_local_idx_ignored,
  bm_dst_idx_for_src,
  bm_transposed_if_square,
  bm_transpose_ignored,
  bm_swap_block_lost,
  bm_result_add_ignored,
  bm_row_stride_ignored,
  bm_dst_strides_for_src,
  bm_reshape_ignored,
  bm_int8_as_uint8,
  bm_constant_truncated,
  bm_constant_low_byte,
  bm_last_image_lost,
  bm_c_strides_swapped,
  bm_c_stride_of_dst,
  bm_overlap_accepted,
  bm_idx_of_system_checked,
  bm_lane_crossing_rejected,
  bm_in_place_rejected,
  bm_rows_overlap_rejected,
  bm_window_end_rejected,
  bm_touching_rejected,
  bm_range_one_short,
  // In how it changes elements and memory (mutants/bm_atomic.cpp).
  bm_linear_wraps_in_lane,
  bm_added_to_source,
  bm_add_flushed,
  bm_rounds_half_up,
  bm_uint8_truncated,
  bm_uint8_at_127,
  bm_saturation_missing,
  bm_half_flushed,
  bm_nan_to_zero,
  bm_half_stays_finite,
  bm_square_copied,
  bm_mask_low_bit,
  bm_mask_low_byte,
  bm_mask_leaves_gaps,
  bm_mask_overshoots,
  bm_count_accumulates,
  bm_count_of_all,
  bm_count_kept_if_none,
  bm_count_in_bytes,
  bm_count_16_bit,
  bm_count_reset_if_rejected,
  // ---- only refuted by proofs: no row of faults() ----
  group_over_wrap,        // a group of columns continues past the last lane
  source_as_destination,  // the source is traversed with the steps of the destination
  one_column_if_either,   // one column where either operand, not both, is in system memory
  heights_exchanged,      // the first `tall` columns are the lower ones
};

struct FaultRow {
  Fault fault;
  std::string_view name;
  std::string_view description;  // one sentence
  std::string_view operations;   // a glob: only there it may show
};

std::span<const FaultRow> faults();                 // without none
const FaultRow* find_fault(std::string_view name);  // nullptr: no such fault

std::string_view description(Fault fault);  // also of those that only proofs refute

}  // namespace strideproof::mutants
