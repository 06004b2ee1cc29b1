#pragma once
// Plain cases: where the search for a boundary case starts. Everything is as it would be in an
// example: extents of 1 and 2, operands apart, strides without gaps.

#include <vector>

#include "proofs/boundary/lift.h"

namespace strideproof::solver {

// What is chosen before a solver is asked: which parameters are NULL, and the values of the
// selectors by which formulas fork, each one value or a range of those that mean nothing.
struct Selection {
  struct Choice {
    int slot;
    Interval values;
    int64_t plain() const { return values.high < 0 ? values.high : values.low; }
  };
  uint32_t nulls = 0;
  std::vector<Choice> selectors;
};

// All of them: together they are every value. First those under which the smallest plain case is
// legal; the lowest values and the most NULLs first.
std::vector<Selection> selections(const Operation& operation, const Profile& profile);

// The slots of extents, and of counts that must not be 0.
std::vector<int> extent_slots(const Operation& operation);

// The plain case with these extents, in the order of extent_slots(): of the places that an address
// or a stride may have, the first one that breaks least.
Case seed_case(const Operation& operation, const Profile& profile, const Selection& selection,
               const std::vector<int64_t>& extents);

// Plain cases of all mixtures of 1 and 2, small ones first: the legal ones, or where none is legal
// those that break least.
std::vector<Case> seed_cases(const Operation& operation, const Profile& profile,
                             const Selection& selection);

}  // namespace strideproof::solver
