#pragma once
// Family okk-bdc: the landmarks that a legal case meets. The meanings in words are in the table of
// spec/vocabulary/okk_bdc.cpp.

#include "spec/operand_landmarks.h"
#include "spec/operations/okk_bdc.h"

namespace strideproof::spec::okk_bdc {

// The operands of a legal case; src1 is src if there is one source.
template <class I>
struct OperandsOf {
  LandmarkOperand<I> dst, src, src1;
};
template <class I>
OperandsOf<I> operands_of(const MachineShape<I>& m, const View<I>& v) {
  const auto operand = [&](Operands which) {
    return LandmarkOperand<I>{operand_of(m, v, which), !given_of(v, which).stride.null};
  };
  return {operand(on_dst), operand(on_src), operand(on_src1)};
}

template <class I>
Truth<I> elements_adjacent(const LandmarkOperand<I>& x) {
  return any_of(x.tensor.shape.w == I(1), x.tensor.stride.w == I(1));
}

// Several rows in a channel, and each operand has all their elements without a gap.
template <class I>
Truth<I> rows_collapse(const OperandsOf<I>& x) {
  const auto collapse = [](const LandmarkOperand<I>& o) {
    return all_of(elements_adjacent(o), o.tensor.stride.h == o.tensor.shape.w);
  };
  return all_of(x.dst.tensor.shape.h > I(1), collapse(x.dst), collapse(x.src), collapse(x.src1));
}

template <class I>
Truth<I> w_stride_counts(const LandmarkOperand<I>& x) {
  return negation(elements_adjacent(x));
}

inline constexpr int64_t vector_elements = 8;

template <class I>
Truth<I> run_has_tail(const OperandsOf<I>& x) {
  const I& w = x.dst.tensor.shape.w;
  return all_of(elements_adjacent(x.dst), elements_adjacent(x.src), elements_adjacent(x.src1),
                w >= I(vector_elements), w % I(vector_elements) != I(0));
}

// The bounding ranges overlap, but the operands do not map onto themselves.
template <class I>
Truth<I> ranges_meet(const MachineShape<I>& m, const LandmarkOperand<I>& a,
                     const LandmarkOperand<I>& b) {
  return all_of(overlap_slack<I, Original, free_w>(m, a.tensor, b.tensor) < I(0),
                negation(maps_onto_itself(m, a.tensor, b.tensor)));
}

template <class I>
Truth<I> meets_constant(const I& C, LandmarkId mark) {
  switch (mark) {
    case LandmarkId::C_zero: return C == I(0);
    case LandmarkId::C_left: return C > I(0);
    case LandmarkId::C_right: return C < I(0);
    case LandmarkId::C_left_31: return C == I(31);
    case LandmarkId::C_right_31: return C == I(-31);
    case LandmarkId::C_left_32: return C == I(32);
    case LandmarkId::C_right_32: return C == I(-32);
    // The same for signed and unsigned: bits 31, and 16 to 31.
    case LandmarkId::C_top_bit: return any_of(C < I(0), C >= I(int64_t{1} << 31));
    case LandmarkId::C_over_16_bits: return any_of(C < I(0), C >= I(int64_t{1} << 16));
    default: return Truth<I>(false);  // of another operation
  }
}

// True if a legal case meets a landmark of its operation. `x` are the operands of `v`.
template <class I>
Truth<I> meets(const MachineShape<I>& m, const View<I>& v, const OperandsOf<I>& x,
               LandmarkId mark) {
  const Dim4<I>& shape = v.shape;
  const I one(1);
  switch (mark) {
    case LandmarkId::one_element:
      return all_of(shape.n == one, shape.c == one, shape.h == one, shape.w == one);
    case LandmarkId::dst_explicit: return Truth<I>(x.dst.given);
    case LandmarkId::src_explicit: return Truth<I>(x.src.given);
    case LandmarkId::src1_explicit: return Truth<I>(x.src1.given);
    case LandmarkId::rows_collapse: return rows_collapse(x);
    case LandmarkId::rows_apart: return all_of(shape.h > one, negation(rows_collapse(x)));
    case LandmarkId::run_tail: return run_has_tail(x);
    case LandmarkId::run_over_64ki: return shape.h * shape.w > I(largest_extent);
    case LandmarkId::wrap: return wraps(m, x.dst);
    case LandmarkId::exact_lanes: return ends_in_last_lane(m, x.dst);
    case LandmarkId::dst_start_lane: return start_lane_counts(m, x.dst);
    case LandmarkId::src_start_lane: return start_lane_counts(m, x.src);
    case LandmarkId::src1_start_lane: return start_lane_counts(m, x.src1);
    case LandmarkId::dst_padding: return has_padding(x.dst);
    case LandmarkId::src_padding: return has_padding(x.src);
    case LandmarkId::src1_padding: return has_padding(x.src1);
    case LandmarkId::dst_off_unit: return off_unit(m, x.dst);
    case LandmarkId::src_off_unit: return off_unit(m, x.src);
    case LandmarkId::src1_off_unit: return off_unit(m, x.src1);
    case LandmarkId::dst_last_byte: return uses_last_byte(m, x.dst);
    case LandmarkId::src_last_byte: return uses_last_byte(m, x.src);
    case LandmarkId::src1_last_byte: return uses_last_byte(m, x.src1);
    case LandmarkId::dst_w_stride: return w_stride_counts(x.dst);
    case LandmarkId::src_w_stride: return w_stride_counts(x.src);
    case LandmarkId::src1_w_stride: return w_stride_counts(x.src1);
    case LandmarkId::src_broadcast: return broadcasts<I, free_w>(m, x.src);
    case LandmarkId::src1_broadcast: return broadcasts<I, free_w>(m, x.src1);
    case LandmarkId::dst_interleaved:
      return alias_slack<I, Original, free_w>(m, x.dst.tensor) < I(0);
    case LandmarkId::src_in_place: return maps_onto_itself(m, x.dst.tensor, x.src.tensor);
    case LandmarkId::src1_in_place: return maps_onto_itself(m, x.dst.tensor, x.src1.tensor);
    case LandmarkId::src_interleaved: return ranges_meet(m, x.dst, x.src);
    case LandmarkId::src1_interleaved: return ranges_meet(m, x.dst, x.src1);
    case LandmarkId::sources_same: return maps_onto_itself(m, x.src.tensor, x.src1.tensor);
    case LandmarkId::sources_overlap: return ranges_meet(m, x.src, x.src1);
    default: return meets_constant(v.C, mark);
  }
}

}  // namespace strideproof::spec::okk_bdc
