#pragma once
// Cases next to a known one.

#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

// The cases that differ from `c` in one value: set to the value at which the slack of a constraint,
// assumed linear, reaches the edge, or to one of a few values at which behaviour often changes.
// Addresses in local memory are also changed together, by one difference.
std::vector<Case> with_moved_value(const Case& c);

}  // namespace strideproof::explanation
