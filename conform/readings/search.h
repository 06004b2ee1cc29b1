#pragma once
// Finds programs that tell readings apart, and the smallest among them.

#include "conform/readings/apart.h"

namespace strideproof {

// A witness for each pair that random cases tell apart: of up to `starts` cases of each operation,
// each minimised, the one of the fewest steps, then of the fewest values and smallest extents. Of each
// operation `cases` are tried on the profile toy, always the same.
std::vector<Witness> find_witnesses(int cases, int starts);

}  // namespace strideproof
