#pragma once
// Family okk-gdma: the landmarks that a legal case meets. The meanings in words are in the table of
// spec/vocabulary/okk_gdma.cpp.

#include "spec/operand_landmarks.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::spec::okk_gdma {

inline constexpr int64_t vector_bytes = 32;
inline constexpr int64_t four_gib = int64_t{1} << 32;

// dst and src; a fill, whose landmarks never use a source, has dst twice.
template <class I>
struct OperandPair {
  LandmarkOperand<I> dst, src;
};
template <class I>
OperandPair<I> operands_of(const MachineShape<I>& m, const Copy<I>& op) {
  return {{dst_of(m, op), !op.dst_stride.null}, {src_of(m, op), !op.src_stride.null}};
}
template <class I>
OperandPair<I> operands_of(const MachineShape<I>& m, const Fill<I>& op) {
  const LandmarkOperand<I> dst{dst_of(m, op), !op.dst_stride.null};
  return {dst, dst};
}
template <class I>
OperandPair<I> operands_of(const MachineShape<I>& m, const Matrix<I>& op) {
  return {{dst_of(m, op), false}, {src_of(m, op), false}};
}

// ---- one operand ----

template <class I>
Truth<I> over_4gib(const MachineShape<I>& m, const LandmarkOperand<I>& x) {
  return x.tensor.address / I(four_gib) != last_byte(m, x.tensor) / I(four_gib);
}

// ---- the whole operation ----

// Elements in a row, and in the object that rows make up: a channel, or a matrix.
template <class I>
struct Size {
  I row, whole;
};
template <class I>
Truth<I> has_tail(const Size<I>& size, int64_t element_bytes) {
  const I bytes = size.row * I(element_bytes);
  return all_of(bytes >= I(vector_bytes), bytes % I(vector_bytes) != I(0));
}

// Several rows in a channel, and each operand has them without a gap.
template <class I>
Truth<I> rows_collapse(const OperandPair<I>& x) {
  const Dim4<I>& shape = x.dst.tensor.shape;
  return all_of(shape.h > I(1), x.dst.tensor.stride.h == shape.w, x.src.tensor.stride.h == shape.w);
}

template <class I>
Truth<I> meets_tensors(const MachineShape<I>& m, const OperandPair<I>& x, LandmarkId mark) {
  const Tensor<I>&dst = x.dst.tensor, &src = x.src.tensor;
  const Dim4<I>& shape = dst.shape;
  const I one(1);
  const Size<I> size{shape.w, shape.h * shape.w};
  switch (mark) {
    case LandmarkId::one_element:
      return all_of(shape.n == one, shape.c == one, shape.h == one, shape.w == one);
    case LandmarkId::rows_collapse: return rows_collapse(x);
    case LandmarkId::rows_apart: return all_of(shape.h > one, negation(rows_collapse(x)));
    case LandmarkId::run_tail: return has_tail(size, dst.element_bytes);
    case LandmarkId::run_over_64ki: return size.whole > I(largest_extent);
    case LandmarkId::in_place: return maps_onto_itself(m, dst, src);
    case LandmarkId::operands_interleaved:
      return all_of(overlap_slack(m, dst, src) < I(0), negation(maps_onto_itself(m, dst, src)));
    default: return Truth<I>(false);  // of another operation
  }
}

template <class I>
Truth<I> meets_matrix(const Matrix<I>& op, LandmarkId mark) {
  const I one(1);
  const Size<I> size{op.cols, op.rows * op.cols};
  switch (mark) {
    case LandmarkId::one_element: return all_of(op.rows == one, op.cols == one);
    case LandmarkId::run_tail: return has_tail(size, matrix_element_bytes);
    case LandmarkId::run_over_64ki: return size.whole > I(largest_extent);
    case LandmarkId::partial_channel:
      return all_of(op.cols > op.cols_per_channel, op.cols % op.cols_per_channel != I(0));
    case LandmarkId::channel_wider: return op.cols_per_channel > op.cols;
    case LandmarkId::square: return all_of(op.rows == op.cols, op.rows > one);
    case LandmarkId::rows_gapped: return all_of(op.row_stride > op.cols, op.rows > one);
    case LandmarkId::rows_overlap: return all_of(op.row_stride<op.cols, op.rows> one);
    default: return Truth<I>(false);  // of another operation
  }
}

// True if a legal case meets a landmark of its operation. `x` are the operands of `op`.
template <class I, class Op>
Truth<I> meets(const MachineShape<I>& m, const Op& op, const OperandPair<I>& x, LandmarkId mark) {
  switch (mark) {
    case LandmarkId::dst_explicit: return Truth<I>(x.dst.given);
    case LandmarkId::src_explicit: return Truth<I>(x.src.given);
    case LandmarkId::dst_wrap: return wraps(m, x.dst);
    case LandmarkId::src_wrap: return wraps(m, x.src);
    case LandmarkId::dst_exact_lanes: return ends_in_last_lane(m, x.dst);
    case LandmarkId::src_exact_lanes: return ends_in_last_lane(m, x.src);
    case LandmarkId::dst_start_lane: return start_lane_counts(m, x.dst);
    case LandmarkId::src_start_lane: return start_lane_counts(m, x.src);
    case LandmarkId::dst_padding: return has_padding(x.dst);
    case LandmarkId::src_padding: return has_padding(x.src);
    case LandmarkId::dst_off_unit: return off_unit(m, x.dst);
    case LandmarkId::src_off_unit: return off_unit(m, x.src);
    case LandmarkId::dst_over_4gib: return over_4gib(m, x.dst);
    case LandmarkId::src_over_4gib: return over_4gib(m, x.src);
    case LandmarkId::dst_last_byte: return uses_last_byte(m, x.dst);
    case LandmarkId::src_last_byte: return uses_last_byte(m, x.src);
    case LandmarkId::src_broadcast: return broadcasts(m, x.src);
    case LandmarkId::dst_interleaved: return alias_slack(m, x.dst.tensor) < I(0);
    default: break;
  }
  if constexpr (requires { op.rows; })
    return meets_matrix(op, mark);
  else
    return meets_tensors(m, x, mark);
}

}  // namespace strideproof::spec::okk_gdma
