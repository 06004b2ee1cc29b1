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
  using Base::cost, Base::is_given, Base::meets, Base::own, Base::side,
      Base::tensor;  // of a copy or a fill

  template <class I, class See>
  static auto visit(const Operation& operation, const Arguments<I>& arguments, See see) {
    if (kind(operation) == Kind::matrix) return see(matrix_of(operation, arguments));
    return see(view_of(operation, arguments));
  }
  template <class I>
  static NamedOperand<I> side(const Matrix<I>& op, Operands which) {
    if (which == on_dst) return {op.dst_space, matrix_element_bytes, op.dst_addr};
    return {op.src_space, matrix_element_bytes, op.src_addr};
  }
  template <class I>
  static Tensor<I> tensor(const MachineShape<I>& m, const Matrix<I>& op, Operands which) {
    const NamedOperand<I> at = side(op, which);
    if (at.space == Space::system)
      return matrix_in_system(at.element_bytes, at.address, op.rows, op.cols, op.row_stride);
    return matrix_in_lanes(m, at.element_bytes, at.address, start_of(m, at.address).lane, op.rows,
                           op.cols, op.cols_per_channel);
  }
  template <class I>
  static bool is_given(const Matrix<I>&, Operands) {
    return false;
  }
  template <class I>
  static I own(const MachineShape<I>&, const Matrix<I>& op, ConstraintId) {
    return row_slack(op.rows, op.cols, op.row_stride);  // row_stride.cols
  }
  template <class I>
  static Truth<I> meets(const MachineShape<I>&, const Matrix<I>& op, const OperandsOf<I>&,
                        LandmarkId landmark) {
    return meets_matrix<I>(
        {op.rows, op.cols, op.row_stride, op.cols, op.cols_per_channel, matrix_element_bytes},
        landmark);
  }
  template <class I>
  static int64_t cost(const Matrix<I>& op) {
    return element_count({op.rows, 1, 1, op.cols});
  }
};

}  // namespace strideproof::spec::okk_gdma
