#pragma once
// Family okk-gdma: the meaning of each constraint and landmark. Templates over the integer type: the
// code that evaluates a case is the code that the solver sees.

#include "spec/family_spec.h"
#include "spec/operand_landmarks.h"
#include "spec/slack.h"
#include "spec/vocabulary/okk_gdma.h"

namespace strideproof::spec::okk_gdma {

using namespace strideproof::okk_gdma;

// ---- operands ----

using spec::strides_of;

template <class I>
Tensor<I> tensor_of(const MachineShape<I>& m, Space space, int64_t element_bytes, const I& address,
                    const Dim4<I>& shape, const Stride<I>& given) {
  return {space,
          element_bytes,
          address,
          shape,
          strides_of(m, space, element_bytes, address, shape, given),
          shape.w};
}
template <class I>
Tensor<I> dst_of(const MachineShape<I>& m, const Copy<I>& op) {
  return tensor_of(m, op.dst_space, op.element_bytes, op.dst_addr, op.shape, op.dst_stride);
}
template <class I>
Tensor<I> src_of(const MachineShape<I>& m, const Copy<I>& op) {
  return tensor_of(m, op.src_space, op.element_bytes, op.src_addr, op.shape, op.src_stride);
}
template <class I>
Tensor<I> dst_of(const MachineShape<I>& m, const Fill<I>& op) {
  return tensor_of(m, op.dst_space, op.element_bytes, op.dst_addr, op.shape, op.dst_stride);
}

inline constexpr int64_t matrix_element_bytes = 4;

// One side of a matrix: in local memory the matrix layout, in system memory rows row_stride apart.
template <class I>
Tensor<I> side_of(const MachineShape<I>& m, const Matrix<I>& op, Space space, const I& address) {
  constexpr int64_t es = matrix_element_bytes;
  if (space == Space::system)
    return {space,  es, address, {op.rows, I(1), I(1), op.cols}, {op.row_stride, I(0), I(0), I(1)},
            op.cols};
  const Dim4<I> shape = matrix_shape(op.rows, op.cols, op.cols_per_channel);
  return {space,
          es,
          address,
          shape,
          aligned_strides(m, es, start_of(m, address).lane, shape),
          op.cols - (shape.c - I(1)) * op.cols_per_channel};
}
template <class I>
Tensor<I> dst_of(const MachineShape<I>& m, const Matrix<I>& op) {
  return side_of(m, op, op.dst_space, op.dst_addr);
}
template <class I>
Tensor<I> src_of(const MachineShape<I>& m, const Matrix<I>& op) {
  return side_of(m, op, op.src_space, op.src_addr);
}

template <class Op>
int64_t element_bytes_of(const Op& op) {
  if constexpr (requires { op.element_bytes; })
    return op.element_bytes;
  else
    return matrix_element_bytes;
}

// The operands of an operation: a fill has dst alone.
template <class Op>
constexpr Operands operands_of(const Op&) {
  return requires(const Op& op) { op.src_addr; }
  ? on_dst | on_src : on_dst;
}
template <class I, class Op>
Tensor<I> operand_of(const MachineShape<I>& m, const Op& op, Operands which) {
  if constexpr (requires { op.src_addr; })
    if (which == on_src) return src_of(m, op);
  return dst_of(m, op);
}

// ---- constraints: slack(...) >= 0 iff the constraint holds, 0 on its edge ----

// The slack of a constraint that has no bound. dst.alias and overlap: the sound part; exact()
// decides values below -1.
template <class I, class Op>
I slack(const MachineShape<I>& m, const Op& op, ConstraintId id) {
  Space space = op.dst_space;
  const I* address = &op.dst_addr;
  if constexpr (requires { op.src_addr; })
    if (operand_of(id) == on_src) space = op.src_space, address = &op.src_addr;
  const auto operand = [&](Operands which) { return operand_of(m, op, which); };
  switch (of_dst(id)) {
    case ConstraintId::dst_aligned: return alignment_slack(element_bytes_of(op), *address);
    case ConstraintId::dst_start: return start_slack(m, space, *address);
    case ConstraintId::dst_end: return end_slack(m, operand(operand_of(id)));
    case ConstraintId::dst_alias:
      if (operand_of(id) == on_dst) return alias_slack(m, operand(on_dst));
      return overlap_slack(m, operand(on_dst), operand(on_src));
    default: break;
  }
  if constexpr (requires { op.rows; })
    return rows_apart(op.rows, op.cols, op.row_stride);  // row_stride.cols
  return I(unbounded);
}

// See spec::step.
template <class Op>
int64_t edge_step(const Op& op, const Constraint& constraint) {
  return is_of_place(constraint.rule) ? element_bytes_of(op) : 1;
}

// Calls `see` with the view of an operation's parameters.
template <class I, class See>
auto with_view(const Operation& operation, const Arguments<I>& arguments, See see) {
  const Kind k = kind(operation);
  if (is_copy(k)) return see(copy_of(operation, arguments));
  if (is_fill(k)) return see(fill_of(operation, arguments));
  return see(matrix_of(operation, arguments));
}

// ---- landmarks that a legal case meets; in words in spec/vocabulary/okk_gdma.cpp ----

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
  switch (mark) {
    case LandmarkId::one_element: return is_one(shape);
    case LandmarkId::rows_collapse: return rows_collapse(x);
    case LandmarkId::rows_apart: return all_of(shape.h > I(1), negation(rows_collapse(x)));
    case LandmarkId::run_tail: return has_tail(shape.w, dst.element_bytes);
    case LandmarkId::run_over_64ki: return shape.h * shape.w > I(largest_extent);
    case LandmarkId::in_place: return maps_onto_itself(m, dst, src);
    case LandmarkId::operands_interleaved:
      return all_of(overlap_slack(m, dst, src) < I(0), negation(maps_onto_itself(m, dst, src)));
    default: return Truth<I>(false);  // of another operation
  }
}

template <class I>
Truth<I> meets_matrix(const Matrix<I>& op, LandmarkId mark) {
  const I one(1);
  switch (mark) {
    case LandmarkId::one_element: return all_of(op.rows == one, op.cols == one);
    case LandmarkId::run_tail: return has_tail(op.cols, matrix_element_bytes);
    case LandmarkId::run_over_64ki: return op.rows * op.cols > I(largest_extent);
    case LandmarkId::partial_channel:
      return all_of(op.cols > op.cols_per_channel, op.cols % op.cols_per_channel != I(0));
    case LandmarkId::channel_wider: return op.cols_per_channel > op.cols;
    case LandmarkId::square: return all_of(op.rows == op.cols, op.rows > one);
    case LandmarkId::rows_gapped: return all_of(op.row_stride > op.cols, op.rows > one);
    case LandmarkId::rows_overlap: return all_of((op.row_stride < op.cols), op.rows > one);
    default: return Truth<I>(false);  // of another operation
  }
}

// True if a legal case meets a landmark of its operation. `x` are the operands of `op`.
template <class I, class Op>
Truth<I> meets(const MachineShape<I>& m, const Op& op, const OperandPair<I>& x,
               const Landmark& landmark) {
  if (landmark.operand != 0)
    return meets_operand(m, landmark.operand == on_dst ? x.dst : x.src, landmark.of_operand);
  const auto mark = static_cast<LandmarkId>(landmark.bit);
  if constexpr (requires { op.rows; })
    return meets_matrix(op, mark);
  else
    return meets_tensors(m, x, mark);
}

// See spec/family_spec.h.
struct Formulas : TensorFamily {
  static constexpr auto visit = STRIDEPROOF_OVERLOADS(with_view);
  static constexpr auto slack = STRIDEPROOF_OVERLOADS(okk_gdma::slack);
  static constexpr auto step = [](const auto&, const auto& op, const Constraint& constraint) {
    return edge_step(op, constraint);
  };
  static constexpr auto seen = STRIDEPROOF_OVERLOADS(operands_of);
  static constexpr auto meets = STRIDEPROOF_OVERLOADS(okk_gdma::meets);
  static constexpr auto tensor = STRIDEPROOF_OVERLOADS(operand_of);
};

}  // namespace strideproof::spec::okk_gdma
