#pragma once
// Few cases that between them meet every edge, landmark and pair of these that some case of a pool meets.

#include <vector>

#include "proofs/boundary/pairs.h"

namespace strideproof::solver {

// Cases of small shapes first: what they meet is not left to a case that is too large to run.
struct Cover {
  std::vector<Case> edges;  // meet every goal; a case that is outside counts for that edge alone
  std::vector<Case> pairs;  // with those above, meet every pair
};

// A greedy set cover: one after the other the case that meets most of what is not met yet, first
// improved by taking parameters of other cases and by moving single values onto edges.
Cover cover(const Operation& operation, const std::vector<Case>& pool);

}  // namespace strideproof::solver
