#pragma once
// mask_memcpy_4D: for each run of words of the tensor, in NCHW order, the kept words are packed
// after those of the run before.

#include "model/machine.h"
#include "model/optimized/bm_atomic_rows.h"
#include "model/optimized/bm_atomic_words.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::optimized {

template <class I>
struct MaskPlan {
  RunSequence<I> words, mask;
};

template <class I>
MaskPlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::MaskedCopy<I>& p) {
  return {path_of(m, spec::bm_atomic::operand_of(m, p, on_src)),
          path_of(m, spec::bm_atomic::operand_of(m, p, on_src1))};
}

void execute(Machine& machine, const bm_atomic::MaskedCopy<int64_t>& p,
             const MaskPlan<int64_t>& plan, Pack pack);

}  // namespace strideproof::optimized
