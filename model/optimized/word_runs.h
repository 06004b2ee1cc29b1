#pragma once
// Processes runs of 32-bit words with the widest vectors of the processor, which are detected once
// at run time.

#include <array>
#include <cstdint>

#include "model/optimized/words.h"
#include "spec/vocabulary/integer.h"

namespace strideproof::optimized {

// `count` iterations, each operand (dst, a, b) `step` bytes after the one before.
template <class I>
struct WordLoop {
  I count;
  std::array<I, 3> step;
};

// For each word of a run: dst = a FUNCTION b. dst is disjoint from a source or identical to it.
using Compute = void (*)(const WordLoop<int64_t>& run, uint8_t* dst, const uint8_t* a,
                         const uint8_t* b);

// The fastest function for runs of adjacent words whose sources are adjacent words or one constant
// word; nullptr for other runs.
Compute vector_compute(Function function, const WordLoop<int64_t>& run);

// True if the runs can be processed as vectors.
inline bool suits_vectors(const WordLoop<int64_t>& run) {
  const auto adjacent_or_stays = [](int64_t step) { return step == 4 || step == 0; };
  return run.step[0] == 4 && adjacent_or_stays(run.step[1]) && adjacent_or_stays(run.step[2]);
}

// A run of at least `width` words as vectors: `whole` adjacent vectors from the first word on, and
// one that begins with word `last` and ends with the run. The last vector may share words with the
// one before.
template <class I>
struct VectorSteps {
  I whole, last;
};
template <class I>
VectorSteps<I> vector_steps(const I& count, const I& width) {
  const I last = count - width;
  return {ceil_div(last, width), last};
}

// The smallest and the largest word, as int32.
struct Extremes {
  int64_t least, most;
};
// The extremes of `count` adjacent words; count >= 1.
Extremes extremes_of(const uint8_t* words, int64_t count);

}  // namespace strideproof::optimized
