#pragma once
// The plans of okk-gdma with a planted fault, over the integer type I: they run in the library of
// mutants, and proofs refute them.

#include "model/optimized/okk_gdma.h"
#include "mutants/plan.h"

namespace strideproof::mutants {

// An operand of okk-gdma or okk-bdc as the fault sees it.
template <class I>
Tensor<I> operand_of(Fault fault, const MachineShape<I>& machine, const okk::View<I>& v,
                     Operands which) {
  const MachineShape<I> m = machine_of(fault, machine, v.element_bytes);
  const auto& [space, address, stride] = spec::okk::given_of(v, which);
  Tensor<I> t = spec::okk::operand_of(m, v, which);
  if (fault == Fault::n_stride_ignores_start_lane && stride.null && space == Space::local)
    t.stride = spec::aligned_strides(m, t.element_bytes, I(0), t.shape);
  return t;
}

// Runs lose their last element if channels of dst wrap and a row ends with a tail.
template <class I>
void lose_tails(const MachineShape<I>& m, const okk::View<I>& v, Plan<I, 2>& plan) {
  const I row = v.shape.w * I(v.element_bytes), vector(32);
  const I lane = spec::start_of(m, v.dst.address).lane;
  if (v.dst.space == Space::system || lane + v.shape.c <= m.lanes) return;
  if (row < vector || row % vector == I(0)) return;
  for (Loops<I, 2>* loops : {&plan.extra_loops, &plan.plain_loops}) {
    *loops = optimized::nest_of<optimized::Contiguous>(*loops).loops;
    (*loops)[0].count = (*loops)[0].count - I(1);
  }
}

template <class I>
Plan<I, 2> copy_plan(Fault fault, const MachineShape<I>& m, const okk::View<I>& v) {
  Plan<I, 2> plan =
      copy_plan(fault, m, operand_of(fault, m, v, on_dst), operand_of(fault, m, v, on_src));
  if (fault == Fault::wrap_with_tail) lose_tails(m, v, plan);
  return plan;
}

template <class I>
Plan<I, 1> fill_plan(Fault fault, const MachineShape<I>& m, const okk::View<I>& v) {
  return fill_plan(fault, m, operand_of(fault, m, v, on_dst));
}

// Copies element by element, w in place of h: down a column of the system matrix.
template <class I>
void transpose_parts(const okk_gdma::Matrix<I>& p, optimized::MatrixParts<I>& parts) {
  const I full = parts.full.local.shape.c;
  for (optimized::MatrixPart<I>* part : {&parts.full, &parts.partial}) {
    for (Tensor<I>* side : {&part->local, &part->system}) std::swap(side->shape.h, side->shape.w);
    part->local.stride.h = I(1);
    part->system.stride = {I(1), p.cols_per_channel * p.row_stride, p.row_stride, I(1)};
  }
  const Tensor<I>& system = parts.full.system;
  parts.partial.system.address = system.address + I(system.element_bytes) * full * system.stride.c;
}

template <class I>
optimized::MatrixParts<I> parts_of(Fault fault, const MachineShape<I>& machine,
                                   const okk_gdma::Matrix<I>& p, int64_t element_bytes = 4) {
  const MachineShape<I> m = machine_of(fault, machine, element_bytes);
  optimized::MatrixParts<I> parts = optimized::parts_of(m, p, element_bytes);
  if (fault == Fault::n_stride_ignores_start_lane) {
    const Dim4<I> whole = spec::matrix_shape(p.rows, p.cols, p.cols_per_channel);
    const I n = spec::aligned_strides(m, element_bytes, I(0), whole).n;
    parts.full.local.stride.n = parts.partial.local.stride.n = n;
  }
  if (fault == Fault::last_channel_whole)
    parts.partial.local.shape.w = parts.partial.system.shape.w = p.cols_per_channel;
  if (fault == Fault::square_transposed && p.rows == p.cols) transpose_parts(p, parts);
  return parts;
}

template <class I>
optimized::MatrixPlan<I> plan_of(Fault fault, const MachineShape<I>& m,
                                 const okk_gdma::Matrix<I>& p, int64_t element_bytes = 4) {
  const auto plan = [&](const optimized::MatrixPart<I>& part) {
    return p.dst_space == Space::local ? copy_plan(fault, m, part.local, part.system)
                                       : copy_plan(fault, m, part.system, part.local);
  };
  const optimized::MatrixParts<I> parts = parts_of(fault, m, p, element_bytes);
  return {plan(parts.full), plan(parts.partial)};
}

}  // namespace strideproof::mutants
