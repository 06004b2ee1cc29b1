#include "model/reference/bm_atomic.h"

#include <algorithm>

#include "model/reference/families.h"

namespace strideproof::reference {
namespace atomic {
namespace {

// "当搬运完成后，调用函数bm_get_mask_memcpy_res_num()可以获取搬运到目的地址的数据的数量。"
Result mask_count(Machine& machine, const Case& c, const Choices& choices) {
  const bool none = machine.mask_rejected && choices.takes("mask-count-after-rejection", 1);
  Result result{ConstraintEvaluator(*c.operation).constraint_results(),
                none ? 0 : machine.mask_count};
  if (choices.takes("mask-count-read", 1)) machine.mask_count = 0;
  return result;
}

}  // namespace

// FLOAT32, INT16, UINT8, INT8, FLOAT16: the number in the name is the width in bits. A format without
// a name has elements of 1 byte, so that its label is the only one that is violated.
int64_t element_bytes(Format format) {
  if (format == Format::float32) return 4;
  if (format == Format::int16) return 2;
  if (format == Format::float16) return 2;
  return 1;
}

// "S表示Global Memory、L2-SRAM以及DTCM，L表示Local Memory": S2L, L2S, S2S, L2L.
bool src_is_local(int64_t direction) {
  if (direction == static_cast<int64_t>(Direction::L2S)) return true;
  return direction == static_cast<int64_t>(Direction::L2L);
}
bool dst_is_local(int64_t direction) {
  if (direction == static_cast<int64_t>(Direction::S2L)) return true;
  return direction == static_cast<int64_t>(Direction::L2L);
}

LocalPlace local_place(const Profile& profile, bool local, int64_t lane, int64_t address,
                       const Choices& choices) {
  if (!local || choices.takes("local-address", 0)) return {lane, address};
  return {lane + address / profile.lane_bytes, address % profile.lane_bytes};
}

bool is_global(const Profile& profile, int64_t address, const Choices& choices) {
  return choices.takes("global-only", 0) || address >= profile.windows.back().first;
}

Tensor aligned_tensor(const Profile& profile, int64_t lane, int64_t address, int64_t element_bytes,
                      const Index& shape, const Choices& choices) {
  constexpr Wide enough = Wide{1} << 60;  // more than any lane holds
  const bool compact = choices.takes("mask-layout", 1);
  const int64_t unit = compact ? 1 : profile.unit_bytes / element_bytes;
  const Wide channel = std::min(rounded(Wide{shape.h} * shape.w, unit), enough);
  const Wide row = (lane + shape.c + profile.lanes - 1) / profile.lanes * channel;
  Tensor t =
      tensor_from(profile, true, lane, address, element_bytes, shape, {row, channel, shape.w, 1});
  t.padded = !compact;
  return t;
}

}  // namespace atomic

Result run_bm_atomic(Machine& machine, const Case& c, const Readings& readings) {
  using bm_atomic::Kind;
  const Choices choices(readings);
  switch (bm_atomic::kind(*c.operation)) {
    case Kind::memcpy_1D: return atomic::memcpy_1D(machine, c, choices);
    case Kind::memcpy_2D: return atomic::memcpy_2D(machine, c, choices);
    case Kind::memcpy_4D: return atomic::memcpy_4D(machine, c, choices);
    case Kind::memset_4D: return atomic::memset_4D(machine, c, choices);
    case Kind::cwtrans: return atomic::cwtrans(machine, c, choices);
    case Kind::mask_memcpy_4D: return atomic::mask_memcpy_4D(machine, c, choices);
    case Kind::mask_count: break;
  }
  return atomic::mask_count(machine, c, choices);
}

}  // namespace strideproof::reference
