#pragma once
// Seed cases, from which the search for a boundary case starts. They are simple: extents of 1 and
// 2, disjoint operands, strides without gaps.

#include <vector>

#include "proofs/boundary/lift.h"

namespace strideproof::solver {

// The choices made before a solver is asked: the NULL parameters, and the selectors on which
// formulas fork, each a value or a range of invalid values.
struct Selection {
  struct Choice {
    int slot;
    Interval values;
    int64_t plain() const { return values.high < 0 ? values.high : values.low; }
  };
  uint32_t nulls = 0;
  std::vector<Choice> selectors;
};

// All selections. Together they cover the domain. Those under which the smallest seed case is legal
// come first; then the lowest values and the most NULLs.
std::vector<Selection> selections(const Operation& operation, const Profile& profile);

// The slots of extents, and of counts that must not be 0.
std::vector<int> extent_slots(const Operation& operation);

// The seed case with these extents, in the order of extent_slots(). Each address or stride has the
// first candidate value with the fewest violations.
Case seed_case(const Operation& operation, const Profile& profile, const Selection& selection,
               const std::vector<int64_t>& extents);

// The seed cases of all combinations of extents 1 and 2, small ones first: the legal ones, or, if
// none is legal, those with the fewest violations.
std::vector<Case> seed_cases(const Operation& operation, const Profile& profile,
                             const Selection& selection);

}  // namespace strideproof::solver
