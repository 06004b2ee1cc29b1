#pragma once
// Kernels on runs of adjacent bytes, words and elements. They use the widest vectors of the
// processor, detected once at run time. Unless a comment says otherwise, dst shares no byte with
// the sources.

#include <cstdint>

#include "model/optimized/plan.h"
#include "spec/operations/bm_atomic.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::optimized {

// ---- bytes ----

// Copies run bytes from src to dst, loop.count times. loop.step has the bytes from one time to the
// next, of dst and of src.
using MoveFunction = void (*)(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst,
                              const uint8_t* src);

// The fastest function for runs of this length.
MoveFunction move_of(int64_t run);

// A MoveFunction that adds: dst[i] = dst[i] + src[i] in float32, IEEE 754 to nearest. Subnormal
// numbers are kept; the bits of a NaN are unspecified.
void add_floats(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src);

// Fills run bytes at dst with a pattern of 64 bytes that repeats every 4 (or a divisor of 4), dst
// being a multiple of that period. run >= 64.
void fill_run(uint8_t* dst, int64_t run, const uint8_t* pattern);

// ---- words ----

using okk_bdc::Function;

// Calls see.operator()<function>().
template <class See>
auto with_function(Function function, See see) {
  switch (function) {
    case Function::bit_and: return see.template operator()<Function::bit_and>();
    case Function::bit_or: return see.template operator()<Function::bit_or>();
    case Function::bit_xor: return see.template operator()<Function::bit_xor>();
    case Function::arithmetic_shift: return see.template operator()<Function::arithmetic_shift>();
    case Function::logical_shift: break;
  }
  return see.template operator()<Function::logical_shift>();
}

// A loop over words of dst, a and b.
using WordLoop = Loop<int64_t, 3>;

// For each word of a run: dst = a FUNCTION b. dst is disjoint from each source, or identical to it.
using Compute = void (*)(const WordLoop& run, uint8_t* dst, const uint8_t* a, const uint8_t* b);

// The fastest function for such runs.
Compute compute_of(Function function, const WordLoop& run);

// The smallest and the largest of `number` adjacent words, as int32; number >= 1.
okk_bdc::CountRange counts_of(const uint8_t* words, int64_t number);

// The place after `kept` words from `at` on.
template <class I>
I place_after(const I& at, const I& kept) {
  return at + kept;
}

// Writes the words whose mask is not 0, packed, and nothing past the last. Returns their number.
int64_t pack_words(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count);

// ---- elements ----

// Converts `count` elements from one format to another; float16 by integer operations. Rounds to
// the nearest, ties to even (IEEE 754), and keeps subnormal numbers. A NaN becomes a quiet NaN with
// its sign and the upper bits of its payload. Integers are saturated; a NaN becomes the largest
// integer.
using Convert = void (*)(uint8_t* dst, const uint8_t* src, int64_t count);

// Precondition: the pair is one of bm_atomic::conversions.
Convert converter(bm_atomic::Format from, bm_atomic::Format to);

}  // namespace strideproof::optimized
