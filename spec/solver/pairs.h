#pragma once
// Pairs of goals: two edges of constraints, two landmarks, or one of each; of an edge and another one
// at most is outside. A landmark goes with what is outside only where all values are in range.

#include <vector>

#include "spec/solver/boundary.h"
#include "spec/solver/search.h"

namespace strideproof::solver {

// Every edge of every constraint, inside before outside, then every landmark.
std::vector<Goal> goals_of(const Operation& operation);

// Which of goals_of() a case meets, as indices: of a legal case, or one that breaks one constraint
// and lies just outside it; of another none. Contents of more elements are not read: what they
// decide is then not met.
inline constexpr int64_t contents_read = int64_t{1} << 18;
std::vector<size_t> met_by(const Case& c, int64_t read = contents_read);

// Indices into goals_of(), first < second.
struct Pair {
  size_t first, second;
  friend bool operator==(const Pair&, const Pair&) = default;
};
std::vector<Pair> pairs_of(const Operation& operation);
// Those among the goals that one case meets: where one is outside, it is in each pair.
std::vector<Pair> pairs_met(const Operation& operation, const std::vector<size_t>& met);

struct PairFinding {
  Pair pair;
  Found found = Found::unknown;
  size_t witness = 0;  // where found == witness: an index into Pairs::cases
};
struct Pairs {
  std::vector<Case> cases;  // small ones that between them meet every pair that was reached
  std::vector<PairFinding> findings;  // in the order of pairs_of()
};

// From the boundaries of the operation, and more cases: first what their neighbours meet; of the
// rest what a solver refutes at once is refuted, what it finds from plain cases is found; then see
// decide_open(). A pair of an edge that is unreachable alone is so too.
Pairs find_pairs(const Operation& operation, const Profile& profile,
                 const std::vector<Boundary>& boundaries, const std::vector<Case>& more = {});

// Of what was found the same, and of the pairs that are open those that can be decided: all are asked
// without products.
Pairs decide_open(const Operation& operation, const Profile& profile, Pairs pairs);

}  // namespace strideproof::solver
