#pragma once
// The edges of constraints and the landmarks that were judged on one profile.

#include <functional>
#include <optional>
#include <vector>

#include "conform/check/batch.h"
#include "conform/check/source.h"
#include "conform/report/report.h"
#include "props/random.h"

namespace strideproof {

// True on a built-in profile: corpus/boundary has, for each edge that drawn_suite() does not meet,
// a case or the proof that there is none. On the profile of a file an edge counts only if a drawn
// or moved case meets it.
bool has_solved_edges(const Profile& profile);

// The edges that no case meets on a profile, from corpus/boundary.
BoundaryTable::Unreachable unreachable_on(const Operation& operation, const Profile& profile);

// The cases that are given before all others: those of corpus/boundary that together meet every
// edge and landmark of every operation, or cases drawn on them. The first case of each operation
// comes first, then the second of each, and so on. A case whose operands lie outside the memory
// that the plug-in offers is moved into it, if it stays as legal as it was. A case that cannot be
// judged is left out, and its edges get other cases.
struct Suite {
  std::vector<Program> legal, illegal;
};
Suite edge_suite(const Operations& operations, const Profile& profile,
                 const PluginCapabilities& capabilities);

// Drawn cases on the edges of an operation, the same ones in every run, for a profile other than
// its first, whose cases the solver found.
std::vector<Program> drawn_suite(const Operation& operation, const Profile& profile);

// Moves random cases onto these edges, and returns for each edge the first such case that can be
// judged and that `wanted` accepts; an empty `wanted` accepts all.
std::vector<Program> cases_on(std::vector<solver::Goal> edges, const Operation& operation,
                              const Profile& profile, const PluginCapabilities& capabilities,
                              props::Random& random, int draws = 100,
                              const std::function<bool(const Program&)>& wanted = {});

class Edges {
 public:
  Edges(const Operations& operations, const Profile& profile);

  void add_judged(const Program& program, const std::vector<Result>& results);
  void add_unsupported(const Program& program, const std::vector<Result>& results);
  // Takes the cases that the suite gives. An edge does not count as reachable if every case that
  // meets it lies outside the memory offered or cannot be judged.
  void expect(const Suite& suite);

  // The edges of illegal cases count only if illegal cases are given.
  EdgeCount count(const Operation& operation, bool illegal_given) const;
  // The edges of the suite that were neither judged nor answered "unsupported".
  std::vector<solver::Goal> unanswered(const Operation& operation) const;
  std::vector<solver::Goal> not_judged(const Operation& operation) const;  // though reachable
  // The edges of not_judged() that no case of the suite meets. On a profile with solved edges,
  // cases on such edges are known, but do not fit the memory offered, for example.
  std::vector<solver::Goal> not_offered(const Operation& operation) const;

 private:
  // The edges that were not judged, though reachable, and whose row fits.
  template <class Where>
  std::vector<solver::Goal> goals(const Operation& operation, Where where) const;

  BoundaryTable table_;
};

// The program with all operands in the memory that the plug-in offers; no value if one does not
// fit.
std::optional<Program> move_into(const Program& program, const PluginCapabilities& capabilities);

// The same for another machine of the family: the constraints that it violates stay the same.
std::optional<Program> move_to(const Profile& profile, const Program& program,
                               const PluginCapabilities& capabilities);

}  // namespace strideproof
