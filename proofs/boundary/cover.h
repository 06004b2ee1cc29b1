#pragma once
// A small set of cases that meets every edge, landmark and pair of these that a known case meets.

#include <vector>

#include "proofs/boundary/pairs.h"

namespace strideproof::solver {

struct Suites {
  std::vector<Case> edges;  // meet every goal; a case that is outside counts for that edge alone
  std::vector<Case> pairs;  // together with `edges` they meet every pair
  std::vector<Pair> undecided = {};  // neither met nor refuted
};

// Takes the kept cases in their order, each that meets a target that no earlier one meets: cases
// that are still needed stay as they are. For the rest a greedy set cover repeatedly takes the case
// of the pool that meets most targets, after improving it with parameters of other cases and by
// moving it onto edges. Small cases come first, so one that is too large to run is chosen only for
// targets that no small case meets.
Suites cover(const Operation& operation, const std::vector<Case>& kept,
             const std::vector<Case>& pool);

}  // namespace strideproof::solver
