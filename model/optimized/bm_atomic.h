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

template <class I>
I channel_count(const bm_atomic::Matrix2D<I>& p) {
  return ceil_div(p.row, p.sec_size);
}

// A channel of a transposed matrix, 0 <= channel < channel_count: sec_size rows of the system
// matrix, or the rest of them, are columns of `local`, the matrix in local memory.
template <class I>
TransposePlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Matrix2D<I>& p,
                         const spec::Tensor<I>& local, const I& channel) {
  const I es(local.element_bytes), first = channel * p.sec_size, row = es * p.row_stride;
  const I width = min_of(p.sec_size, p.row - first);
  const Rows<I> in_local = evenly(row_at(channels_of(m, local), channel), es * local.stride.n);
  const Rows<I> in_system = evenly(p.global_mem_addr + first * row, row);
  if (is(p.direction, bm_atomic::Direction::S2L)) return {width, p.col, in_local, in_system};
  return {p.col, width, in_system, in_local};
}

// A row of each channel of src becomes a column of dst.
template <class I>
TransposePlan<I> cwtrans_plan(const MachineShape<I>& m, const spec::Tensor<I>& dst,
                              const spec::Tensor<I>& src) {
  return {src.shape.c, src.shape.w, channels_of(m, dst), channels_of(m, src)};
}

// ---- memcpy_4D with transpose ----

// Runs of one length. Those of src(n, c) become those of dst(c, n).
template <class I>
struct SwapPlan {
  RunSequence<I> dst, src;
};

template <class I>
SwapPlan<I> swap_plan(const MachineShape<I>& m, const spec::Tensor<I>& dst,
                      const spec::Tensor<I>& src) {
  const I &h = src.shape.h, &w = src.shape.w;
  SwapPlan<I> plan = {rows_of(m, dst), rows_of(m, src)};
  if (any_of(h == I(1), all_of(dst.stride.h == w, src.stride.h == w)))
    for (RunSequence<I>* operand : {&plan.dst, &plan.src}) {
      operand->run = operand->run * h;
      operand->rows = I(1);
    }
  return plan;
}

// True if images and channels of both operands are rows of elements of `bytes` bytes, the length of
// a run. Never where channels lie in several lanes.
template <class I>
Truth<I> is_matrix(const SwapPlan<I>& plan, const I& bytes) {
  const auto adjacent = [&](const RunSequence<I>& operand) {
    return all_of(operand.channels.lanes == I(1), operand.channels.block == bytes);
  };
  return all_of(any_of(bytes == I(1), bytes == I(2), bytes == I(4)), plan.src.rows == I(1),
                adjacent(plan.dst), adjacent(plan.src));
}

// That matrix.
template <class I>
TransposePlan<I> swapped_matrix(const SwapPlan<I>& plan) {
  return {plan.src.images, plan.src.channel_count, evenly(plan.dst.channels.start, plan.dst.n_step),
          evenly(plan.src.channels.start, plan.src.n_step)};
}

// ---- mask_memcpy_4D ----

// For each run of words of the tensor, in NCHW order, the kept words are packed after those of the
// run before. Words and masks have one layout.
template <class I>
struct MaskPlan {
  RunSequence<I> words;
  I to_mask;  // from a word to its mask
};

template <class I>
MaskPlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::MaskedCopy<I>& p) {
  return {runs_of(m, spec::bm_atomic::operand_of(m, p, on_src)),
          p.mask_local_mem_addr - p.data_local_mem_addr};
}

// The plans that ship.
struct ShippedPlans : ShippedCopies {
  static auto cwtrans_plan(const auto&... values) { return optimized::cwtrans_plan(values...); }
  static auto runs_of(const auto&... values) { return optimized::runs_of(values...); }
  static auto plan_of(const auto&... values) { return optimized::plan_of(values...); }
  static auto swap_plan(const auto&... values) { return optimized::swap_plan(values...); }
};

}  // namespace strideproof::optimized
