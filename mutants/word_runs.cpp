// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mutants/word_runs.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "model/optimized/word_runs.h"

// The vectors of word_runs.cpp with a planted fault.

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

#include "model/optimized/word_runs-inl.h"

Compute planted_compute(Function function, bool a_stays, bool b_stays) {
  return best_of<Mutant>(function, a_stays, b_stays);
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(planted_compute);

template <>
Compute vector_compute<Mutant>(Function function, const WordLoop<int64_t>& run) {
  if (!suits_vectors(run)) return nullptr;
  return HWY_DYNAMIC_DISPATCH(planted_compute)(function, run.step[1] == 0, run.step[2] == 0);
}

}  // namespace strideproof::optimized
#endif
