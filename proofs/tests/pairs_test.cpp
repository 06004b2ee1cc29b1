// The impossible pairs of the boundary corpus are refuted again; pairs that a case meets are not.
// Formulas that demand too much would refute both. Samples: strideproof boundary --write asks
// all (./run fuzz).

#include <gtest/gtest.h>

#include "proofs/boundary/goal.h"
#include "proofs/boundary/suites.h"
#include "spec/tests/contents.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

// The number of pairs asked, at equal distances.
constexpr size_t most_met = 12, most_impossible = 20;
// More than in the search, as the work of Z3 depends slightly on earlier questions.
constexpr unsigned enough_work = 4 * pair_proof;

class PairsKept : public testing::TestWithParam<const char*> {};

TEST_P(PairsKept, AreRefutedOnlyWhereNoCaseMeetsThem) {
  const Operation& operation = *find_operation(GetParam());
  const std::string text =
      tests::contents("corpus/boundary/" + std::string(operation.name) + ".txt");
  const auto unreachable = read_unreachable(operation, text);
  const std::vector<Goal> goals = goals_of(operation);
  std::vector<Pair> met, impossible;
  for (const PairResult& result : pair_results(operation, read_suites(operation, text))) {
    const auto [first, second] = result.pair;
    if (result.outcome == SearchOutcome::witness) met.push_back(result.pair);
    if (result.outcome == SearchOutcome::unreachable_proved && !unreachable.contains(first) &&
        !unreachable.contains(second))
      impossible.push_back(result.pair);
  }
  Search search(operation, *operation.profiles.front());
  const auto ask = [&](const std::vector<Pair>& pairs, size_t count, unsigned work, bool expected) {
    ASSERT_GT(pairs.size(), count);
    for (size_t i = 0; i < count; ++i) {
      const auto [first, second] = pairs[i * pairs.size() / count];
      EXPECT_EQ(search.is_impossible({goals[first], goals[second]}, work), expected)
          << label(goals[first]) << " & " << label(goals[second]);
    }
  };
  ask(met, most_met, pair_proof, false);
  ask(impossible, most_impossible, enough_work, true);
}

INSTANTIATE_TEST_SUITE_P(OneAFamily, PairsKept,
                         testing::Values("okk_gdma_32bit_cpy_S2L", "okk_bdc_32bit_and_C",
                                         "bm_atomic_mask_memcpy_4D", "data_move",
                                         "asc_copy_l12l0b_trans"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace strideproof::solver
