#pragma once
// Processes runs of 32-bit words with the widest vectors of the processor, which are detected once
// at run time.

#include <cstdint>

#include "model/optimized/plan.h"
#include "model/optimized/words.h"

namespace strideproof::optimized {

// A loop over words of dst, a and b.
using WordLoop = Loop<int64_t, 3>;

// For each word of a run: dst = a FUNCTION b. dst is disjoint from each source, or identical to it.
using Compute = void (*)(const WordLoop& run, uint8_t* dst, const uint8_t* a, const uint8_t* b);

// The fastest function for runs of adjacent words whose sources are adjacent words or one constant
// word; nullptr for other runs.
Compute vector_compute(Function function, const WordLoop& run);

// The smallest and the largest word, as int32.
struct Extremes {
  int64_t least, most;
};
// The extremes of `count` adjacent words; count >= 1.
Extremes extremes_of(const uint8_t* words, int64_t count);

}  // namespace strideproof::optimized
