#pragma once
// The whole of the toy machine, filled, run on and compared: every byte counts.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "model/fill.h"
#include "model/implementation.h"
#include "model/tests/worked_cases.h"
#include "spec/operations/asc.h"
#include "spec/operations/bm_atomic_selectors.h"
#include "spec/vocabulary/okk_gdma.h"

namespace strideproof {

// All bytes of a toy machine; of system memory those of its window.
struct Memory {
  std::array<std::vector<uint8_t>, space_count> bytes;

  uint8_t& at(Space space, int64_t lane, int64_t offset) {
    const Profile& toy = *find_profile("toy");
    const int64_t first = space == Space::system ? toy.windows[0].first : 0;
    return bytes[static_cast<size_t>(space)].at(
        static_cast<size_t>(lane * toy.lane_bytes + offset - first));
  }
  void put(const std::vector<Words>& runs) {
    for (const Words& run : runs)
      for (size_t b = 0; b < 4 * run.words.size(); ++b)
        at(Space::local, run.lane, run.offset + static_cast<int64_t>(b)) =
            static_cast<uint8_t>(run.words[b / 4] >> 8 * (b % 4));
  }
  friend bool operator==(const Memory&, const Memory&) = default;
};

// The class of data that a case names: for worlds in which all bytes are of one class.
inline DataClass contents(const Case& c) {
  for (const DataClass data : c.data)
    if (data != DataClass::unique) return data;
  return DataClass::unique;
}

class SmallWorld {
 public:
  explicit SmallWorld(uint64_t seed, DataClass data = DataClass::unique)
      : machine(*find_profile("toy")) {
    const Window& window = machine.profile().windows[0];
    machine.open(Space::system, 0, window.first, window.size);
    each_part([&](Space space, int64_t lane, int64_t offset, int64_t size) {
      fill(machine.at(space, lane, offset), size, seed, space, lane, offset, data);
    });
  }

  Memory memory() {
    Memory all;
    each_part([&](Space space, int64_t lane, int64_t offset, int64_t size) {
      std::vector<uint8_t>& bytes = all.bytes[static_cast<size_t>(space)];
      const uint8_t* first = machine.at(space, lane, offset);
      bytes.insert(bytes.end(), first, first + size);
    });
    return all;
  }

  void put(const std::vector<Words>& runs) {
    for (const Words& run : runs)
      std::memcpy(machine.at(Space::local, run.lane, run.offset), run.words.data(),
                  4 * run.words.size());
  }

  Machine machine;

 private:
  // The window, the lanes and the buffers.
  template <class Part>
  void each_part(Part part) {
    const Profile& p = machine.profile();
    part(Space::system, 0, p.windows[0].first, p.windows[0].size);
    for (int64_t lane = 0; lane < p.lanes; ++lane) part(Space::local, lane, 0, p.lane_bytes);
    for (const Space buffer : {Space::ub, Space::l1, Space::l0b})
      part(buffer, 0, 0, p.buffer_bytes[static_cast<size_t>(buffer)]);
  }
};

struct Implementation {
  std::string_view name;
  Result (*run)(Machine&, const Case&);
};
inline const Implementation implementations[] = {
    {"reference", [](Machine& machine, const Case& c) { return reference::run(machine, c); }},
    {"optimized", [](Machine& machine, const Case& c) { return optimized::run(machine, c); }},
};

// Between which memories the runs of a byte table go, and what their elements are.
struct Sides {
  Space dst, src;
  int64_t element_bytes;
};
inline Sides bm_atomic_sides(const Case& c) {
  using namespace bm_atomic;
  const auto space = [](bool is_local) { return is_local ? Space::local : Space::system; };
  const auto bytes = [&](std::string_view format) {
    return element_bytes(static_cast<Format>(c[format]));
  };
  const Kind k = kind(*c.operation);
  if (k == Kind::cwtrans) return {Space::local, Space::local, bytes("format")};
  if (k == Kind::mask_memcpy_4D) return {Space::system, Space::local, mask_word_bytes};
  if (k == Kind::memset_4D) return {space(c["is_local_mem"] != 0), Space::system, bytes("format")};
  return {space(dst_is_local(c["direction"])), space(src_is_local(c["direction"])),
          bytes(k == Kind::memcpy_4D ? "dst_format" : "format")};
}
inline Sides sides(const Case& c) {
  if (c.operation->family == Family::bm_atomic) return bm_atomic_sides(c);
  if (c.operation->family == Family::tik)
    return {static_cast<Space>(c["dst_space"]), static_cast<Space>(c["src_space"]), 1};
  if (c.operation->family == Family::asc)
    return {Space::l0b, Space::l1, asc::element_bytes(static_cast<asc::DType>(c["dtype"]))};
  if (c.operation->family == Family::okk_bdc) return {Space::local, Space::local, 4};
  const okk_gdma::Kind kind = okk_gdma::kind(*c.operation);
  return {okk_gdma::dst_space(kind), okk_gdma::src_space(kind), c.operation->element_bytes};
}

// The memory after a case that is known by its runs; of a fill, `constant` is the bytes of one
// element.
inline Memory after(const Case& c, const std::vector<Run>& runs,
                    const std::vector<uint8_t>& constant, const Memory& before) {
  if (runs.empty()) return before;  // the element type may be unknown
  const auto [dst, src, element_bytes] = sides(c);
  Memory now = before, old = before;
  for (const Run& run : runs)
    for (int64_t b = 0; b < run.elements * element_bytes; ++b)
      now.at(dst, run.dst_lane, run.dst + b) =
          constant.empty() ? old.at(src, run.src_lane, run.src + b)
                           : constant.at(static_cast<size_t>(b % element_bytes));
  return now;
}

// The first byte that differs, for people; empty where none does.
inline std::string difference(const Memory& expected, const Memory& found) {
  for (size_t space = 0; space < space_count; ++space)
    for (size_t i = 0; i < expected.bytes[space].size(); ++i)
      if (expected.bytes[space][i] != found.bytes[space][i])
        return fmt::format("byte {} of {}: expected {}, found {}", i,
                           name(static_cast<Space>(space)), expected.bytes[space][i],
                           found.bytes[space][i]);
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
