#include "model/optimized/tik.h"

namespace strideproof::optimized {

void execute(Machine& machine, const tik::Move<int64_t>& p, const BurstPlan<int64_t>& plan) {
  uint8_t* const dst = machine.base(static_cast<Space>(p.dst_space)) + plan.dst;
  const uint8_t* const src = machine.base(static_cast<Space>(p.src_space)) + plan.src;
  if (dst != src) move_of(plan.bytes)(plan.bytes, plan.runs, dst, src);
}

void execute_tik(Machine& machine, const Case& c) {
  const tik::Move<int64_t> p = tik::move_of(c.arguments);
  execute(machine, p, plan_of(p));
}

}  // namespace strideproof::optimized
