#include "oracle/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace strideproof {

Found bytes_in(Machine& machine) {
  return [&machine](const MemoryRange& region) {
    return machine.at(region.space, region.lane, region.first);
  };
}

std::optional<Difference> first_difference(Machine& shadow, const std::vector<MemoryRange>& regions,
                                           const Found& found) {
  for (const MemoryRange& region : regions) {
    const uint8_t* expected = shadow.at(region.space, region.lane, region.first);
    const uint8_t* actual = found(region);
    const auto size = static_cast<size_t>(region.size);
    if (std::memcmp(expected, actual, size) == 0) continue;
    const int64_t at = std::mismatch(expected, expected + size, actual).first - expected;
    return Difference{region.space, region.lane, region.first + at, expected[at], actual[at]};
  }
  return std::nullopt;
}

std::string_view operand_name(Operands operand) {
  constexpr std::string_view names[] = {"elsewhere", "dst", "src", "", "src1"};
  return names[operand];
}

std::string place(const Difference& d) {
  return d.space == Space::local ? fmt::format("local lane {} offset {:#x}", d.lane, d.offset)
                                 : fmt::format("{} {:#x}", name(d.space), d.offset);
}

std::string describe(const Difference& d, Operands operand) {
  std::string text = place(d);
  text += fmt::format(": expected {:#04x}, found {:#04x}; ", d.expected, d.found);
  if (operand == 0) return text + "no element lies there";
  if (!d.element) return text + "in an operand";
  const auto& [n, c, h, w] = *d.element;
  return text + fmt::format("byte {} of element ({}, {}, {}, {}) of {}", d.byte_of_element, n, c, h,
                            w, operand_name(operand));
}

}  // namespace strideproof
