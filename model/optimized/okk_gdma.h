#pragma once
// The family okk-gdma, optimized: the address plan of a legal case, and its execution.

#include "model/machine.h"
#include "model/optimized/kernels.h"
#include "model/optimized/plan.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::optimized {

// ---- plans of cases; the cases are legal ----

template <class I>
Plan<I, 2> copy_plan(const MachineShape<I>& m, const okk::View<I>& v) {
  return copy_plan(m, spec::okk::operand_of(m, v, on_dst), spec::okk::operand_of(m, v, on_src));
}

template <class I>
Plan<I, 1> fill_plan(const MachineShape<I>& m, const okk::View<I>& v) {
  return fill_plan(m, spec::okk::operand_of(m, v, on_dst));
}

template <class I>
MatrixPlan<I> plan_of(const MachineShape<I>& m, const okk_gdma::Matrix<I>& p) {
  using spec::okk_gdma::Spec;
  return matrix_plan(m, Spec::tensor(m, p, on_dst), Spec::tensor(m, p, on_src));
}

// ---- execution ----

// The plans that ship.
struct ShippedCopies {
  static auto copy_plan(const auto&... values) { return optimized::copy_plan(values...); }
  static auto fill_plan(const auto&... values) { return optimized::fill_plan(values...); }
  static auto plan_of(const auto&... values) { return optimized::plan_of(values...); }
};

// By the plans of Code. Precondition: c is legal and all that it touches is open.
template <class Code = ShippedCopies>
void execute_okk_gdma(Machine& machine, const Case& c) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  if (okk_gdma::kind(*c.operation) == okk_gdma::Kind::matrix) {
    const auto p = okk_gdma::matrix_of(*c.operation, c.arguments);
    uint8_t *const dst = machine.base(p.dst_space), *const src = machine.base(p.src_space);
    const MatrixPlan<int64_t> parts = Code::plan_of(m, p);
    copy(parts.full, dst, src);
    copy(parts.partial, dst, src);
    return;
  }
  const auto v = okk_gdma::view_of(*c.operation, c.arguments);
  uint8_t* const dst = machine.base(v.dst.space);
  if (okk_gdma::kind(*c.operation) == okk_gdma::Kind::set_C)
    fill(Code::fill_plan(m, v), dst, Pattern(v.C, v.element_bytes));
  else
    copy(Code::copy_plan(m, v), dst, machine.base(v.src.space));
}

}  // namespace strideproof::optimized
