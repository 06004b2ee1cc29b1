#pragma once
// Processes runs of 32-bit words with the widest vectors of the processor, which are detected once
// at run time.

#include <array>
#include <cstdint>

#include "model/optimized/words.h"

namespace strideproof::optimized {

// `count` iterations, each operand (dst, a, b) `step` bytes after the one before.
template <class I>
struct WordLoop {
  I count;
  std::array<I, 3> step;
};

// For each word of a run: dst = a FUNCTION b. dst is disjoint from each source, or identical to it.
using Compute = void (*)(const WordLoop<int64_t>& run, uint8_t* dst, const uint8_t* a,
                         const uint8_t* b);

// The fastest function for runs of adjacent words whose sources are adjacent words or one constant
// word; nullptr for other runs.
Compute vector_compute(Function function, const WordLoop<int64_t>& run);

// The smallest and the largest word, as int32.
struct Extremes {
  int64_t least, most;
};
// The extremes of `count` adjacent words; count >= 1.
Extremes extremes_of(const uint8_t* words, int64_t count);

}  // namespace strideproof::optimized
