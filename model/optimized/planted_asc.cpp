#include "model/optimized/asc.h"
#include "model/optimized/planted_families.h"
#include "spec/operations/asc.h"
#include "spec/spec.h"

// The faults of the transposing copy that are not in the plan: what it accepts and rejects.

namespace strideproof::optimized {

template void execute_asc<Planted>(Machine&, const Case&);

}  // namespace strideproof::optimized

namespace strideproof::planted {
namespace {

using asc::Label;
using optimized::Planted;

bool has(Fault fault) { return Planted::has(fault); }

uint64_t bit(Label label) { return uint64_t{1} << static_cast<int>(label); }

// Does an iteration begin before the one before it has ended?
bool ranges_meet(const Case& c) {
  const auto s = spec::asc::squares_of(asc::transpose_of(c.arguments));
  return s.repeat > 1 && s.fractals == 2 && s.dst_step < s.frac_step + spec::asc::fractal_bytes;
}

Judgement misjudge(const Case& c) {
  Judgement judgement = spec::judge(c);
  if (has(Fault::fractal_overlap_accepted)) judgement.violated &= ~bit(Label::dst_overlap);
  if (!judgement.legal()) return judgement;
  if (has(Fault::fractal_interleaving_rejected) && ranges_meet(c))
    judgement.violated |= bit(Label::dst_overlap);
  if (has(Fault::fractal_gap_limits_b16) && c["dst_frac_stride"] > spec::asc::largest_frac_stride)
    judgement.violated |= bit(Label::dst_frac_stride_max);
  return judgement;
}

}  // namespace

Result run_asc(Machine& machine, const Case& c) {
  const Result result = {misjudge(c)};
  if (!result.judgement.legal()) return result;
  Case done = c;
  if (has(Fault::no_iteration_as_one) && c["repeat"] == 0) {
    done["repeat"] = 1;
    if (!spec::judge(done).legal()) done["repeat"] = 0;
  }
  optimized::execute_asc<Planted>(machine, done);
  return result;
}

}  // namespace strideproof::planted
