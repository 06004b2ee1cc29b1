#pragma once
// The extent of an operand, computed from its parameters alone, for faults in overlap and at ends
// of memory.

#include <algorithm>

#include "spec/layout.h"

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

}  // namespace strideproof::mutants
