#pragma once
// The edges of constraints and the landmarks that were judged on one profile.

#include <functional>
#include <vector>

#include "conform/check/batch.h"
#include "conform/check/source.h"
#include "conform/report/report.h"
#include "props/random.h"

namespace strideproof {

// True on a built-in profile: corpus/boundary has a case for each edge that drawn_suite() does not
// meet, or the proof that there is none. On the profile of a file only the edges that a case drawn
// or moved meets count.
bool has_solved_edges(const Profile& profile);

// The edges that no case meets on a profile, from corpus/boundary.
BoundaryTable::Unreachable unreachable_on(const Operation& operation, const Profile& profile);

// The cases that are given before all others: those of corpus/boundary that together meet every
// edge and landmark of every operation, or cases drawn on them. The first case of each operation
// comes first, then the second of each, and so on. A case whose operands lie outside the memory that
// the plug-in offers is moved into it, if it stays as legal as it was. A case that cannot be judged
// is left out, and its edges get other cases.
struct Suite {
  std::vector<Program> legal, illegal;
};
Suite edge_suite(const Operations& operations, const Profile& profile,
                 const PluginCapabilities& capabilities);

// Cases on edges of a profile that is not the first of the operation; the same ones in every run.
std::vector<Program> drawn_suite(const Operation& operation, const Profile& profile);

// A case on each of these edges that one of a few random cases can be moved onto, if it can be judged
// and `wanted` accepts it; an empty one accepts all.
std::vector<Program> cases_on(std::vector<solver::Goal> edges, const Operation& operation,
                              const Profile& profile, const PluginCapabilities& capabilities,
                              props::Random& random, int draws = 100,
                              const std::function<bool(const Program&)>& wanted = {});

class Edges {
 public:
  Edges(const Operations& operations, const Profile& profile);

  void judged(const Program& program, const std::vector<Result>& results);
  void unsupported(const Program& program, const std::vector<Result>& results);  // not judged
  // Takes the cases that the suite gives. An edge that only cases outside the memory offered meet, or
  // only such as cannot be judged, does not count as reachable.
  void expect(const Suite& suite);

  // The edges of illegal cases count only if illegal cases are given.
  EdgeCount count(const Operation& operation, bool illegal_given) const;
  // The edges of the suite that were neither judged nor answered "unsupported".
  std::vector<solver::Goal> unanswered(const Operation& operation) const;
  std::vector<solver::Goal> not_judged(const Operation& operation) const;  // though reachable
  // The edges of not_judged() that no case of the suite meets. On a profile with solved edges the
  // cases that are known for them cannot be given: they do not fit the memory offered, for example.
  std::vector<solver::Goal> not_offered(const Operation& operation) const;

 private:
  // The edges that were not judged, though reachable, and whose row fits.
  template <class Where>
  std::vector<solver::Goal> goals(const Operation& operation, Where where) const;

  BoundaryTable table_;
};

// The same program with the operands of each step in the memory that the plug-in offers; none if
// one does not fit.
std::optional<Program> move_into(const Program& program, const PluginCapabilities& capabilities);

// The same for another machine of the family: the constraints that it violates stay the same.
std::optional<Program> move_to(const Profile& profile, const Program& program,
                               const PluginCapabilities& capabilities);

}  // namespace strideproof
