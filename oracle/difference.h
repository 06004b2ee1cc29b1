#pragma once
// Finding the first byte that differs, and saying it in words.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oracle/verdict.h"
#include "oracle/windows.h"

namespace strideproof {

// Where to read the bytes of the implementation under test: size bytes of one region. Valid until
// the next call.
using Found = std::function<const uint8_t*(const MemoryRange&)>;

// The first byte, in the order of the regions, whose values differ; without its element.
std::optional<Difference> first_difference(Machine& shadow, const std::vector<MemoryRange>& regions,
                                           const Found& found);

std::string place(const Difference& difference);  // "local lane 3 offset 0x40"

// "local lane 3 offset 0x40: expected 0x12, found 0x34; byte 1 of element (0, 3, 0, 2) of dst"; of
// two sources the first is src, as in the data.src of a case line.
// operand: which one difference.element belongs to; 0 where it is nobody's byte.
std::string describe(const Difference& difference, Operands operand);

}  // namespace strideproof
