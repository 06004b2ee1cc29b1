#pragma once
// corpus/boundary/<operation>.pairs: what the search for pairs found, kept as text. First the cases,
// each below the pair for which it is kept; most meet further pairs. Then the pairs that were proved
// to have none, and those that are open.
//
//   # 1312 pairs: 1085 met, 154 proved to have no case, 73 open
//   # shape.n.min inside & dst.wrap
//   okk_gdma_32bit_cpy_S2L bm1684 ...
//   # none: shape.n.min inside & shape.n.max inside, shape.c.max outside, ...
//   # open: dst.alias outside & src.over.4GiB, ...

#include <stdexcept>
#include <string>

#include "spec/solver/pairs.h"

namespace strideproof::solver {

std::string label(const Goal& goal);  // "shape.n.min inside", "dst.wrap"
std::string summary(const std::vector<PairFinding>& findings);
std::string pairs_text(const Operation& operation, const Pairs& pairs);

// A text that does not agree with the spec of today. what() is one line.
struct Stale : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// Every case is judged again: it meets the pair above it, none that is said to be unmet, and no pair
// is left out. Throws Stale, and LineError for a line that is no case.
// What is open may be met where it is still to be decided.
enum class Open : uint8_t { not_met, undecided };
Pairs read_pairs(const Operation& operation, const std::string& text, Open open = Open::not_met);

}  // namespace strideproof::solver
