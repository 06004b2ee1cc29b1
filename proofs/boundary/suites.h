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
#include "proofs/boundary/cover.h"

namespace strideproof::solver {

// Built from kept cases, the boundaries of the operation, and more cases; see cover().
Suites find_suites(const Operation& operation, const Profile& profile,
                   const std::vector<Case>& kept, const std::vector<Boundary>& boundaries,
                   std::vector<Case> more);

struct PairFinding {
  Pair pair;
  SearchOutcome found;            // unreachable_proved: impossible
  const Case* witness = nullptr;  // if found == witness: a case of the suites
};
std::vector<PairFinding> findings(const Operation& operation,
                                  const Suites& suites);  // as pairs_of()

std::string summary(const std::vector<PairFinding>& findings);
std::string suites_text(const Operation& operation, const Suites& suites,
                        const std::vector<Boundary>& boundaries);

// The text does not agree with the current spec. what() is one line.
struct Stale : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// Evaluates every case again. Throws Stale, and LineError for a line that is not a case.
Suites read_suites(const Operation& operation, const std::string& text);

}  // namespace strideproof::solver
