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
void transpose_parts(const Tensor<I>& whole, const I& of_channel,
                     optimized::MatrixParts<I>& parts) {
  const I full = parts.full.local.shape.c, &row_stride = whole.stride.n;
  for (optimized::MatrixPart<I>* part : {&parts.full, &parts.partial}) {
    for (Tensor<I>* side : {&part->local, &part->system}) std::swap(side->shape.h, side->shape.w);
    part->local.stride.h = I(1);
    part->system.stride = {I(1), of_channel * row_stride, row_stride, I(1)};
  }
  parts.partial.system.address =
      whole.address + I(whole.element_bytes) * full * parts.full.system.stride.c;
}

template <class I>
optimized::MatrixParts<I> parts_of(Fault fault, const MachineShape<I>& machine, Tensor<I> local,
                                   const Tensor<I>& system) {
  const MachineShape<I> m = machine_of(fault, machine, local.element_bytes);
  const I lane =
      fault == Fault::n_stride_ignores_start_lane ? I(0) : spec::start_of(m, local.address).lane;
  local.stride = spec::aligned_strides(m, local.element_bytes, lane, local.shape);
  optimized::MatrixParts<I> parts = optimized::parts_of(m, local, system);
  if (fault == Fault::last_channel_whole)
    parts.partial.local.shape.w = parts.partial.system.shape.w = local.shape.w;
  if (fault == Fault::square_transposed && system.shape.n == system.shape.w)
    transpose_parts(system, local.shape.w, parts);
  return parts;
}

template <class I>
optimized::MatrixPlan<I> matrix_plan(Fault fault, const MachineShape<I>& m, const Tensor<I>& dst,
                                     const Tensor<I>& src) {
  const bool to_local = dst.space == Space::local;
  const auto plan = [&](const optimized::MatrixPart<I>& part) {
    return to_local ? copy_plan(fault, m, part.local, part.system)
                    : copy_plan(fault, m, part.system, part.local);
  };
  const optimized::MatrixParts<I> parts =
      to_local ? parts_of(fault, m, dst, src) : parts_of(fault, m, src, dst);
  return {plan(parts.full), plan(parts.partial)};
}

template <class I>
optimized::MatrixPlan<I> plan_of(Fault fault, const MachineShape<I>& m,
                                 const okk_gdma::Matrix<I>& p) {
  using spec::okk_gdma::Spec;
  return matrix_plan(fault, m, Spec::tensor(m, p, on_dst), Spec::tensor(m, p, on_src));
}

}  // namespace strideproof::mutants
