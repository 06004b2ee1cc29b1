#pragma once
// Faults that a proof's control plants into the formulas of the spec, by a template argument: the
// same goal must then be refuted. With Original they compile to nothing.

#include <cstdint>

namespace strideproof::spec {

enum class FormulaFault : uint8_t {
  aligned_not_rounded,           // layout.h: channels of the aligned layout follow without padding
  block_rows_rounded_down,       // the n stride counts (Q+C) div X block rows
  n_stride_one_channel_short,    // the n stride of the continuous layout is (C-1)*H*W
  matrix_channels_rounded_down,  // a matrix has cols div cols_per_channel channels
  lane_wrap_off_by_one,          // channels wrap one lane late
  window_end_inclusive,          // an operand may start at the end of a window, or of the last lane
  end_one_short,                 // the last byte of a tensor is taken for its end
  w_stride_ignored,              // elements of a row are taken for adjacent
  runs_joined_over_gap,          // byte_range.h: runs of one lane join over what lies between them
  // footprint.h: the bounding range ends with the last row but one.
  bounding_range_without_last_row,
  flat_lane_one_short,       // bm_atomic.h: a run of flat memory loses the last byte of a lane
  row_stride_one_short,      // slack.h: rows that are written may meet in one element
  block_rows_one_short,      // a lane misses its last block row
  second_start_undecided,    // tensor_overlap.h: the start lane of the second tensor is left out
  in_place_ignores_h,        // any h stride passes as the same
  nested_not_strict,         // overlap.h: strides that meet in one element pass as nested
  gap_one_short,             // ranges that meet in one element pass as disjoint
  last_burst_lost,           // tik.h: the end of the last burst but one is taken for the end
  next_burst_ignored,        // the burst after the one in which the other operand starts
  second_fractal_forgotten,  // asc.h: the extent of dst is that of the first fractals
  repeat_bound_inclusive,    // one iteration more than there are counts
  second_half_forgotten,     // both fractals of an 8-bit square take the same columns
  touching_runs_share,       // proofs/engine/runs.h: runs that touch count as sharing a unit
};

struct Original {
  static constexpr bool has(FormulaFault) { return false; }
};

template <FormulaFault planted>
struct Mutant {
  static constexpr bool has(FormulaFault fault) { return fault == planted; }
};

}  // namespace strideproof::spec
