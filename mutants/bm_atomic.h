#pragma once
// The plans of bm-atomic with a planted fault, over the integer type I: they run in the library of
// mutants, and proofs refute them.

#include "model/optimized/baseline.h"
#include "model/optimized/bm_atomic.h"
#include "model/optimized/vectors.h"
#include "mutants/plan.h"

namespace strideproof::mutants {

template <class I>
Plan<I, 2> plan_of(Fault fault, const MachineShape<I>& m, const bm_atomic::Linear<I>& p) {
  using namespace spec::bm_atomic;
  Plan<I, 2> plan = optimized::plan_of(m, p);
  optimized::Loop<I, 2>& run = plan.plain_loops[0];
  const auto cut_to = [&](const I& bytes) {
    run = {min_of(run.count * run.step[0], bytes), {I(1), I(1)}};
  };
  const auto end_with_lane = [&](const ByteLayout<I>& operand) {
    cut_to(m.lane_bytes - operand.channels.start % m.lane_bytes);
  };
  const auto& [dst, src] = plan.operands;
  if (fault == Fault::bm_linear_counts_bytes) cut_to(p.length);
  if (fault == Fault::bm_linear_stops_at_lane && dst_is_local(p.direction)) end_with_lane(dst);
  if (fault == Fault::bm_linear_stops_at_lane && src_is_local(p.direction)) end_with_lane(src);
  return plan;
}

// ---- matrices ----

template <class I>
optimized::SwapPlan<I> transposed_channel(Fault fault, const MachineShape<I>& m, Tensor<I> local,
                                          const Tensor<I>& system, const I& channel,
                                          bool to_local) {
  if (fault == Fault::bm_section_unaligned) {
    local.stride.n = local.stride.n / local.stride.c * local.shape.w;
    local.stride.c = local.shape.w;
  }
  if (fault == Fault::bm_rows_ignore_start_lane)
    local.stride.n = local.stride.c * ceil_div(local.shape.c, m.lanes);
  optimized::SwapPlan<I> plan = optimized::transposed_channel(m, local, system, channel, to_local);
  if (fault == Fault::last_channel_whole)
    (to_local ? plan.src.shape.c : plan.src.shape.n) = local.shape.w;
  return plan;
}

template <class I>
optimized::SwapPlan<I> cwtrans_plan(Fault fault, const MachineShape<I>& m, const Tensor<I>& dst,
                                    const Tensor<I>& src) {
  optimized::SwapPlan<I> plan = optimized::cwtrans_plan(m, dst, src);
  const I block(64 / dst.element_bytes);
  I& rows = plan.src.shape.c;
  if (fault == Fault::bm_cwtrans_tail_lost) rows = select(rows < block, rows, rows / block * block);
  return plan;
}

// ---- tensors ----

template <class I>
ByteLayout<I> runs_of(Fault fault, ByteLayout<I> t) {
  if (fault == Fault::bm_gaps_joined) t.h = t.w * t.shape.w;
  ByteLayout<I> runs = optimized::runs_of(t);
  if (fault == Fault::bm_block_row_kept && runs.channels.lanes != I(1)) runs.channels.block = I(0);
  return runs;
}

template <class I>
optimized::SwapPlan<I> swap_plan(Fault fault, const MachineShape<I>& m, Tensor<I> dst,
                                 const Tensor<I>& src) {
  const I& w = src.shape.w;
  if (fault == Fault::bm_gaps_joined) dst.stride.h = select(src.stride.h == w, w, dst.stride.h);
  optimized::SwapPlan<I> plan = optimized::swap_plan(m, dst, src);
  const I run = optimized::row_bytes(plan.src);
  I& rows = plan.src.shape.h;
  if (fault == Fault::bm_channels_last_as_matrix)
    rows =
        select(all_of(plan.dst.channels.block == run, plan.src.channels.block == run), I(1), rows);
  return plan;
}

// The mask in a compact layout.
template <class I>
Layouts<I, 2> plan_of(Fault fault, const MachineShape<I>& m, const bm_atomic::MaskedCopy<I>& p) {
  Layouts<I, 2> plan = optimized::plan_of(m, p);
  Tensor<I> masks = spec::bm_atomic::operand_of(m, p, on_src1);
  masks.stride = spec::lane_strides(m, p.local_mem_idx, p.shape, p.shape.h * p.shape.w);
  if (fault == Fault::bm_mask_compact) plan[1] = optimized::layout_of(m, masks);
  return plan;
}

// ---- words ----

template <class Tags, class V>
auto is_kept(Fault fault, const Tags& tags, V mask) {
  if (fault == Fault::bm_mask_low_bit) mask = And(mask, Set(tags.ints, 1));
  if (fault == Fault::bm_mask_low_byte) mask = And(mask, Set(tags.ints, 0xff));
  return optimized::baseline::is_kept(tags, mask);
}

template <class I>
I place_after(Fault fault, const I& at, const I& kept) {
  return optimized::place_after(at, fault == Fault::bm_mask_leaves_gaps ? I(1) : kept);
}

}  // namespace strideproof::mutants
