#pragma once
// The family bm-atomic, optimized: the address plans of a legal case.

#include "model/optimized/bm_atomic_rows.h"
#include "model/optimized/plan.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::optimized {

// ---- memcpy_1D ----

// A copy from one flat address to another; a run that leaves a lane continues in the next. Local
// addresses count from the first byte of local memory.
template <class I>
Plan<I, 2> plan_of(const MachineShape<I>& m, const bm_atomic::Linear<I>& p) {
  const auto operand = [&](Operands which) {
    Tensor<I> t = spec::bm_atomic::operand_of(m, p, which);
    if (spec::bm_atomic::side_of(p, which).flat) t.address = t.address - I(m.flat.first);
    return t;
  };
  return plan_of(m, std::array{operand(on_dst), operand(on_src)});
}

// ---- memcpy_2D, cwtrans ----

// Without transpose memcpy_2D is the copy of a matrix, with transpose a transpose for each channel.

// A channel of the matrix in local memory, 0 <= channel < local.shape.c: as many rows of the system
// matrix as it is wide, or the rest of them, are its columns.
template <class I>
SwapPlan<I> transposed_channel(const MachineShape<I>& m, const Tensor<I>& local,
                               const Tensor<I>& system, const I& channel, bool to_local) {
  const I es(local.element_bytes), first = channel * local.shape.w, row = es * system.stride.n;
  const I width = min_of(local.shape.w, system.shape.n - first),
          start = system.address + first * row;
  const ByteLayout<I> whole = layout_of(m, local);
  const ByteLayout<I> in_local =
      matrix_of(width, system.shape.w, evenly(row_at(whole.channels, channel), whole.n), es);
  const ByteLayout<I> in_system = matrix_of(system.shape.w, width, evenly(start, row), es);
  if (to_local) return {in_local, in_system};
  return {in_system, in_local};
}

// The rows are channels.
template <class I>
SwapPlan<I> cwtrans_plan(const MachineShape<I>& m, const Tensor<I>& dst, const Tensor<I>& src) {
  const auto matrix = [&](const Tensor<I>& t) {
    return matrix_of(t.shape.w, t.shape.c, layout_of(m, t).channels, I(t.element_bytes));
  };
  return {matrix(dst), matrix(src)};
}

// ---- memcpy_4D with transpose ----

// Rows that follow each other in both operands are one.
template <class I>
SwapPlan<I> swap_plan(const MachineShape<I>& m, const Tensor<I>& dst, const Tensor<I>& src) {
  SwapPlan<I> plan = {layout_of(m, dst), layout_of(m, src)};
  if (all_of(has_adjacent_rows(plan.dst), has_adjacent_rows(plan.src))) {
    join_rows(plan.dst);
    join_rows(plan.src);
  }
  return plan;
}

// True if no operand has channels in several lanes.
template <class I>
Truth<I> is_in_lane(const SwapPlan<I>& plan) {
  return all_of(plan.dst.channels.lanes == I(1), plan.src.channels.lanes == I(1));
}

// A plan that is in a lane, with images as channels.
template <class I>
SwapPlan<I> exchanged(const SwapPlan<I>& plan) {
  const auto by_images = [](const ByteLayout<I>& t) -> ByteLayout<I> {
    const auto& [n, c, h, w] = t.shape;
    return {{c, n, h, w}, evenly(first_of(t.channels), t.n), t.channels.block, t.h, t.w};
  };
  return {by_images(plan.dst), by_images(plan.src)};
}

// ---- mask_memcpy_4D ----

// For each run of words and masks, in NCHW order, the kept words are packed after those of the run
// before.
template <class I>
Layouts<I, 2> plan_of(const MachineShape<I>& m, const bm_atomic::MaskedCopy<I>& p) {
  return {layout_of(m, spec::bm_atomic::operand_of(m, p, on_src)),
          layout_of(m, spec::bm_atomic::operand_of(m, p, on_src1))};
}

// The plans that ship.
struct ShippedPlans : ShippedCopies {
  static auto plan_of(const auto&... values) { return optimized::plan_of(values...); }
  static auto transposed_channel(const auto&... values) {
    return optimized::transposed_channel(values...);
  }
  static auto cwtrans_plan(const auto&... values) { return optimized::cwtrans_plan(values...); }
  static auto layout_of(const auto&... values) { return optimized::layout_of(values...); }
  static auto runs_of(const auto& layout) { return optimized::runs_of(layout); }
  static auto swap_plan(const auto&... values) { return optimized::swap_plan(values...); }
};

}  // namespace strideproof::optimized
