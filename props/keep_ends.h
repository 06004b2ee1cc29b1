#pragma once
// Where a fault needs the end of its memory, or its last lane, operands of fewer elements have to
// start later: shrinking tries that too.

#include <cstdint>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::props {

// `smaller` is `c` with an extent of `fewer` less. Adds it with all operands that now end earlier
// moved up to where they ended, with each of them alone, and with their start lanes `fewer` further.
// Addresses stay within their types.
void keep_ends(const Case& c, const Case& smaller, int64_t fewer, std::vector<Case>& into);

}  // namespace strideproof::props
