#include "model/optimized/bm_atomic_mask.h"

namespace strideproof::optimized {

void execute(Machine& machine, const bm_atomic::MaskedCopy<int64_t>& p,
             const MaskPlan<int64_t>& plan, Pack pack) {
  const uint8_t* const local = machine.base(Space::local);
  uint8_t* const dst = machine.base(Space::system) + p.dst_global_mem_addr;
  int64_t kept = 0;
  for_each_part(plan.words, bm_atomic::mask_word_bytes, plan.mask, bm_atomic::mask_word_bytes,
                spec::element_count(p.shape), [&](int64_t words, int64_t mask, int64_t count) {
                  kept += pack(dst + kept * bm_atomic::mask_word_bytes, local + words, local + mask,
                               count);
                });
  machine.mask_count = static_cast<uint32_t>(kept);
}

void execute_mask_memcpy_4D(Machine& machine, const bm_atomic::MaskedCopy<int64_t>& p, Pack pack) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  execute(machine, p, plan_of(m, p), pack);
}

}  // namespace strideproof::optimized
