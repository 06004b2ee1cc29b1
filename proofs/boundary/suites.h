#pragma once
// corpus/boundary/<operation>.txt: the covering suites of an operation, and the edges and pairs
// that no case meets.
//
//   # okk_gdma_32bit_cpy_S2L: 1312 pairs: 1118 met, 190 impossible, 4 undecided
//   # edges and landmarks: 30 cases
//   okk_gdma_32bit_cpy_S2L bm1684 ...
//   # okk_gdma_32bit_cpy_S2L.dst_stride.n.min inside: unreachable, lemma against dst.alias
//   # pairs: 93 cases
//   okk_gdma_32bit_cpy_S2L bm1684 ...
//   # undecided: shape.n.max inside & dst.wrap, ...
//
// A pair that no case meets and that is not undecided is impossible: one of its edges is
// unreachable, or one query refutes it (Search::is_impossible).

#include <stdexcept>
#include <string>

#include "proofs/boundary/boundary.h"
#include "proofs/boundary/pairs.h"

namespace strideproof::solver {

// A small set of cases that meets every edge, landmark and pair of these that a known case meets.
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

// Built from kept cases, the boundaries of the operation, and more cases; see cover().
Suites find_suites(const Operation& operation, const Profile& profile,
                   const std::vector<Case>& kept, const std::vector<Boundary>& boundaries,
                   std::vector<Case> more);

struct PairResult {
  Pair pair;
  SearchOutcome outcome;          // unreachable_proved: impossible
  const Case* witness = nullptr;  // if outcome == witness: a case of the suites
};
std::vector<PairResult> pair_results(const Operation& operation,
                                     const Suites& suites);  // as pairs_of()

std::string summary(const std::vector<PairResult>& results);
std::string suites_text(const Operation& operation, const Suites& suites,
                        const std::vector<Boundary>& boundaries);

// The text does not agree with the current spec. what() is one line.
struct Stale : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// Evaluates every case again. Throws Stale, and LineError for a line that is not a case.
Suites read_suites(const Operation& operation, const std::string& text);

}  // namespace strideproof::solver
