#pragma once
// data_move, optimized: bursts that follow without a gap on both sides are one run. The plan is a
// template over the integer type I: the code that runs with int64_t is proved with solver::Sym.

#include "model/machine.h"
#include "model/optimized/plan.h"
#include "model/optimized/runs.h"
#include "spec/operations/tik.h"

namespace strideproof::optimized {

// Runs of `bytes` adjacent bytes, the first from src to dst: offsets in their memories.
template <class I>
struct BurstPlan {
  I dst, src;
  I bytes;
  Loop<I> runs;
};

// The bytes of a burst, with the faults of Mutation.
template <class Mutation, class I>
I burst_bytes(const tik::Move<I>& p) {
  const I bytes = p.burst * I(32);
  if (Mutation::has(Fault::burst_in_elements)) {
    I element(1);
    for (int d = 0; d < tik::dtype_count; ++d)
      element = select(p.dtype == I(d), I(tik::element_bytes(static_cast<tik::DType>(d))), element);
    return p.burst * element;
  }
  if (Mutation::has(Fault::burst_counter_16_bit)) return bytes % I(65536);
  return bytes;
}

// The bytes from a burst to the next.
template <class Mutation, class I>
I burst_step(const tik::Move<I>& p, const I& gap) {
  if (Mutation::has(Fault::gap_start_to_start)) return gap * I(32);
  return (p.burst + gap) * I(32);
}

// Precondition: the case is legal.
template <class Mutation, class I>
BurstPlan<I> plan_of(const tik::Move<I>& p) {
  const I one(1), zero(0);
  const I src_gap = p.src_stride;
  const I dst_gap = Mutation::has(Fault::src_gap_for_dst) ? src_gap : p.dst_stride;
  const I count = Mutation::has(Fault::last_burst_lost) ? max_of(p.nburst - one, one) : p.nburst;
  const I bytes = burst_bytes<Mutation>(p);
  const auto adjacent =
      Mutation::has(Fault::bursts_collapsed) ? src_gap == zero : src_gap + dst_gap == zero;
  return {p.dst,
          p.src,
          select(adjacent, count * bytes, bytes),
          {select(adjacent, one, count), burst_step<Mutation>(p, dst_gap),
           burst_step<Mutation>(p, src_gap)}};
}

// Precondition: c is legal and all that it touches is open. The operands are disjoint, or identical
// if they share their first byte.
template <class Mutation>
void execute_tik(Machine& machine, const Case& c) {
  const tik::Move<int64_t> p = tik::move_of(c.arguments);
  const BurstPlan<int64_t> plan = plan_of<Mutation>(p);
  uint8_t* const dst = machine.base(static_cast<Space>(p.dst_space)) + plan.dst;
  const uint8_t* const src = machine.base(static_cast<Space>(p.src_space)) + plan.src;
  if (dst != src) move_of(plan.bytes)(plan.bytes, plan.runs, dst, src);
}

extern template void execute_tik<Original>(Machine&, const Case&);

}  // namespace strideproof::optimized
