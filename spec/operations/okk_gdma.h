#pragma once
// Family okk-gdma: its operands, constraints and landmarks; see spec/operand.h.

#include "spec/footprint.h"
#include "spec/landmarks.h"
#include "spec/vocabulary/okk_gdma.h"

namespace strideproof::spec::okk_gdma {

using namespace strideproof::okk_gdma;

// ---- operands ----

template <class I, class Op>  // a copy or a fill
Tensor<I> dst_of(const MachineShape<I>& m, const Op& op) {
  return tensor_at(m, op.dst_space, op.element_bytes, op.dst_addr, op.shape, op.dst_stride);
}
template <class I>
Tensor<I> src_of(const MachineShape<I>& m, const Copy<I>& op) {
  return tensor_at(m, op.src_space, op.element_bytes, op.src_addr, op.shape, op.src_stride);
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

// Calls `see` with the view of an operation's parameters.
template <class I, class See>
auto with_view(const Operation& operation, const Arguments<I>& arguments, See see) {
  const Kind k = kind(operation);
  if (is_copy(k)) return see(copy_of(operation, arguments));
  if (is_fill(k)) return see(fill_of(operation, arguments));
  return see(matrix_of(operation, arguments));
}

// ---- constraints and landmarks; in words in spec/vocabulary/okk_gdma.cpp ----

struct Spec : TensorFamily<Spec> {
  static constexpr auto visit = STRIDEPROOF_OVERLOADS(with_view);

  template <class Op>
  static constexpr bool has_src = requires(const Op& op) {
    op.src_addr;
  };
  template <class Op>
  static constexpr bool is_matrix = requires(const Op& op) {
    op.rows;
  };

  template <class Op>
  static Operands operands(const Op&) {
    return has_src<Op> ? on_dst | on_src : on_dst;
  }
  template <class Op>
  static auto side(const Op& op, Operands which) -> Side<decltype(Op::dst_addr)> {
    int64_t es = matrix_element_bytes;
    if constexpr (!is_matrix<Op>) es = op.element_bytes;
    if constexpr (has_src<Op>)
      if (which == on_src) return {op.src_space, es, op.src_addr};
    return {op.dst_space, es, op.dst_addr};
  }
  template <class I, class Op>
  static Tensor<I> tensor(const MachineShape<I>& m, const Op& op, Operands which) {
    if constexpr (has_src<Op>)
      if (which == on_src) return src_of(m, op);
    return dst_of(m, op);
  }
  template <class Op>
  static bool is_given(const Op& op, Operands which) {
    if constexpr (is_matrix<Op>)
      return false;
    else if constexpr (has_src<Op>)
      return which == on_src ? !op.src_stride.null : !op.dst_stride.null;
    else
      return !op.dst_stride.null;
  }
  template <class I, class Op>
  static I own(const MachineShape<I>&, const Op& op, ConstraintId) {
    if constexpr (is_matrix<Op>)
      return rows_apart(op.rows, op.cols, op.row_stride);  // row_stride.cols
    else
      return I(unbounded);
  }
  template <class I, class Op>
  static Truth<I> meets(const MachineShape<I>& m, const Op& op, const OperandsOf<I>& x,
                        LandmarkId mark) {
    if constexpr (is_matrix<Op>)
      return meets_matrix<I>(
          {op.rows, op.cols, op.row_stride, op.cols, op.cols_per_channel, matrix_element_bytes},
          mark);
    else
      return meets_tensors<Spec>(m, op, x, mark);
  }
  template <class Op>
  static int64_t cost(const Op& op) {
    if constexpr (is_matrix<Op>)
      return element_count({op.rows, 1, 1, op.cols});
    else
      return element_count(op.shape);
  }
};

}  // namespace strideproof::spec::okk_gdma
