#pragma once
// A machine for bm-atomic, all of its local memory and what is open of system memory filled and
// compared, and the optimized implementation beside the reference.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "model/fill.h"
#include "model/implementation.h"
#include "model/machine.h"
#include "model/tests/bm_atomic_half.h"
#include "spec/spec.h"

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

// Two worlds of the case, equal; kept from case to case.
inline std::pair<World&, World&> worlds_of(const Case& c) {
  static World toy[] = {World(*find_profile("toy")), World(*find_profile("toy"))};
  static World bm1684[] = {World(*find_profile("bm1684")), World(*find_profile("bm1684"))};
  World* const both = c.profile->name == "toy" ? toy : bm1684;
  both[0].prepare(c);
  both[1].prepare(c);
  return {both[0], both[1]};
}

// Where the reference made a NaN, any NaN will do: takes over the one that was found.
inline void take_nans(World& expected, World& found) {
  for (const Machine::Nan& nan : expected.machine.nans) {
    const auto size = static_cast<size_t>(nan.bytes);
    const uint8_t* const from = found.machine.base(nan.space) + nan.place;
    uint32_t bits = 0;
    std::memcpy(&bits, from, size);
    const bool is_nan = size == 4 ? oracle::is_nan(bits) : (bits & 0x7fff) > 0x7c00;
    if (is_nan) std::memcpy(expected.machine.base(nan.space) + nan.place, from, size);
  }
  expected.machine.nans.clear();
}

inline void expect_as_reference(const std::string& line) {
  SCOPED_TRACE(line);
  const Case c = parse_case(line);
  auto [fast, slow] = worlds_of(c);
  const Result result = optimized::run(fast.machine, c);
  ASSERT_TRUE(result.constraint_results.legal());
  EXPECT_EQ(result.returned, 0U);
  reference::run(slow.machine, c);
  take_nans(slow, fast);
  EXPECT_TRUE(fast == slow);
}

// For loops over lines: not every combination fits the toy; most must.
class Sifted {
 public:
  void expect(const std::string& line) {
    ++all_;
    if (!spec::evaluate(parse_case(line)).legal()) return;
    ++legal_;
    expect_as_reference(line);
  }
  ~Sifted() { EXPECT_GT(5 * legal_, 4 * all_); }

 private:
  int all_ = 0, legal_ = 0;
};

}  // namespace strideproof
