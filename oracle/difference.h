#pragma once
// Finds the first byte that differs, and describes it.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/verdict.h"
#include "oracle/windows.h"

namespace strideproof {

// Reads the bytes of the implementation under test: size bytes of one region. Valid until the next
// call.
using Found = std::function<const uint8_t*(const MemoryRange&)>;
Found bytes_in(Machine& machine);  // of an implementation in this process

// The first byte, in the order of the regions, whose values differ; without its element.
std::optional<Difference> first_difference(Machine& shadow, const std::vector<MemoryRange>& regions,
                                           const Found& found);

// "dst", "src", "src1"; "elsewhere" if it is none.
std::string_view operand_name(Operands operand);

std::string place(const Difference& difference);  // "local lane 3 offset 0x40"

// "local lane 3 offset 0x40: expected 0x12, found 0x34; byte 1 of element (0, 3, 0, 2) of dst";
// With two sources the first is src, as data.src in a case line. operand: the operand of
// difference.element; 0 if the byte belongs to none.
std::string describe(const Difference& difference, Operands operand);

}  // namespace strideproof
