#pragma once
// A machine for bm-atomic, all of its local memory and what is open of system memory filled and
// compared.

#include <algorithm>
#include <cstring>

#include "model/fill.h"
#include "model/machine.h"

namespace strideproof {

class World {
 public:
  // Opens up to a MiB from the start of the last window.
  explicit World(const Profile& profile) : machine(profile) {
    constexpr int64_t mib = 1 << 20;
    const Window& window = profile.windows.back();
    machine.open(Space::system, 0, window.first, std::min(window.size, mib));
  }

  // All that is open as the fill of the case has it, in the data class of its source.
  void prepare(const Case& c) {
    const DataClass data = c.data[1];
    for (const int64_t chunk : machine.open_chunks())
      fill(machine.base(Space::system) + chunk, Machine::chunk_bytes, c.fill, Space::system, 0,
           chunk, data);
    for (int64_t lane = 0; lane < c.profile->lanes; ++lane)
      fill(machine.at(Space::local, lane, 0), c.profile->lane_bytes, c.fill, Space::local, lane, 0,
           data);
    machine.mask_count = 0;
  }

  friend bool operator==(World& a, World& b) {
    const auto same = [&](Space space, int64_t first, int64_t size) {
      return std::memcmp(a.machine.base(space) + first, b.machine.base(space) + first,
                         static_cast<size_t>(size)) == 0;
    };
    const Profile& p = a.machine.profile();
    bool equal = a.machine.open_chunks() == b.machine.open_chunks() &&
                 a.machine.mask_count == b.machine.mask_count &&
                 same(Space::local, 0, p.lanes * p.lane_bytes);
    for (const int64_t chunk : a.machine.open_chunks())
      equal = equal && same(Space::system, chunk, Machine::chunk_bytes);
    return equal;
  }

  Machine machine;
};

}  // namespace strideproof
