// "GDMA可以将源数据按照mask有选择性的进行搬移": the words whose mask is not 0, packed.

#include "model/reference/bm_atomic.h"

namespace strideproof::reference::atomic {
namespace {

constexpr int64_t word_bytes = 4;  // mask-element

// "如果mask为0则表示对应位置的源数据被舍弃，否则搬运至目的地址。"
bool is_kept(Machine& machine, const Tensor& mask, const Index& i, const Choices& choices) {
  constexpr uint32_t negative_zero = 0x80000000;
  const uint32_t bits = read(machine, mask, i);
  return bits != 0 && (bits != negative_zero || choices.takes("mask-negative-zero", 0));
}
int64_t kept_words(Machine& machine, const Tensor& mask, const Choices& choices) {
  int64_t kept = 0;
  for_each(mask.shape, [&](const Index& i) {
    if (is_kept(machine, mask, i, choices)) ++kept;
  });
  return kept;
}

// mask-room: by default for all words, also those that the mask drops.
Answer has_room(Machine& machine, const CaseEvaluator& checks, const Tensor& mask, Wide room_bytes,
                const Choices& choices) {
  const Wide all = elements(mask.shape);
  if (all * word_bytes <= room_bytes) return true;
  if (!choices.takes("mask-room", 1)) return false;
  if (checks.constraint_results().violated != 0) return true;  // there is no mask to read
  if (all > budget) return {};
  return kept_words(machine, mask, choices) * word_bytes <= room_bytes;
}

Result copy_masked(Machine& machine, const Case& c, const Choices& choices) {
  const MaskedCopy<int64_t> p = mask_of(c.arguments);
  const Profile& profile = machine.profile();
  CaseEvaluator checks(c, machine, choices);
  const bool empty = is_empty(p.shape);
  if (is_unchecked(p.shape, choices)) {
    machine.mask_count = 0;
    return checks;
  }
  checks.shape(ConstraintId::dst_shape_n_min, p.shape);
  checks.require(ConstraintId::src_local_idx_max, p.local_mem_idx < profile.lanes);
  // mask-local-alignment, mask-dst-alignment: on bm1684 multiples of 128 bytes in local memory, of
  // 512 in system memory.
  const int64_t local_unit =
      choices.takes("mask-local-alignment", 1) ? word_bytes : profile.unit_bytes;
  const int64_t dst_unit =
      choices.takes("mask-dst-alignment", 1) ? word_bytes : 4 * profile.unit_bytes;
  checks.require(ConstraintId::dst_aligned, p.dst_global_mem_addr % dst_unit == 0);
  checks.require(ConstraintId::src_aligned, p.data_local_mem_addr % local_unit == 0);
  checks.require(ConstraintId::src1_aligned, p.mask_local_mem_addr % local_unit == 0);
  if (empty) {
    if (checks.constraint_results().legal()) machine.mask_count = 0;
    return checks;
  }
  const Tensor data =
      aligned_tensor(profile, p.local_mem_idx, p.data_local_mem_addr, word_bytes, p.shape, choices);
  const Tensor mask = aligned_tensor(profile, p.local_mem_idx, p.mask_local_mem_addr,
                                     choices.takes("mask-element", 1) ? 1 : word_bytes, p.shape,
                                     choices);  // mask-element
  checks.place(on_src, data, needed(data, choices));
  checks.place(on_src1, mask, needed(mask, choices));
  const std::optional<EnclosingRange> window = window_around(profile, p.dst_global_mem_addr);
  checks.require(ConstraintId::dst_start,
                 window.has_value() && is_global(profile, p.dst_global_mem_addr, choices));
  if (checks.evaluates(ConstraintId::dst_end))
    checks.require(ConstraintId::dst_end,
                   has_room(machine, checks, mask, window->end - p.dst_global_mem_addr, choices));
  if (!checks.to_be_run(elements(p.shape))) return checks;

  Index packed = {0, 0, 0, 0};
  const Tensor dst =
      tensor_from(profile, false, 0, p.dst_global_mem_addr, word_bytes, p.shape, {0, 0, 0, 1});
  for_each(p.shape, [&](const Index& i) {
    if (!is_kept(machine, mask, i, choices)) return;
    write(machine, dst, packed, read(machine, data, i));
    ++packed.w;
  });
  machine.mask_count = static_cast<uint32_t>(packed.w);
  return checks;
}

}  // namespace

Result mask_memcpy_4D(Machine& machine, const Case& c, const Choices& choices) {
  const Result result = copy_masked(machine, c, choices);
  machine.mask_rejected = !result.constraint_results.legal();
  return result;
}

}  // namespace strideproof::reference::atomic
