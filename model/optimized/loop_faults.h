#pragma once
// Faults in loops, in the order of a plan, and in conversions. The implementation with planted
// faults does not have them: a proof's control plants them by a template argument and runs the code
// itself.

#include <cstdint>

namespace strideproof::optimized {

enum class LoopFault : uint8_t {
  group_over_wrap,  // kernels.h: a group of columns continues past the last lane
  source_rewound,   // bm_atomic_rows.h: where a run of dst ends, that of src is read from its start
  // bm_atomic_4d.h: N and C that are rows and columns, the steps of dst and src exchanged
  matrix_steps_exchanged,
  last_round_lost,  // tiles-inl.h: vectors are interleaved one round too few
  rest_unpacked,    // pack.h: the words past the last whole vector are lost
  // plan.h:
  source_as_destination,  // the source is traversed with the steps of the destination
  one_column_if_either,   // one column where either operand, not both, is in system memory
  heights_exchanged,      // the first `tall` columns are the lower ones
  operands_exchanged,     // the nests of a copy exchange the steps of dst and src
  rows_as_batches,        // the nests of a fill have a row for each batch, and the other way round
  // convert-inl.h:
  subnormal_as_normal,  // the smallest exponent of a float16 is treated as an ordinary one
  ties_upwards,         // halfway between two float16 the larger one is taken
  nan_least,            // NaN becomes the smallest integer
  loops_kept,           // slow, not wrong: no loop is left out, none becomes one with another
};

struct OriginalLoop {
  static constexpr bool has(LoopFault) { return false; }
};

template <LoopFault planted>
struct MutantLoop {
  static constexpr bool has(LoopFault fault) { return fault == planted; }
};

}  // namespace strideproof::optimized
