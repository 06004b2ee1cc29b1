#pragma once
// Runs of 32-bit words with the widest vectors that the processor has.

#include <cstdint>

#include "model/optimized/runs.h"
#include "model/optimized/words.h"
#include "spec/vocabulary/integer.h"

namespace strideproof::optimized {

// dst[i] = dst[i] + src[i] in float32, IEEE 754 to nearest, subnormal numbers kept; the bits of a
// NaN are unspecified. `run` bytes, loop.count times; a Move (runs.h).
void add_floats(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src);

// True if a mask keeps its word; `words` are the operations on a word (words.h).
template <class Words>
auto is_kept(const Words& words, const typename Words::V& mask) {
  return negation(words.equal(mask, 0));
}

// The place of the next word, after a word was kept, or dropped, at place `at`.
template <class I>
I place_after(const I& at, const Truth<I>& kept) {
  return at + select(kept, I(1), I(0));
}

// Writes the words whose mask is not 0, packed, and nothing past the last. Returns their number.
// dst shares no byte with the other operands.
int64_t pack_words(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count);

}  // namespace strideproof::optimized
