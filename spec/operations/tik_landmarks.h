#pragma once
// Family tik: the landmarks that a legal case meets. The meanings in words are in the table of
// spec/vocabulary/tik.cpp.

#include "spec/operations/tik.h"

namespace strideproof::spec::tik {

inline constexpr int64_t four_gib = int64_t{1} << 32;

template <class I>
Truth<I> has_element_bytes(const I& dtype, int64_t bytes) {
  Truth<I> found(false);
  for (int d = 0; d < dtype_count; ++d)
    if (element_bytes(static_cast<DType>(d)) == bytes) found = any_of(found, dtype == I(d));
  return found;
}

template <class I>
Truth<I> in_gm(const Bursts<I>& b) {
  return is(b.space, Space::system);
}
template <class I>
Truth<I> over_4gib(const Bursts<I>& b) {
  return all_of(in_gm(b), b.first / I(four_gib) != last_byte(b) / I(four_gib));
}
template <class I>
Truth<I> extent_4gib(const Bursts<I>& b) {
  return last_byte(b) - b.first + I(1) >= I(four_gib);
}
template <class I>
Truth<I> off_block(const Bursts<I>& b) {
  return all_of(in_gm(b), b.first % I(block_bytes) != I(0));
}
template <class I>
Truth<I> uses_last_byte(const Buffers<I>& m, const Bursts<I>& b) {
  return last_byte(b) == last_allowed(m, b.space, b.first);
}

// Landmarks of two operands in UB; a and b are disjoint or, in place, identical.
template <class I>
Truth<I> meets_pair(const Bursts<I>& a, const Bursts<I>& b, LandmarkId mark) {
  const auto within = a.space == b.space;
  const I gap = max_of(b.first - last_byte(a), a.first - last_byte(b)) - I(1);
  switch (mark) {
    case LandmarkId::in_place: return all_of(within, maps_onto_itself(a, b));
    case LandmarkId::operands_adjacent: return all_of(within, gap == I(0));
    default: return all_of(within, negation(maps_onto_itself(a, b)), gap < I(0));
  }
}

// True if a legal case meets a landmark.
template <class I>
Truth<I> meets(const Buffers<I>& m, const Move<I>& op, LandmarkId mark) {
  const I zero(0), one(1);
  const Bursts<I> dst = dst_of(op), src = src_of(op);
  const auto path = [&](Space from, Space to) {
    return all_of(is(op.src_space, from), is(op.dst_space, to));
  };
  const auto several = op.nburst > one;
  const I &from = op.src_stride, &to = op.dst_stride;
  switch (mark) {
    case LandmarkId::gm_to_l1: return path(Space::system, Space::l1);
    case LandmarkId::gm_to_ub: return path(Space::system, Space::ub);
    case LandmarkId::ub_to_gm: return path(Space::ub, Space::system);
    case LandmarkId::ub_to_ub: return path(Space::ub, Space::ub);
    case LandmarkId::dtype_b8: return has_element_bytes(op.dtype, 1);
    case LandmarkId::dtype_b16: return has_element_bytes(op.dtype, 2);
    case LandmarkId::dtype_b32: return has_element_bytes(op.dtype, 4);
    case LandmarkId::dtype_b64: return has_element_bytes(op.dtype, 8);
    case LandmarkId::sid_given: return op.sid > zero;
    case LandmarkId::one_burst: return op.nburst == one;
    case LandmarkId::strides_unused: return all_of(op.nburst == one, from + to > zero);
    case LandmarkId::one_run: return all_of(several, from + to == zero);
    case LandmarkId::src_adjacent: return all_of(several, from == zero, to > zero);
    case LandmarkId::dst_adjacent: return all_of(several, to == zero, from > zero);
    case LandmarkId::both_apart: return all_of(several, from > zero, to > zero, from != to);
    case LandmarkId::burst_over_64ki: return dst.bytes > I(65535);
    case LandmarkId::src_over_4gib: return over_4gib(src);
    case LandmarkId::dst_over_4gib: return over_4gib(dst);
    case LandmarkId::src_extent_4gib: return extent_4gib(src);
    case LandmarkId::dst_extent_4gib: return extent_4gib(dst);
    case LandmarkId::src_off_block: return off_block(src);
    case LandmarkId::dst_off_block: return off_block(dst);
    case LandmarkId::src_last_byte: return uses_last_byte(m, src);
    case LandmarkId::dst_last_byte: return uses_last_byte(m, dst);
    case LandmarkId::in_place:
    case LandmarkId::operands_adjacent:
    case LandmarkId::operands_interleaved: return meets_pair(dst, src, mark);
  }
  return Truth<I>(false);
}

}  // namespace strideproof::spec::tik
