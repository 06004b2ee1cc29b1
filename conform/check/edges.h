#pragma once
// The edges of constraints and the landmarks that were judged on one profile.

#include <vector>

#include "conform/check/source.h"
#include "conform/report/report.h"

namespace strideproof {

// The edges that no case meets on a profile, from corpus/boundary. An operation without a file has
// none.
BoundaryTable::Unreachable unreachable_on(const Operation& operation, const Profile& profile);

struct Suite;

class Edges {
 public:
  Edges(const Operations& operations, const Profile& profile);

  void judged(const Program& program, const std::vector<Result>& results);
  // On a profile of the user's, where nobody proved which edges are reachable: the edges of these
  // cases are.
  void reachable(const Suite& suite);
  void not_given(const Case& c);  // too costly, or outside the memory that the plug-in offers

  // An edge whose only case cannot be given does not count as reachable, nor do the edges of illegal
  // cases if no illegal case is given.
  EdgeCount count(const Operation& operation, bool illegal_given) const;

 private:
  BoundaryTable table_;
  bool proved_;  // which edges are reachable
};

}  // namespace strideproof
