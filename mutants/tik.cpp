#include "model/optimized/tik.h"

#include "mutants/common.h"
#include "mutants/plan.h"
#include "spec/spec.h"

// The faults of data_move.

namespace strideproof::mutants {
namespace {

// ---- the plan ----

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
      const I bytes(spec::tik::bytes_of_dtype[d]);
      for (I& step : run.step) step = select(p.dtype == I(d), bytes, step);
    }
  if (fault == Fault::burst_counter_16_bit)
    run.count = run.count / p.burst * (p.burst % I(65536 / 32));
  return plan;
}

// ---- what is accepted and rejected ----

bool ub_to_l1(const Case& c) {
  return c["src_space"] == static_cast<int64_t>(Space::ub) &&
         c["dst_space"] == static_cast<int64_t>(Space::l1);
}

// The path alone: the other labels are evaluated as if it were the neighbouring one.
uint64_t accepted(const Case& c, uint64_t violated) {
  const bool path_alone = violated == bit(ConstraintId::path) && ub_to_l1(c);
  return has(Fault::move_path_accepted) && path_alone ? violated : 0;
}

ConstraintResults evaluate(Case c) {
  if (has(Fault::move_sid_accepted) && c["sid"] == 16) c["sid"] = 15;
  const ConstraintResults right = spec::evaluate(c);
  return misjudged(c, right, right.legal() ? 0 : accepted(c, right.violated));
}

// Takes the low 32 bits of the distance of a byte from the first.
void move_in_32_bits(Machine& machine, const Case& c) {
  const tik::Move<int64_t> p = slots_as<tik::Move>(c.arguments);
  uint8_t *const dst = machine.base(static_cast<Space>(p.dst_space)) + p.dst,
                 *const src = machine.base(static_cast<Space>(p.src_space)) + p.src;
  copy_bytes(machine, c, [&](Operands which, uint8_t* at) {
    uint8_t* const first = which == on_dst ? dst : src;
    return first + static_cast<uint32_t>(at - first);
  });
}

}  // namespace

Result run_tik(Machine& machine, const Case& c) {
  const Result result = {evaluate(c)};
  if (!result.constraint_results.legal() || (has(Fault::move_path_accepted) && ub_to_l1(c)))
    return result;
  const tik::Move<int64_t> p = slots_as<tik::Move>(c.arguments);
  if (has(Fault::burst_offset_32_bits))
    move_in_32_bits(machine, c);
  else
    optimized::copy(plan_of(active(), spec::machine_shape<int64_t>(machine.profile()), p),
                    machine.base(static_cast<Space>(p.dst_space)),
                    machine.base(static_cast<Space>(p.src_space)));
  return result;
}

}  // namespace strideproof::mutants
