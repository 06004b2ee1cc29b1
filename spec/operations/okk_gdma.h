#pragma once
// Family okk-gdma: the meaning of each constraint. Templates over the integer type: the code that
// evaluates a case is the code that the solver sees.

#include "spec/layout.h"
#include "spec/slack.h"
#include "spec/tensor_overlap.h"
#include "spec/vocabulary/okk_gdma.h"

namespace strideproof::spec::okk_gdma {

using namespace strideproof::okk_gdma;

// ---- operands ----

using spec::strides_of;

template <class I, class Mutation = Original>
Tensor<I> dst_of(const MachineShape<I>& m, const Copy<I>& op) {
  return {op.dst_space,
          op.element_bytes,
          op.dst_addr,
          op.shape,
          strides_of<I, Mutation>(m, op.dst_space, op.element_bytes, op.dst_addr, op.shape,
                                  op.dst_stride),
          op.shape.w};
}
template <class I, class Mutation = Original>
Tensor<I> src_of(const MachineShape<I>& m, const Copy<I>& op) {
  return {op.src_space,
          op.element_bytes,
          op.src_addr,
          op.shape,
          strides_of<I, Mutation>(m, op.src_space, op.element_bytes, op.src_addr, op.shape,
                                  op.src_stride),
          op.shape.w};
}

template <class I, class Mutation = Original>
Tensor<I> dst_of(const MachineShape<I>& m, const Fill<I>& op) {
  return {op.dst_space,
          op.element_bytes,
          op.dst_addr,
          op.shape,
          strides_of<I, Mutation>(m, op.dst_space, op.element_bytes, op.dst_addr, op.shape,
                                  op.dst_stride),
          op.shape.w};
}

inline constexpr int64_t matrix_element_bytes = 4;

// One side of a matrix: in local memory the matrix layout, in system memory rows row_stride apart.
template <class I, class Mutation = Original>
Tensor<I> side_of(const MachineShape<I>& m, const Matrix<I>& op, Space space, const I& address) {
  constexpr int64_t es = matrix_element_bytes;
  if (space == Space::system)
    return {space,  es, address, {op.rows, I(1), I(1), op.cols}, {op.row_stride, I(0), I(0), I(1)},
            op.cols};
  const Dim4<I> shape = matrix_shape<I, Mutation>(op.rows, op.cols, op.cols_per_channel);
  return {space,
          es,
          address,
          shape,
          aligned_strides<I, Mutation>(m, es, start_of(m, address).lane, shape),
          op.cols - (shape.c - I(1)) * op.cols_per_channel};
}
template <class I, class Mutation = Original>
Tensor<I> dst_of(const MachineShape<I>& m, const Matrix<I>& op) {
  return side_of<I, Mutation>(m, op, op.dst_space, op.dst_addr);
}
template <class I, class Mutation = Original>
Tensor<I> src_of(const MachineShape<I>& m, const Matrix<I>& op) {
  return side_of<I, Mutation>(m, op, op.src_space, op.src_addr);
}

template <class Op>
int64_t element_bytes_of(const Op& op) {
  if constexpr (requires { op.element_bytes; })
    return op.element_bytes;
  else
    return matrix_element_bytes;
}

// ---- constraints: slack(...) >= 0 iff the constraint holds, 0 on its edge ----

inline constexpr int64_t largest_extent = 65535;
inline constexpr Dim4<int64_t> largest_shape = {largest_extent, largest_extent, largest_extent,
                                                largest_extent};

// The w stride is exactly 1, for every W.
template <class I>
I given_stride_slack(const Stride<I>& given, const Dim4<I>& shape, int dimension) {
  if (dimension < 3) return stride_slack(given, shape, dimension);
  return given.null ? I(unbounded) : one_slack(given.stride.w);
}

// Shape and strides of a tensor.
template <class I, class Op>
I tensor_slack(const Op& op, ConstraintId label) {
  using enum ConstraintId;
  if (const int limit = position(label, shape_n_min, shape_w_max); limit >= 0)
    return limit_slack(op.shape, limit, largest_shape);
  if (const int d = position(label, dst_stride_n_min, dst_stride_w_one); d >= 0)
    return given_stride_slack(op.dst_stride, op.shape, d);
  if constexpr (requires { op.src_stride; })
    if (const int d = position(label, src_stride_n_min, src_stride_w_one); d >= 0)
      return given_stride_slack(op.src_stride, op.shape, d);
  return I(unbounded);  // of another operation
}
inline bool is_of_tensor(ConstraintId label) { return label <= ConstraintId::src_stride_w_one; }

// Alignment, start and end of the operands.
template <class I, class Mutation, class Op>
I place_slack(const MachineShape<I>& m, const Op& op, ConstraintId label) {
  switch (label) {
    case ConstraintId::dst_addr_aligned: return alignment_slack(element_bytes_of(op), op.dst_addr);
    case ConstraintId::dst_addr_start:
      return start_slack<I, Mutation>(m, op.dst_space, op.dst_addr);
    case ConstraintId::dst_end: return end_slack<I, Mutation>(m, dst_of<I, Mutation>(m, op));
    default: break;
  }
  if constexpr (requires { op.src_addr; }) switch (label) {
      case ConstraintId::src_addr_aligned:
        return alignment_slack(element_bytes_of(op), op.src_addr);
      case ConstraintId::src_addr_start:
        return start_slack<I, Mutation>(m, op.src_space, op.src_addr);
      case ConstraintId::src_end: return end_slack<I, Mutation>(m, src_of<I, Mutation>(m, op));
      default: break;
    }
  return I(unbounded);
}

// dst.alias and overlap: only the sound part; holds() decides values below -1.
template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const Copy<I>& op, ConstraintId label) {
  if (is_of_tensor(label)) return tensor_slack<I>(op, label);
  if (label == ConstraintId::dst_alias)
    return alias_slack<I, Mutation>(m, dst_of<I, Mutation>(m, op));
  if (label == ConstraintId::overlap)
    return overlap_slack<I, Mutation>(m, dst_of<I, Mutation>(m, op), src_of<I, Mutation>(m, op));
  return place_slack<I, Mutation>(m, op, label);
}

template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const Fill<I>& op, ConstraintId label) {
  if (is_of_tensor(label)) return tensor_slack<I>(op, label);
  return place_slack<I, Mutation>(m, op, label);
}

template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const Matrix<I>& op, ConstraintId label) {
  switch (label) {
    case ConstraintId::rows_min: return at_least(op.rows, 1);
    case ConstraintId::rows_max: return at_most(op.rows, largest_extent);
    case ConstraintId::cols_min: return at_least(op.cols, 1);
    case ConstraintId::cols_max: return at_most(op.cols, largest_extent);
    case ConstraintId::cols_per_channel_min: return at_least(op.cols_per_channel, 1);
    case ConstraintId::cols_per_channel_max: return at_most(op.cols_per_channel, largest_extent);
    case ConstraintId::row_stride_min:
      return select(op.rows == I(1), I(unbounded), at_least(op.row_stride, 0));
    case ConstraintId::row_stride_cols:
      return rows_apart<I, Mutation>(op.rows, op.cols, op.row_stride);
    default: return place_slack<I, Mutation>(m, op, label);
  }
}

// See spec::step.
inline int64_t edge_step(const Operation& operation, const Constraint& constraint) {
  const bool place = constraint.stage >= Stage::alignment && constraint.stage <= Stage::end;
  return place ? operation.element_bytes : 1;
}

// Calls `see` with the view of an operation's parameters.
template <class I, class See>
auto with_view(const Operation& operation, const Arguments<I>& arguments, See see) {
  const Kind k = kind(operation);
  if (is_copy(k)) return see(copy_of(operation, arguments));
  if (is_fill(k)) return see(fill_of(operation, arguments));
  return see(matrix_of(operation, arguments));
}

template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const Operation& operation, const Arguments<I>& arguments,
        ConstraintId label) {
  return with_view(operation, arguments,
                   [&](const auto& op) { return slack<I, Mutation>(m, op, label); });
}

}  // namespace strideproof::spec::okk_gdma
