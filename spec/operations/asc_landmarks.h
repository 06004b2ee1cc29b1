#pragma once
// Family asc: the landmarks that a legal case meets. The meanings in words are in the table of
// spec/vocabulary/asc.cpp.

#include "spec/operations/asc.h"

namespace strideproof::spec::asc {

// Several iterations of two fractals: the second fractal of iteration 0 is frac_step after the
// first, and iteration i begins i*dst_step after it.
template <class I>
Truth<I> meets_order(const Squares<I>& s, LandmarkId mark) {
  const I last_first = (s.repeat - I(1)) * s.dst_step;
  const auto pairs = all_of(s.fractals == I(2), s.repeat > I(1));
  switch (mark) {
    case LandmarkId::dst_interleaved:
      return all_of(pairs, s.dst_step < s.frac_step, s.frac_step < last_first);
    case LandmarkId::dst_reordered: return all_of(pairs, s.frac_step > last_first);
    default: return all_of(s.fractals == I(2), s.frac_step == s.repeat * s.dst_step);
  }
}

// Landmarks of a case whose repeat is not 0.
template <class I>
Truth<I> meets_repeated(const Buffers<I>& m, const Transpose<I>& op, LandmarkId mark) {
  const I zero(0), one(1), fractal(fractal_bytes);
  const Squares<I> s = squares_of(op);
  const auto b8 = is_b8(op.dtype), b16 = is_b16(op.dtype);
  const auto many = op.repeat > one;
  const auto adjacent_fractals = any_of(b16, s.frac_step == fractal);
  switch (mark) {
    case LandmarkId::b8: return b8;
    case LandmarkId::b16: return b16;
    case LandmarkId::b32: return negation(any_of(b8, b16));
    case LandmarkId::repeat_one: return op.repeat == one;
    case LandmarkId::repeat_many: return many;
    case LandmarkId::index: return op.index_id > zero;
    case LandmarkId::src_repeated: return all_of(many, op.src_stride == zero);
    case LandmarkId::src_adjacent: return all_of(many, op.src_stride == one);
    case LandmarkId::src_apart: return all_of(many, op.src_stride > one);
    case LandmarkId::src_off_square: return op.src % fractal != zero;
    case LandmarkId::dst_contiguous:
      return all_of(many, adjacent_fractals, s.dst_step == s.fractals * fractal);
    case LandmarkId::dst_gaps: return dst_end(s) - s.dst_first > s.repeat * s.fractals * fractal;
    case LandmarkId::dst_interleaved:
    case LandmarkId::dst_reordered:
    case LandmarkId::dst_meets_next: return meets_order(s, mark);
    case LandmarkId::frac_stride_ignored: return all_of(b16, op.dst_frac_stride > zero);
    case LandmarkId::frac_stride_over_16_bits:
      return all_of(b16, op.dst_frac_stride > I(largest_frac_stride));
    case LandmarkId::src_last_byte: return src_end(s) == m.l1;
    case LandmarkId::dst_last_byte: return dst_end(s) == m.l0b;
    case LandmarkId::repeat_zero: break;
  }
  return Truth<I>(false);
}

// True if a legal case meets a landmark. A case with repeat 0 meets only the landmark of repeat 0.
template <class I>
Truth<I> meets(const Buffers<I>& m, const Transpose<I>& op, LandmarkId mark) {
  const auto none = op.repeat == I(0);
  if (mark == LandmarkId::repeat_zero) return none;
  return all_of(negation(none), meets_repeated(m, op, mark));
}

}  // namespace strideproof::spec::asc
