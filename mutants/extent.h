#pragma once
// Shared by the faults of the families: the extent of an operand, computed from its parameters alone,
// for faults in overlap and at ends of memory; labels; and other memory that a fault changes.

#include <algorithm>
#include <utility>
#include <vector>

#include "model/machine.h"
#include "spec/footprint.h"
#include "spec/vocabulary/case.h"

namespace strideproof::mutants {

// Bytes [first, end): addresses in system memory, in local memory offsets in the lanes
// [lane, lane + lanes), which wrap.
struct Extent {
  bool local;
  int64_t first, end, lane, lanes;
};

// Strides of at least 0.
inline Extent extent_of(const Profile& profile, const spec::Tensor<int64_t>& t) {
  const auto& [n, c, h, w] = t.shape;
  const bool local = t.space == Space::local;
  const int64_t lane = local ? t.address / profile.lane_bytes : 0;
  const int64_t first = local ? t.address % profile.lane_bytes : t.address;
  const int64_t end_lane = lane + c - 1;
  // Bytes of the channels after the first.
  const int64_t rows = local ? end_lane / profile.lanes : c - 1;
  const bool alone = !local || c == 1 || (rows > 0 && end_lane % profile.lanes == 0);
  const int64_t last = (n - 1) * t.stride.n + rows * t.stride.c + (h - 1) * t.stride.h +
                       ((alone ? t.last_width : w) - 1) * t.stride.w;
  return {local, first, first + (last + 1) * t.element_bytes, lane,
          std::min<int64_t>(c, local ? profile.lanes : 1)};
}

inline Extent extent_of(const Case& c, Operands which) {
  return extent_of(*c.profile, spec::tensor_of(c, which));
}

inline bool share_lanes(const Profile& profile, const Extent& a, const Extent& b) {
  if (a.local != b.local) return false;
  if (!a.local) return true;
  const int64_t x = profile.lanes;
  return (b.lane - a.lane + x) % x < a.lanes || (a.lane - b.lane + x) % x < b.lanes;
}

// The number of bytes in both ranges; 0: the ranges touch; negative: the gap between them.
inline int64_t common_bytes(const Extent& a, const Extent& b) {
  return std::min(a.end, b.end) - std::max(a.first, b.first);
}

inline bool meet(const Profile& profile, const Extent& a, const Extent& b) {
  return share_lanes(profile, a, b) && common_bytes(a, b) > 0;
}
inline bool touch(const Profile& profile, const Extent& a, const Extent& b) {
  return share_lanes(profile, a, b) && common_bytes(a, b) == 0;
}

// True if the operand ends with the last byte of its lane, or of its window.
inline bool ends_with_memory(const Profile& profile, const Extent& a) {
  if (a.local) return a.end == profile.lane_bytes;
  return std::any_of(profile.windows.begin(), profile.windows.end(),
                     [&](const Window& window) { return a.end == window.end(); });
}

// ---- parameters and labels ----

// The slots of a dim4 parameter in Arguments::value; nullptr: the pointer is NULL, or there is no
// such parameter.
inline int64_t* given(Case& c, std::string_view name) {
  const Parameter* p = c.operation->parameter(name);
  if (p == nullptr) return nullptr;
  const auto place = static_cast<int>(p - c.operation->parameters.data());
  return c.arguments.is_null(place) ? nullptr : &c.arguments.value[static_cast<size_t>(p->slot)];
}

template <class ConstraintId>
uint64_t bit(ConstraintId label) {
  return uint64_t{1} << static_cast<int>(label);
}

// ---- other memory ----

inline void invert(uint8_t* byte) { *byte = static_cast<uint8_t>(~*byte); }

// After the first channel of a tensor in local memory.
inline void write_padding(Machine& machine, const spec::Tensor<int64_t>& dst) {
  const Profile& profile = machine.profile();
  const int64_t size = dst.shape.h * dst.shape.w * dst.element_bytes;
  const int64_t end = dst.address % profile.lane_bytes + size;
  const int64_t padding =
      std::min(round_up(size, profile.unit_bytes) - size, profile.lane_bytes - end);
  std::fill_n(machine.base(Space::local) + dst.address + size, padding, uint8_t{0});
}

// In the lane after that of the last channel.
inline void write_far_lane(Machine& machine, const spec::Tensor<int64_t>& dst) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const auto at = spec::start_of(m, dst.address);
  invert(machine.at(Space::local, spec::lane_of(m, at.lane, dst.shape.c), at.offset));
}

// The last of several rows of the last channel, put back after the operation; nothing if a channel
// has one row.
class KeptRow {
 public:
  KeptRow(Machine& machine, const spec::Tensor<int64_t>& dst) {
    const auto& [n, c, h, w] = dst.shape;
    const auto m = spec::machine_shape<int64_t>(machine.profile());
    for (int64_t i = 0; i < w && h > 1; ++i) {
      const auto place = spec::place_of(m, dst, {n - 1, c - 1, h - 1, i});
      uint8_t* const at = machine.at(dst.space, place.lane, place.byte);
      for (int64_t b = 0; b < dst.element_bytes; ++b) bytes_.emplace_back(at + b, at[b]);
    }
  }
  void put_back() const {
    for (const auto& [at, byte] : bytes_) *at = byte;
  }

 private:
  std::vector<std::pair<uint8_t*, uint8_t>> bytes_;
};

}  // namespace strideproof::mutants
