#pragma once
// The plan of data_move with a planted fault, over the integer type I: it runs in the library of
// mutants, and proofs refute it.

#include "model/optimized/tik.h"
#include "mutants/mutants.h"

namespace strideproof::mutants {

template <class I>
optimized::BurstPlan<I> plan_of(Fault fault, tik::Move<I> p) {
  const I zero(0), one(1), block(32), counter(65536);
  if (fault == Fault::src_gap_for_dst) p.dst_stride = p.src_stride;
  if (fault == Fault::last_burst_lost) p.nburst = max_of(p.nburst - one, one);
  if (fault == Fault::bursts_collapsed)
    p.dst_stride = select(p.src_stride == zero, zero, p.dst_stride);

  optimized::BurstPlan<I> plan = optimized::plan_of(p);
  if (fault == Fault::gap_start_to_start)
    plan.runs.step = {p.dst_stride * block, p.src_stride * block};
  if (fault == Fault::burst_in_elements)
    for (int d = 0; d < tik::dtype_count; ++d)
      plan.bytes = select(p.dtype == I(d),
                          plan.bytes / block * I(tik::element_bytes(static_cast<tik::DType>(d))),
                          plan.bytes);
  if (fault == Fault::burst_counter_16_bit) {
    const I burst = p.burst * block;
    plan.bytes = plan.bytes / burst * (burst % counter);
  }
  return plan;
}

}  // namespace strideproof::mutants
