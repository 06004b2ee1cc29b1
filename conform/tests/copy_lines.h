#pragma once
// Lines of okk_gdma_32bit_cpy_L2L on toy, and an implementation that refuses some.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "conform/tests/learner.h"

namespace strideproof::tests {

inline constexpr std::string_view copy_l2l = "okk_gdma_32bit_cpy_L2L";

// Both legal by default. The padding of the first one leaves its lane, and its bounding ranges of
// offsets meet; the others show one of these alone.
inline std::string copy(std::string_view dst, std::string_view src) {
  return fmt::format(
      "{} toy dst_addr={} src_addr={} shape=1,1,1,1 dst_stride=null src_stride=null fill=1",
      copy_l2l, dst, src);
}
inline const std::string tail_and_range = copy("0xfc", "0x1fc");
inline const std::string tail_alone = copy("0xfc", "0x100");
inline const std::string range_alone = copy("0", "0x100");

inline std::string empty_copy(std::string_view dst) {
  return fmt::format(
      "{} toy dst_addr={} src_addr=0x100 shape=0,1,1,1 dst_stride=null src_stride=null fill=1",
      copy_l2l, dst);
}

// The reference, which also refuses these lines.
inline Run refusing(std::vector<std::string> lines) {
  return [lines](Machine& machine, const Case& c) -> Result {
    const std::string line = print(Program{c.profile, c.fill, {c}});
    if (std::any_of(lines.begin(), lines.end(), [&](const std::string& refused) {
          return print(parse_program(refused)) == line;
        }))
      return {{.violated = 1}, 0};
    return reference::run(machine, c, default_readings);
  };
}

}  // namespace strideproof::tests
