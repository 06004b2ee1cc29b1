#pragma once
// Family okk-gdma: the operands of matrices, its constraints and landmarks; see spec/operand.h.

#include "spec/operations/okk.h"
#include "spec/vocabulary/okk_gdma.h"

namespace strideproof::spec::okk_gdma {

using namespace strideproof::okk_gdma;

inline constexpr int64_t matrix_element_bytes = 4;

// ---- constraints and landmarks; in words in spec/vocabulary/okk_gdma.cpp ----

struct Spec : okk::ViewFamily<Spec> {
  using Base = okk::ViewFamily<Spec>;
  using Base::cost, Base::is_given, Base::meets, Base::operands, Base::own, Base::side,
      Base::tensor;  // of a copy or a fill

  template <class I, class See>
  static auto visit(const Operation& operation, const Arguments<I>& arguments, See see) {
    if (kind(operation) == Kind::matrix) return see(matrix_of(operation, arguments));
    return see(view_of(operation, arguments));
  }
  template <class I>
  static Operands operands(const Matrix<I>&) {
    return on_dst | on_src;
  }
  template <class I>
  static NamedOperand<I> side(const Matrix<I>& op, Operands which) {
    if (which == on_dst) return {op.dst_space, matrix_element_bytes, op.dst_addr};
    return {op.src_space, matrix_element_bytes, op.src_addr};
  }
  // In local memory the matrix layout, in system memory rows row_stride apart.
  template <class I>
  static Tensor<I> tensor(const MachineShape<I>& m, const Matrix<I>& op, Operands which) {
    const NamedOperand<I> at = side(op, which);
    const int64_t es = at.element_bytes;
    if (at.space == Space::system)
      return {at.space,
              es,
              at.address,
              {op.rows, I(1), I(1), op.cols},
              {op.row_stride, I(0), I(0), I(1)},
              op.cols};
    const Dim4<I> shape = matrix_shape(op.rows, op.cols, op.cols_per_channel);
    return {at.space,
            es,
            at.address,
            shape,
            aligned_strides(m, es, start_of(m, at.address).lane, shape),
            op.cols - (shape.c - I(1)) * op.cols_per_channel};
  }
  template <class I>
  static bool is_given(const Matrix<I>&, Operands) {
    return false;
  }
  template <class I>
  static I own(const MachineShape<I>&, const Matrix<I>& op, ConstraintId) {
    return rows_apart(op.rows, op.cols, op.row_stride);  // row_stride.cols
  }
  template <class I>
  static Truth<I> meets(const MachineShape<I>&, const Matrix<I>& op, const OperandsOf<I>&,
                        LandmarkId mark) {
    return meets_matrix<I>(
        {op.rows, op.cols, op.row_stride, op.cols, op.cols_per_channel, matrix_element_bytes},
        mark);
  }
  template <class I>
  static int64_t cost(const Matrix<I>& op) {
    return element_count({op.rows, 1, 1, op.cols});
  }
};

}  // namespace strideproof::spec::okk_gdma
