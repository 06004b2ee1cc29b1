#pragma once
// Operations on tensors of OKKernel: their operands; see spec/operand.h.

#include "spec/footprint.h"
#include "spec/landmarks.h"
#include "spec/vocabulary/okk.h"

namespace strideproof::spec::okk {

using namespace strideproof::okk;

template <class I>
const Given<I>& given_of(const View<I>& v, Operands which) {
  return which == on_dst ? v.dst : which == on_src ? v.src : v.src1;
}
template <class I>
Tensor<I> operand_of(const MachineShape<I>& m, const View<I>& v, Operands which) {
  const Given<I>& given = given_of(v, which);
  return tensor_at(m, given.space, v.element_bytes, given.address, v.shape, given.stride);
}

// The functions of a Spec that take a View; those of both families are the same.
template <class F>
struct ViewFamily : TensorFamily<F> {
  template <class I, class See>
  static auto visit(const Operation& operation, const Arguments<I>& arguments, See see) {
    return see(view_of(operation, arguments));
  }
  template <class I>
  static NamedOperand<I> side(const View<I>& v, Operands which) {
    const Given<I>& given = given_of(v, which);
    return {given.space, v.element_bytes, given.address};
  }
  template <class I>
  static Tensor<I> tensor(const MachineShape<I>& m, const View<I>& v, Operands which) {
    return operand_of(m, v, which);
  }
  template <class I>
  static bool is_given(const View<I>& v, Operands which) {
    return !given_of(v, which).stride.null;
  }
  template <class I>
  static I own(const MachineShape<I>&, const View<I>&, ConstraintId) {
    return I(unbounded);
  }
  template <class I>
  static Truth<I> meets(const MachineShape<I>& m, const View<I>& v, const OperandsOf<I>& x,
                        LandmarkId landmark) {
    return meets_tensors<F>(m, v, x, landmark);
  }
  template <class I>
  static int64_t cost(const View<I>& v) {
    return element_count(v.shape);
  }
};

}  // namespace strideproof::spec::okk
