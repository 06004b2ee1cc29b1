#pragma once
// Where a fault needs the end of its memory, or its last lane, operands of fewer elements have to
// start later: shrinking tries that too.

#include <array>
#include <cstdint>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::props {

// `smaller` is `c` with an extent of `fewer` less. Adds it with all operands that now end earlier
// moved up to where they ended, with each of them alone, and with their start lanes `fewer` further.
// Addresses stay within their types.
void keep_ends(const Case& c, const Case& smaller, int64_t fewer, std::vector<Case>& into);

// The bytes of an operand.
struct End {
  int64_t offset = 0;  // past the last byte, of the lane that reaches furthest
  int64_t bytes = 0;   // from first to last, in all lanes
  Space space = Space::system;
};
using Ends = std::array<End, operand_count>;
Ends ends_of(const Case& c);
// The end of the operand that has this address.
const End& end_of(const Ends& ends, const Parameter& address);

}  // namespace strideproof::props
