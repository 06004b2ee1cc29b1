#include "mutants/asc.h"

#include "mutants/common.h"
#include "spec/operations/asc.h"
#include "spec/spec.h"

// The faults of the transposing copy outside the plan: in the cases that it accepts and rejects.

namespace strideproof::mutants {
namespace {

// True if an iteration begins before the previous one has ended.
bool ranges_meet(const Case& c) {
  const auto [n, fractals, h, w] = spec::tensor_of(c, on_dst).shape;
  const Dim4<int64_t> step = spec::tensor_of(c, on_dst).stride;
  return n > 1 && fractals == 2 && step.n < step.c + spec::asc::fractal_bytes;
}

uint64_t rejected(const Case& c) {
  using enum ConstraintId;
  switch (active()) {
    case Fault::fractal_interleaving_rejected: return label_if(ranges_meet(c), dst_overlap);
    case Fault::fractal_gap_limits_b16:
      return label_if(c["dst_frac_stride"] > spec::asc::largest_frac_stride, dst_frac_stride_max);
    default: return 0;
  }
}

}  // namespace

Result run_asc(Machine& machine, const Case& c) {
  const ConstraintResults right = spec::evaluate(c);
  const Result result = {misjudged(c, right, right.legal() ? rejected(c) : 0)};
  if (!result.constraint_results.legal()) return result;
  Case done = c;
  if (has(Fault::no_iteration_as_one) && c["repeat"] == 0) {
    done["repeat"] = 1;
    if (!spec::evaluate(done).legal()) done["repeat"] = 0;
  }
  const asc::Transpose<int64_t> p = slots_as<asc::Transpose>(done.arguments);
  if (p.repeat > 0)
    optimized::transpose(plan_of(active(), spec::asc::Spec::dtype_bytes(p), p),
                         machine.base(Space::l0b), machine.base(Space::l1));
  return result;
}

}  // namespace strideproof::mutants
