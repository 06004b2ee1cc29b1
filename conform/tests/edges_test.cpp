// The edges that the suite of a check meets on each profile.

#include "conform/check/edges.h"

#include <gtest/gtest.h>

#include "oracle/windows.h"
#include "proofs/boundary/goal.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// An edge that the suite did not meet would not count as reachable. No function of the transposing
// copy takes a type that is not known, so such a case cannot be given.
TEST(Edges, AreAllMetByTheSuiteOrProvedUnreachableOnBuiltInProfiles) {
  for (const Operation& operation : catalogue())
    for (const Profile* profile : operation.profiles) {
      ASSERT_TRUE(has_solved_edges(*profile));
      Edges edges({&operation}, *profile);
      edges.expect(edge_suite({&operation}, *profile, PluginCapabilities::everything()));
      for (const solver::Goal& goal : edges.not_offered(operation))
        if (solver::label(goal) != "dtype.known outside" || operation.family != Family::asc)
          ADD_FAILURE() << operation.name << " on " << profile->name << ": " << solver::label(goal)
                        << "; to solve it: strideproof boundary --write corpus/boundary "
                           "--other-profiles";
    }
}

}  // namespace
}  // namespace strideproof
