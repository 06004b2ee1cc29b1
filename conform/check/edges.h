#pragma once
// The edges of constraints and the landmarks that were judged on one profile.

#include <vector>

#include "conform/check/batch.h"
#include "conform/check/source.h"
#include "conform/report/report.h"

namespace strideproof {

// The edges that no case meets on a profile, from corpus/boundary. An operation without a file has
// none.
BoundaryTable::Unreachable unreachable_on(const Operation& operation, const Profile& profile);

// The cases that are given before all others: those of corpus/boundary that together meet every
// edge and landmark of every operation. The first case of each operation, then the second of each,
// and so on. A case whose operands lie outside the memory that the plug-in offers is moved into it,
// if it stays as legal as it was.
struct Suite {
  std::vector<Program> legal, illegal;
  std::vector<Case> outside;  // could not be moved
};
Suite edge_suite(const Operations& operations, const Profile& profile,
                 const PluginCapabilities& capabilities);

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

// The memory in which random cases place their operands.
OfferedMemory offered_memory(const Profile& profile, const PluginCapabilities& capabilities);

// The same program with its operands in the memory that the plug-in offers; none if it does not fit.
std::optional<Program> move_into(const Program& program, const PluginCapabilities& capabilities);

}  // namespace strideproof
