#pragma once
// Family bm-atomic: the element size of a format, the local sides of a direction, the alignment of
// mask copies. The reference has its own, in model/reference/bm_atomic.cpp and bm_atomic_mask.cpp.

#include <algorithm>
#include <iterator>

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

struct Conversion {
  Format from, to;
  friend bool operator==(const Conversion&, const Conversion&) = default;
};
// The pairs that the engine converts (ledger: conversion-pairs), in the order of their landmarks.
inline constexpr Conversion conversions[] = {
    {Format::float32, Format::uint8},   {Format::float32, Format::int8},
    {Format::float32, Format::float16}, {Format::uint8, Format::float32},
    {Format::int8, Format::float32},    {Format::float16, Format::float32},
    {Format::uint8, Format::float16},   {Format::int8, Format::float16},
    {Format::float16, Format::uint8},   {Format::float16, Format::int8},
};
inline bool is_convertible(Format from, Format to) {
  return from == to ||
         std::count(std::begin(conversions), std::end(conversions), Conversion{from, to}) != 0;
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
