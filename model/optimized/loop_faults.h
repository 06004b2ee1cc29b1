#pragma once
// Faults in loops that the implementation with planted faults runs as the sound one does: a proof's
// control plants them by a template argument, and runs the loop itself.

#include <cstdint>

namespace strideproof::optimized {

enum class LoopFault : uint8_t {
  band_over_wrap,  // kernels.h: lanes walked in step go on past the last one
  source_rewound,  // bm_atomic_rows.h: where a run of dst ends, that of src is read from its start
};

struct SoundLoop {
  static constexpr bool has(LoopFault) { return false; }
};

template <LoopFault planted>
struct PlantedLoop {
  static constexpr bool has(LoopFault fault) { return fault == planted; }
};

}  // namespace strideproof::optimized
