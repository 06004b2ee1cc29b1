#pragma once
// mask_memcpy_4D: for each run of words of the tensor, in NCHW order, the kept words are packed
// after those of the run before.

#include "model/machine.h"
#include "model/optimized/bm_atomic_rows.h"
#include "model/optimized/bm_atomic_words.h"
#include "spec/footprint.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::optimized {

template <class Mutation, class I>
RunSequence<I> path_of(const MachineShape<I>& m, const bm_atomic::MaskedCopy<I>& p,
                       Operands which) {
  spec::Tensor<I> t = spec::bm_atomic::operand_of(m, p, which);
  if (Mutation::has(Fault::bm_mask_compact) && which == on_src1)
    t.stride = spec::compact_strides(m, p.local_mem_idx, p.shape);
  return path_of<Mutation>(m, t);
}

template <class Mutation>
void execute_mask_memcpy_4D(Machine& machine, const bm_atomic::MaskedCopy<int64_t>& p, Pack pack) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const uint8_t* const local = machine.base(Space::local);
  uint8_t* const dst = machine.base(Space::system) + p.dst_global_mem_addr;
  int64_t kept = 0;
  const auto pack_part = [&](int64_t words, int64_t mask, int64_t count) {
    kept += pack(dst + kept * bm_atomic::mask_word_bytes, local + words, local + mask, count);
  };
  for_each_part<Mutation>(path_of<Mutation>(m, p, on_src), bm_atomic::mask_word_bytes,
                          path_of<Mutation>(m, p, on_src1), bm_atomic::mask_word_bytes,
                          spec::element_count(p.shape), pack_part);
  machine.mask_count = static_cast<uint32_t>(kept);
}

}  // namespace strideproof::optimized
