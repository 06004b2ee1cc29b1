#pragma once
// The literals on one feature that samples suggest.

#include <vector>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

// A threshold is between two neighbouring values, one of a failing and one of a passing sample, or a
// usual one. A remainder is the one that most failing samples have.
std::vector<Literal> literals_of(const Features& features, size_t feature,
                                 const std::vector<Sample>& samples);

}  // namespace strideproof::explanation
