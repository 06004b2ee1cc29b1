#pragma once

#include <cstdint>

namespace strideproof::optimized {

// Fills run bytes at dst with a pattern of 64 bytes that repeats every 4 (or a divisor of 4), dst
// being a multiple of that period. run >= 64. The widest vectors that the processor has.
void fill_run(uint8_t* dst, int64_t run, const uint8_t* pattern);

}  // namespace strideproof::optimized
