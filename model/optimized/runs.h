#pragma once
// Moves runs of bytes with the widest vectors of the processor, which are detected once at run
// time.

#include <cstdint>

#include "model/optimized/plan.h"

namespace strideproof::optimized {

// Copies run bytes from src to dst, loop.count times. loop.step has the bytes from one time to the
// next, of dst and of src.
using Move = void (*)(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src);

// The fastest function for runs of this length; source and destination share no byte.
Move move_of(int64_t run);

// Fills run bytes at dst with a pattern of 64 bytes that repeats every 4 (or a divisor of 4), dst
// being a multiple of that period. run >= 64.
void fill_run(uint8_t* dst, int64_t run, const uint8_t* pattern);

}  // namespace strideproof::optimized
