#pragma once
// The literals on one feature that samples suggest.

#include <vector>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

// A threshold lies between two neighbouring values, of a failing and of a passing sample, or is a
// usual value. A remainder is the remainder of most failing samples.
std::vector<Literal> literals_of(const Features& features, size_t feature,
                                 const std::vector<Sample>& samples);

}  // namespace strideproof::explanation
