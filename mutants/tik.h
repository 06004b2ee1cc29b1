#pragma once
// The plan of data_move with a planted fault: it runs in the library of mutants.

#include "model/optimized/tik.h"
#include "mutants/plan.h"

namespace strideproof::mutants {

// Bursts that follow without a gap on both sides are one run for each fault.
template <class I>
Plan<I, 2> plan_of(Fault fault, const MachineShape<I>& m, tik::Move<I> p) {
  const I zero(0), one(1);
  if (fault == Fault::src_gap_for_dst) p.dst_stride = p.src_stride;
  if (fault == Fault::last_burst_lost) p.nburst = max_of(p.nburst - one, one);
  if (fault == Fault::bursts_collapsed)
    p.dst_stride = select(p.src_stride == zero, zero, p.dst_stride);

  Plan<I, 2> plan = optimized::plan_of(m, p);
  auto& [run, heights, blocks, bursts] = plan.plain_loops;
  if (fault == Fault::gap_start_to_start && p.src_stride + p.dst_stride != zero)
    bursts.step = {p.dst_stride * I(32), p.src_stride * I(32)};
  if (fault == Fault::burst_in_elements || fault == Fault::burst_counter_16_bit)
    plan.plain_loops = optimized::nest_of(plan.plain_loops).loops;
  if (fault == Fault::burst_in_elements)
    for (int d = 0; d < tik::dtype_count; ++d) {
      const I bytes(tik::element_bytes(static_cast<tik::DType>(d)));
      for (I& step : run.step) step = select(p.dtype == I(d), bytes, step);
    }
  if (fault == Fault::burst_counter_16_bit)
    run.count = run.count / p.burst * (p.burst % I(65536 / 32));
  return plan;
}

}  // namespace strideproof::mutants
