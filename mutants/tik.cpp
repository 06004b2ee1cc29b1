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
