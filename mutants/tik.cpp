#include "mutants/tik.h"

#include "mutants/common.h"
#include "spec/spec.h"

// The faults of data_move outside the plan: in the cases that it accepts and rejects, and in how it
// counts.

namespace strideproof::mutants {
namespace {

bool ub_to_l1(const Case& c) {
  return c["src_space"] == static_cast<int64_t>(Space::ub) &&
         c["dst_space"] == static_cast<int64_t>(Space::l1);
}

ConstraintResults evaluate(Case c) {
  // Evaluates the other labels as if the path were the neighbouring one.
  if (has(Fault::move_path_accepted) && ub_to_l1(c)) {
    ConstraintResults results = spec::evaluate(c);
    if (results.violated == bit(ConstraintId::path)) results.violated = 0;
    return results;
  }
  if (has(Fault::move_sid_accepted) && c["sid"] == 16) c["sid"] = 15;
  ConstraintResults results = spec::evaluate(c);
  misjudge(c, results);
  return results;
}

// Moves each burst of the plan by itself. Operands in one memory are too small to wrap.
void move_in_32_bits(Machine& machine, const tik::Move<int64_t>& p,
                     const optimized::BurstPlan<int64_t>& plan) {
  uint8_t* const dst = machine.base(static_cast<Space>(p.dst_space)) + plan.dst;
  const uint8_t* const src = machine.base(static_cast<Space>(p.src_space)) + plan.src;
  if (dst == src) return;
  const optimized::Move move = optimized::move_of(plan.bytes);
  for (int64_t n = 0; n < plan.runs.count; ++n)
    move(plan.bytes, {1, {}}, dst + static_cast<uint32_t>(n * plan.runs.step[0]),
         src + static_cast<uint32_t>(n * plan.runs.step[1]));
}

}  // namespace

Result run_tik(Machine& machine, const Case& c) {
  const Result result = {evaluate(c)};
  if (!result.constraint_results.legal() || (has(Fault::move_path_accepted) && ub_to_l1(c)))
    return result;
  const tik::Move<int64_t> p = tik::move_of(c.arguments);
  const optimized::BurstPlan<int64_t> plan = plan_of(active(), p);
  if (has(Fault::burst_offset_32_bits))
    move_in_32_bits(machine, p, plan);
  else
    optimized::execute(machine, p, plan);
  return result;
}

}  // namespace strideproof::mutants
