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

// The path alone: the other labels are evaluated as if it were the neighbouring one.
uint64_t accepted(const Case& c, uint64_t violated) {
  const bool path_alone = violated == bit(ConstraintId::path) && ub_to_l1(c);
  return has(Fault::move_path_accepted) && path_alone ? violated : 0;
}

ConstraintResults evaluate(Case c) {
  if (has(Fault::move_sid_accepted) && c["sid"] == 16) c["sid"] = 15;
  return misjudged(c, spec::evaluate(c), {}, accepted);
}

// Takes the low 32 bits of the distance of a byte from the first.
void move_in_32_bits(Machine& machine, const Case& c) {
  const tik::Move<int64_t> p = tik::move_of(c.arguments);
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
  const tik::Move<int64_t> p = tik::move_of(c.arguments);
  if (has(Fault::burst_offset_32_bits))
    move_in_32_bits(machine, c);
  else
    optimized::copy(plan_of(active(), spec::machine_shape<int64_t>(machine.profile()), p),
                    machine.base(static_cast<Space>(p.dst_space)),
                    machine.base(static_cast<Space>(p.src_space)));
  return result;
}

}  // namespace strideproof::mutants
