#pragma once
// data_move, optimized: bursts that follow without a gap on both sides are one run. The plan is a
// template over the integer type I: the code that runs with int64_t is proved with solver::Sym.

#include "model/machine.h"
#include "model/optimized/plan.h"
#include "model/optimized/vectors.h"
#include "spec/operations/tik.h"

namespace strideproof::optimized {

// Runs of `bytes` adjacent bytes, the first from src to dst: offsets in their memories.
template <class I>
struct BurstPlan {
  I dst, src;
  I bytes;
  Loop<I, 2> runs;
};

// Precondition: the case is legal.
template <class I>
BurstPlan<I> plan_of(const tik::Move<I>& p) {
  const I one(1), bytes = p.burst * I(32);
  const auto step = [&](const I& gap) { return (p.burst + gap) * I(32); };
  const auto adjacent = p.src_stride + p.dst_stride == I(0);
  return {p.dst,
          p.src,
          select(adjacent, p.nburst * bytes, bytes),
          {select(adjacent, one, p.nburst), {step(p.dst_stride), step(p.src_stride)}}};
}

// Precondition: all that the plan touches is open. The operands are disjoint, or identical if they
// share their first byte.
inline void execute(Machine& machine, const tik::Move<int64_t>& p, const BurstPlan<int64_t>& plan) {
  uint8_t* const dst = machine.base(static_cast<Space>(p.dst_space)) + plan.dst;
  const uint8_t* const src = machine.base(static_cast<Space>(p.src_space)) + plan.src;
  if (dst != src) move_of(plan.bytes)(plan.bytes, plan.runs, dst, src);
}

// Precondition: c is legal and all that it touches is open.
inline void execute_tik(Machine& machine, const Case& c) {
  const tik::Move<int64_t> p = tik::move_of(c.arguments);
  execute(machine, p, plan_of(p));
}

}  // namespace strideproof::optimized
