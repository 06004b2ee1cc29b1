#pragma once
// The whole of the toy machine, filled, run on and compared: every byte counts.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/fill.h"
#include "model/implementation.h"
#include "model/tests/okk_gdma_bytes.h"
#include "spec/vocabulary/okk_gdma.h"

namespace strideproof {

// All bytes of a toy machine.
struct Memory {
  std::vector<uint8_t> local, system;

  uint8_t& at(Space space, int64_t lane, int64_t offset) {
    const Profile& toy = *find_profile("toy");
    return space == Space::local ? local.at(static_cast<size_t>(lane * toy.lane_bytes + offset))
                                 : system.at(static_cast<size_t>(offset - toy.windows[0].first));
  }
  friend bool operator==(const Memory&, const Memory&) = default;
};

class SmallWorld {
 public:
  explicit SmallWorld(uint64_t seed) : machine(*find_profile("toy")) {
    const Window& window = machine.profile().windows[0];
    machine.open(Space::system, 0, window.first, window.size);
    fill(machine.at(Space::system, 0, window.first), window.size, seed, Space::system, 0,
         window.first);
    for (int64_t lane = 0; lane < machine.profile().lanes; ++lane)
      fill(machine.at(Space::local, lane, 0), machine.profile().lane_bytes, seed, Space::local,
           lane, 0);
  }

  Memory memory() {
    const Profile& p = machine.profile();
    const uint8_t* local = machine.base(Space::local);
    const uint8_t* system = machine.at(Space::system, 0, p.windows[0].first);
    return {{local, local + p.lanes * p.lane_bytes}, {system, system + p.windows[0].size}};
  }

  Machine machine;
};

struct Implementation {
  std::string_view name;
  Result (*run)(Machine&, const Case&);
};
inline const Implementation implementations[] = {
    {"reference", [](Machine& machine, const Case& c) { return reference::run(machine, c); }},
    {"optimized", [](Machine& machine, const Case& c) { return optimized::run(machine, c); }},
};

// What an operation of okk-gdma that is known by its runs makes of memory; of a fill, `constant` is
// the bytes of one element.
inline Memory after(const Operation& operation, const std::vector<Run>& runs,
                    const std::vector<uint8_t>& constant, const Memory& before) {
  const okk_gdma::Kind kind = okk_gdma::kind(operation);
  Memory now = before, old = before;
  for (const Run& run : runs)
    for (int64_t b = 0; b < run.elements * operation.element_bytes; ++b)
      now.at(okk_gdma::dst_space(kind), run.dst_lane, run.dst + b) =
          okk_gdma::is_fill(kind) ? constant.at(static_cast<size_t>(b % operation.element_bytes))
                                  : old.at(okk_gdma::src_space(kind), run.src_lane, run.src + b);
  return now;
}

// The first byte that differs, for people; empty where none does.
inline std::string difference(const Memory& expected, const Memory& found) {
  for (size_t i = 0; i < expected.local.size(); ++i)
    if (expected.local[i] != found.local[i])
      return fmt::format("lane {} offset {}: expected {}, found {}", i / 256, i % 256,
                         expected.local[i], found.local[i]);
  for (size_t i = 0; i < expected.system.size(); ++i)
    if (expected.system[i] != found.system[i])
      return fmt::format("byte {} of the window: expected {}, found {}", i, expected.system[i],
                         found.system[i]);
  return "";
}

// The labels of a mask in their order, separated by blanks.
inline std::string labels(const Operation& operation, uint64_t mask) {
  std::string out;
  for (const Constraint& constraint : operation.constraints)
    if ((mask >> constraint.bit & 1) != 0) {
      if (!out.empty()) out += ' ';
      out += constraint.label;
    }
  return out;
}

}  // namespace strideproof
