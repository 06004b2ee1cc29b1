// The greedy cover: few cases meet all that the pool meets.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "proofs/boundary/suites.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

constexpr int pool_cases = 2000;

std::set<Pair> met_by_all(const Operation& operation, const std::vector<Case>& cases) {
  std::set<Pair> all;
  for (const Case& c : cases)
    for (const Pair& pair : pairs_met(operation, met_by(c))) all.insert(pair);
  return all;
}

class CoverOf : public testing::TestWithParam<const char*> {
 protected:
  CoverOf() : operation_(*find_operation(GetParam())) {
    props::Random random(1);
    for (int i = 0; i < pool_cases; ++i)
      pool_.push_back(props::generate_case(random, operation_, *operation_.profiles.front()));
  }
  const Operation& operation_;
  std::vector<Case> pool_;
};

TEST_P(CoverOf, MeetsEveryGoalOfThePool) {
  const Suites chosen = cover(operation_, {}, pool_);
  std::vector<Case> all = chosen.edges;
  all.insert(all.end(), chosen.pairs.begin(), chosen.pairs.end());
  const std::set<Pair> met = met_by_all(operation_, all);
  size_t missed = 0;
  for (const Pair& pair : met_by_all(operation_, pool_)) missed += met.contains(pair) ? 0 : 1;
  EXPECT_EQ(missed, 0U);
  EXPECT_LT(all.size(), met.size() / 6);
  // Solved again, each case is still needed. One that was chosen for pairs may serve an edge.
  const Suites again = cover(operation_, all, {});
  std::vector<Case> kept = again.edges;
  kept.insert(kept.end(), again.pairs.begin(), again.pairs.end());
  for (const Case& c : all) EXPECT_EQ(std::ranges::count(kept, c), 1) << print(c);
}

INSTANTIATE_TEST_SUITE_P(Two, CoverOf,
                         testing::Values("okk_gdma_16bit_set_C_local", "asc_copy_l12l0b_trans"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace strideproof::solver
