// "GDMA可以将源数据按照mask有选择性的进行搬移": the words whose mask is not 0, packed.

#include <algorithm>

#include "model/reference/bm_atomic.h"

namespace strideproof::reference::atomic {
namespace {

constexpr int64_t word_bytes = 4;  // mask-element

// The aligned ("128-byte") layout of data or mask; mask-layout.
Tensor aligned_tensor(const CaseRun& run, const MaskedCopy<int64_t>& p, int64_t address,
                      int64_t element_bytes) {
  constexpr Wide enough = Wide{1} << 60;  // more than any lane holds
  const bool compact = run.takes("mask-layout", 1);
  const int64_t unit = compact ? 1 : run.profile.unit_bytes / element_bytes;
  const Wide channel = std::min(rounded(Wide{p.shape.h} * p.shape.w, unit), enough);
  Tensor t = tensor_from(run.profile, true, p.local_mem_idx, address, element_bytes, p.shape,
                         local_strides(run.profile, p.local_mem_idx, p.shape, channel));
  t.padded = !compact;
  return t;
}

// "如果mask为0则表示对应位置的源数据被舍弃，否则搬运至目的地址。"
bool is_kept(const CaseRun& run, const Tensor& mask, const Index& i) {
  constexpr uint32_t negative_zero = 0x80000000;
  const uint32_t bits = read(run.machine, mask, i);
  return bits != 0 && (bits != negative_zero || run.takes("mask-negative-zero", 0));
}

// mask-room: by default for all words, also those that the mask drops.
std::optional<bool> has_room(const CaseRun& run, const Tensor& mask, Wide room_bytes) {
  const Wide all = elements(mask.shape);
  if (all * word_bytes <= room_bytes) return true;
  if (!run.takes("mask-room", 1)) return false;
  if (run.constraint_results().violated != 0) return true;  // there is no mask to read
  if (all > budget) return {};
  int64_t kept = 0;
  for_each(mask.shape, [&](const Index& i) { kept += is_kept(run, mask, i) ? 1 : 0; });
  return kept * word_bytes <= room_bytes;
}

void check_values(CaseRun& run, const MaskedCopy<int64_t>& p) {
  run.shape(ConstraintId::dst_shape_n_min, p.shape);
  run.require(ConstraintId::src_local_idx_max, p.local_mem_idx < run.profile.lanes);
  // mask-local-alignment, mask-dst-alignment: on bm1684 multiples of 128 bytes in local memory, of
  // 512 in system memory.
  const int64_t unit = run.profile.unit_bytes;
  const int64_t local_unit = run.takes("mask-local-alignment", 1) ? word_bytes : unit;
  const int64_t dst_unit = run.takes("mask-dst-alignment", 1) ? word_bytes : 4 * unit;
  run.require(ConstraintId::dst_aligned, p.dst_global_mem_addr % dst_unit == 0);
  run.require(ConstraintId::src_aligned, p.data_local_mem_addr % local_unit == 0);
  run.require(ConstraintId::src1_aligned, p.mask_local_mem_addr % local_unit == 0);
}

void check_places(CaseRun& run, const Tensor& dst, const Tensor& data, const Tensor& mask) {
  run.place(on_src, data);
  run.place(on_src1, mask);
  const std::optional<BoundingRange> window = memory_around(run.profile, dst);
  run.require(ConstraintId::dst_start, window.has_value() && is_global(run, dst.start));
  if (run.evaluates(ConstraintId::dst_end))
    run.require(ConstraintId::dst_end, has_room(run, mask, window->end - dst.start));
}

void copy_masked(CaseRun& run, const MaskedCopy<int64_t>& p) {
  const Tensor data = aligned_tensor(run, p, p.data_local_mem_addr, word_bytes);
  const Tensor mask =
      aligned_tensor(run, p, p.mask_local_mem_addr, run.takes("mask-element", 1) ? 1 : word_bytes);
  const Tensor dst =
      tensor_from(run.profile, false, 0, p.dst_global_mem_addr, word_bytes, p.shape, {0, 0, 0, 1});
  check_places(run, dst, data, mask);
  if (!run.to_be_run(elements(p.shape))) return;
  Index packed = {0, 0, 0, 0};
  for_each(p.shape, [&](const Index& i) {
    if (!is_kept(run, mask, i)) return;
    write(run.machine, dst, packed, read(run.machine, data, i));
    ++packed.w;
  });
  run.machine.mask_count = static_cast<uint32_t>(packed.w);
}

}  // namespace

void mask_memcpy_4D(CaseRun& run) {
  const MaskedCopy<int64_t> p = slots_as<MaskedCopy>(run.c.arguments);
  const bool unchecked = run.is_unchecked(p.shape);
  if (!unchecked) check_values(run, p);
  if (!is_empty(p.shape))
    copy_masked(run, p);
  else if (run.to_be_run(0))
    run.machine.mask_count = 0;
  if (!run.evaluate_only) run.machine.mask_rejected = !run.constraint_results().legal();
}

}  // namespace strideproof::reference::atomic
