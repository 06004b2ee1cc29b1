#pragma once
// Runs of 32-bit words with the widest vectors that the processor has.

#include <cstdint>

#include "model/optimized/runs.h"

namespace strideproof::optimized {

// dst[i] = dst[i] + src[i] in float32, IEEE 754 to nearest, subnormal numbers kept; which NaN a sum
// is that is no number is not said. `run` bytes, loop.count times; a Move (runs.h).
void add_floats(int64_t run, const Loop<int64_t>& loop, uint8_t* dst, const uint8_t* src);

// Writes the words whose mask is not 0, one behind the other, and nothing behind the last. Returns
// their number. dst shares no byte with the others.
using Pack = int64_t (*)(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count);
int64_t pack_words(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count);

}  // namespace strideproof::optimized
