// mask_memcpy_4D and its count in plain loops.

#include <algorithm>
#include <utility>

#include "conform/tests/plugins/variant.h"
#include "model/implementation.h"

namespace strideproof::variants {
namespace {

bool is_mask_copy(const Case& c) { return has(c, "mask_local_mem_addr"); }

std::optional<Elements> in_local(Machine& machine, const Case& c, const char* name, int64_t bytes,
                                 bool compact) {
  const int64_t first = c[name], idx = c["local_mem_idx"];
  const Four shape = four(c, "shape");
  Four stride = aligned_stride(*c.profile, idx, shape, bytes);
  if (compact) {
    stride[1] = shape[2] * shape[3];
    stride[0] = round_up(idx + shape[1], c.profile->lanes) / c.profile->lanes * stride[1];
  }
  if (first >= c.profile->lane_bytes) return std::nullopt;
  return elements(machine, {Space::local, idx, first, shape, stride, bytes});
}

}  // namespace

Answer mask_copy(Machine& machine, const Case& c, const MaskRules& rules) {
  if (!is_mask_copy(c)) return Answer::run;
  const int64_t unit = c.profile->unit_bytes, dst = c["dst_global_mem_addr"];
  const int64_t local_unit = rules.local_unit == 0 ? unit : rules.local_unit;
  const Four shape = four(c, "shape");
  if (std::any_of(shape.begin(), shape.end(), [](int64_t e) { return e < 1 || e > 65535; }))
    return Answer::reject;
  if (c["local_mem_idx"] >= c.profile->lanes || c["data_local_mem_addr"] % local_unit != 0 ||
      c["mask_local_mem_addr"] % local_unit != 0 ||
      dst % (rules.dst_unit == 0 ? 4 * unit : rules.dst_unit) != 0)
    return Answer::reject;
  const int64_t mask_bytes = rules.byte_masks ? 1 : 4;
  const auto data = in_local(machine, c, "data_local_mem_addr", 4, rules.compact);
  const auto masks = in_local(machine, c, "mask_local_mem_addr", mask_bytes, rules.compact);
  if (!data || !masks) return Answer::reject;
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < data->size(); ++i) {
    const uint32_t mask = load((*masks)[i], mask_bytes);
    if (mask != 0 && !(rules.by_value && mask == 0x80000000)) kept.push_back(load((*data)[i], 4));
  }
  const auto count = static_cast<int64_t>(rules.room_for_kept ? kept.size() : data->size());
  const auto room = elements(machine, {Space::system, 0, dst, {1, 1, 1, count}, {0, 0, 0, 1}, 4});
  if (!room) return Answer::reject;
  for (size_t i = 0; i < kept.size(); ++i) store((*room)[i], kept[i], 4);
  machine.mask_count = static_cast<uint32_t>(kept.size());
  return Answer::done;
}

Answer count_read_once(Machine& machine, const Case& c) {
  static bool read = false;
  if (is_mask_copy(c)) {
    if (!optimized::run(machine, c).constraint_results.legal()) return Answer::reject;
    read = false;
    return Answer::done;
  }
  if (std::exchange(read, true)) machine.mask_count = 0;
  return Answer::run;
}

Answer count_of_rejected_is_0(Machine& machine, const Case& c) {
  if (!is_mask_copy(c)) return Answer::run;
  if (optimized::run(machine, c).constraint_results.legal()) return Answer::done;
  machine.mask_count = 0;
  return Answer::reject;
}

}  // namespace strideproof::variants
