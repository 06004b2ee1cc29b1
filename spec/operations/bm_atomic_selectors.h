#pragma once
// Family bm-atomic: the element size of a format, the local sides of a direction, the alignment of
// mask copies. The reference has its own, in model/reference/bm_atomic.cpp and bm_atomic_mask.cpp.

#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::bm_atomic {

// An invalid format has size 1, so that every address is aligned.
template <class I>
int64_t element_bytes_of(const I& format) {
  if (is(format, Format::float32)) return 4;
  if (any_of(is(format, Format::int16), is(format, Format::float16))) return 2;
  return 1;
}
inline int64_t element_bytes(Format format) {
  return element_bytes_of(static_cast<int64_t>(format));
}

// Equal, or one of the pairs that the engine converts: float32 from and to uint8, int8 and float16;
// float16 from and to uint8 and int8. (Ledger: conversion-pairs.)
inline bool is_convertible(Format from, Format to) {
  const auto either = [&](Format a, Format b) {
    return (from == a && to == b) || (from == b && to == a);
  };
  return from == to || either(Format::float32, Format::uint8) ||
         either(Format::float32, Format::int8) || either(Format::float32, Format::float16) ||
         either(Format::float16, Format::uint8) || either(Format::float16, Format::int8);
}

// An invalid direction has no local side.
template <class I>
Truth<I> src_is_local(const I& direction) {
  return any_of(is(direction, Direction::L2S), is(direction, Direction::L2L));
}
template <class I>
Truth<I> dst_is_local(const I& direction) {
  return any_of(is(direction, Direction::S2L), is(direction, Direction::L2L));
}

inline constexpr int64_t mask_word_bytes = 4;
// Addresses of mask_memcpy_4D are multiples of this many units of the profile (U bytes): on bm1684
// of 128 bytes in local memory, of 512 in system memory. (Ledger: mask-*-alignment.)
inline constexpr int64_t mask_local_units = 1, mask_dst_units = 4;

}  // namespace strideproof::bm_atomic
