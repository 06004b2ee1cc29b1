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

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "proofs/boundary/search.h"

namespace strideproof::solver {

// ---- the edges of constraints ----

struct Boundary {
  Goal goal;  // of a constraint
  SearchResult result;
};

// The operation whose edges count: one without parameters has no edges
// (bm_get_mask_memcpy_res_num) and runs after every legal case on an edge of the operation whose
// counter it reads.
const Operation& edges_of(const Operation& operation);
// The case, followed by the operation if it has no edges.
Program program_on_edge(const Operation& operation, const Case& c);

// In the order of the constraints, inside before outside. Calls `each` with every boundary as soon
// as it is decided.
std::vector<Boundary> boundaries(
    const Operation& operation, const Profile& profile,
    const std::function<void(const Boundary&)>& each = [](const Boundary&) {});

// The line above the cases, or in place of them. With `elsewhere`, a profile that is not the first
// of the operation, a line of corpus/boundary/other_profiles.txt:
//
//   # okk_gdma_32bit_cpy_S2L toy shape.n.max inside: unreachable, lemma against dst.end
//   # okk_gdma_32bit_cpy_S2L toy run.over.64Ki: unreachable, proved
std::string heading(const Operation& operation, const Boundary& boundary,
                    const Profile* elsewhere = nullptr);
// The headings, each with its cases.
std::string text_of(const Operation& operation, const std::vector<Boundary>& boundaries);

// The edges of the headings that no case meets: indices into goals_of(), with the reason ("lemma
// against dst.alias", "type"). Landmarks have headings only with `elsewhere`.
std::map<size_t, std::string> read_unreachable(const Operation& operation, const std::string& text,
                                               const Profile* elsewhere = nullptr);

// The outcome of a search for a case that meets the goal. One query refutes nearly all landmarks,
// before the search takes ten seconds for each.
SearchResult case_or_proof(const Goal& goal, Search& search);

// The lines of corpus/boundary/other_profiles.txt for an operation on such a profile: the edges and
// landmarks that `cases` do not meet, each with a case, if possible the simplest of `more`, or with
// the proof that there is none.
std::string other_profile_text(const Operation& operation, const Profile& profile,
                               const std::vector<Case>& cases, const std::vector<Case>& more);

// ---- suites ----

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
