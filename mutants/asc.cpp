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

ConstraintResults misjudge(const Case& c) {
  ConstraintResults results = spec::evaluate(c);
  if (has(Fault::fractal_overlap_accepted)) results.violated &= ~bit(ConstraintId::dst_overlap);
  if (!results.legal()) return results;
  if (has(Fault::fractal_interleaving_rejected) && ranges_meet(c))
    results.violated |= bit(ConstraintId::dst_overlap);
  if (has(Fault::fractal_gap_limits_b16) && c["dst_frac_stride"] > spec::asc::largest_frac_stride)
    results.violated |= bit(ConstraintId::dst_frac_stride_max);
  return results;
}

}  // namespace

Result run_asc(Machine& machine, const Case& c) {
  const Result result = {misjudge(c)};
  if (!result.constraint_results.legal()) return result;
  Case done = c;
  if (has(Fault::no_iteration_as_one) && c["repeat"] == 0) {
    done["repeat"] = 1;
    if (!spec::evaluate(done).legal()) done["repeat"] = 0;
  }
  const asc::Transpose<int64_t> p = asc::transpose_of(done.arguments);
  if (p.repeat > 0)
    optimized::transpose(plan_of(active(), asc::element_bytes(static_cast<asc::DType>(p.dtype)), p),
                         machine.base(Space::l0b), machine.base(Space::l1));
  return result;
}

}  // namespace strideproof::mutants
