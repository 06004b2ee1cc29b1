#pragma once
// Computes many words of the fill at once, with the widest vectors of the processor. Filling
// windows is most of the cost of a small case, apart from the implementations.

#include <cstdint>

namespace strideproof {

inline constexpr uint64_t fill_golden = 0x9e3779b97f4a7c15;
inline constexpr uint64_t fill_factor_1 = 0xbf58476d1ce4e5b9, fill_factor_2 = 0x94d049bb133111eb;

// A bijection: the finalizer of splitmix64.
inline uint64_t fill_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * fill_factor_1;
  x = (x ^ (x >> 27)) * fill_factor_2;
  return x ^ (x >> 31);
}

// Word `index` of a lane (or of another memory) with this key; see fill.h.
inline uint64_t fill_word(uint64_t key, int64_t index) {
  return fill_mix(key + fill_golden * static_cast<uint64_t>(index));
}

// Writes words [first, first + count), little-endian; `to` need not be aligned.
void fill_words(uint8_t* to, uint64_t key, int64_t first, int64_t count);

}  // namespace strideproof
