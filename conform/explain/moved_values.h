#pragma once
// Cases next to a known one.

#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

// The cases that differ from `c` in one value: moved onto the edge of a constraint or just past it
// (props::aim), to a value at which behaviour often changes, halved, doubled, by one, to an end of
// its type, or to NULL. An address in local memory is also moved together with the others, as
// operands may have to share a lane.
std::vector<Case> with_moved_value(const Case& c);

}  // namespace strideproof::explanation
