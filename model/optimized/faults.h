#pragma once
// Faults that tests plant into the optimized implementation, to see that they are found. The code
// that computes addresses is a template over Plant: Sound ships, and with it a fault is a constant
// `false` that leaves nothing behind; Planted is the library strideproof_planted, never shipped.

#include <cstdint>
#include <span>
#include <string_view>

namespace strideproof::optimized {

enum class Fault : uint8_t {
  none,
  // In the address plan (plan.h, okk_gdma.h): a proof refutes them.
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
  // In what the implementation takes its parameters for, accepts and rejects (planted.cpp).
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
  writes_though_rejected,
  // In what it does to memory (planted.cpp).
  carry_lost,
  padding_written,
  far_lane_written,
  far_page_written,
  source_changed,
  last_row_skipped,
};

struct FaultRow {
  Fault fault;
  std::string_view name;
  std::string_view description;  // one sentence
  std::string_view operations;   // a glob: only there it may show
};

std::span<const FaultRow> faults();                 // without none
const FaultRow* find_fault(std::string_view name);  // nullptr: no such fault

struct Sound {
  static constexpr bool has(Fault) { return false; }
};

struct Planted {
  static inline Fault fault = Fault::none;
  static bool has(Fault f) { return f == fault; }
};

}  // namespace strideproof::optimized
