#pragma once
// What must hold where no two runs of a box share a unit (see spec/sharing.h), though the runs may
// interleave: for refutations. Templates over the integer type.

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "spec/vocabulary/integer.h"

namespace strideproof::solver {

// Runs of `length` adjacent units, in each dimension `extent` of them, `stride` apart. Length and
// extents >= 1, strides >= 0 where the extent is above 1; of other boxes nothing is said.
template <class I>
struct Runs {
  struct Dimension {
    I extent, stride;
  };
  I length;
  std::vector<Dimension> dimensions;
};

// As many units as the runs have lie between the first and the last of them.
template <class I>
Truth<I> have_room(const Runs<I>& runs) {
  I units = runs.length, between = runs.length;
  for (const auto& [extent, stride] : runs.dimensions) {
    units = units * extent;
    between = between + (extent - I(1)) * stride;
  }
  return units <= between;
}

// The runs are so many that two are as far apart as `steps` says, and these share a unit.
template <class I>
Truth<I> collide(const Runs<I>& runs, const std::vector<int64_t>& steps) {
  Truth<I> there(true);
  I distance(0);
  for (size_t k = 0; k < steps.size(); ++k) {
    if (steps[k] == 0) continue;
    there = all_of(there, runs.dimensions[k].extent > I(std::abs(steps[k])));
    distance = distance + runs.dimensions[k].stride * I(steps[k]);
  }
  return all_of(there, I(0) - runs.length < distance, distance < runs.length);
}

// Two runs that share a unit, as the steps from one to the other along two dimensions at most;
// empty: none was found. Some step must not be 0.
std::vector<int64_t> collision(const Runs<int64_t>& runs);

}  // namespace strideproof::solver
