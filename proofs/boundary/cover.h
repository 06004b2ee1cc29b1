#pragma once
// A small set of cases that meets every edge, landmark and pair of these that some case of a pool
// meets.

#include <vector>

#include "proofs/boundary/pairs.h"

namespace strideproof::solver {

// Cases of small shapes come first, so a case that is too large to run is chosen only for targets
// that no small case meets.
struct Suites {
  std::vector<Case> edges;  // meet every goal; a case that is outside counts for that edge alone
  std::vector<Case> pairs;  // together with `edges` they meet every pair
  std::vector<Pair> undecided = {};  // neither met nor refuted
};

// A greedy set cover: repeatedly takes the case that meets most open targets, after improving it
// with parameters of other cases and by moving single values onto edges.
Suites cover(const Operation& operation, const std::vector<Case>& pool);

}  // namespace strideproof::solver
