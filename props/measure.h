#pragma once
// How simple a case is.

#include <cstdint>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::props {

int64_t simplest(Role role);  // the value that shrinking goes towards
uint64_t distance(int64_t a, int64_t b);

// How far each part is from its simplest value. The first decides, and of programs the first two:
// the number of steps, and how much extents are above 1. Where those are equal, a candidate of
// shrink() is smaller in at least one part and larger in none; with smaller extents it may start later.
std::vector<uint64_t> measure(const Case& c);
std::vector<uint64_t> measure(const Program& program);

}  // namespace strideproof::props
