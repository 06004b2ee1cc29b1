#pragma once
// The choices made before a solver is asked.

#include <vector>

#include "proofs/boundary/lift.h"

namespace strideproof::solver {

// The NULL parameters, and the selectors on which formulas fork, each a value or a range of invalid
// values.
struct Selection {
  struct Choice {
    int slot;
    Interval values;
  };
  uint32_t nulls = 0;
  std::vector<Choice> selectors;
};

// All selections. Together they cover the domain.
std::vector<Selection> selections(const Operation& operation);

// The slots of extents, and of counts that must not be 0.
std::vector<int> extent_slots(const Operation& operation);

}  // namespace strideproof::solver
