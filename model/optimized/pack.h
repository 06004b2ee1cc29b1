#pragma once
// Words packed by a mask, over vectors V. `lanes` is an object with the operations on them:
//
//   width()                      in words, at most most_width
//   load(words)                  the words from there on
//   not_zero(mask)               a truth value for each word
//   compressed(words, keep)      word l, if kept, at the index that counts the kept words before it;
//                                other words are undefined
//   count(keep)                  the number of kept words
//   store(v, memory, at)
//
//   pack_vector(lanes, words, mask, memory, at)
//   pack(lanes, dst, words, mask, count)       pack_words, with such vectors

#include <algorithm>
#include <cstring>

#include "model/optimized/bm_atomic_words.h"

namespace strideproof::optimized {

inline constexpr int64_t most_packed = 1024, most_width = 16;

// Instructions that every processor has.
namespace baseline {
#include "model/optimized/pack-inl.h"
}

}  // namespace strideproof::optimized
