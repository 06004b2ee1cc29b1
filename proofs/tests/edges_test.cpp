// The search proves again that the unreachable edges of the boundary corpus are unreachable; the
// same search finds cases of the edges next to them.

#include <gtest/gtest.h>

#include <set>

#include "proofs/boundary/goal.h"
#include "proofs/boundary/suites.h"
#include "spec/tests/contents.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

std::string text_of(const std::string& file) {
  return tests::contents("corpus/boundary/" + file + ".txt");
}

struct OnProfile {
  const char *operation, *profile;
};

class EdgesKept : public testing::TestWithParam<OnProfile> {};

TEST_P(EdgesKept, AreUnreachableWhereTheCorpusSaysSo) {
  const Operation& operation = *find_operation(GetParam().operation);
  const Profile& profile = *find_profile(GetParam().profile);
  const auto unreachable = &profile == operation.profiles.front()
                               ? read_unreachable(operation, text_of(GetParam().operation))
                               : read_unreachable(operation, text_of("other_profiles"), &profile);
  ASSERT_FALSE(unreachable.empty());
  const std::vector<Goal> goals = goals_of(operation);
  Search search(operation, profile);
  for (const auto& [goal, why] : unreachable) {
    const SearchOutcome found = case_or_proof(goals[goal], search).outcome;
    EXPECT_TRUE(found == SearchOutcome::unreachable_by_type ||
                found == SearchOutcome::unreachable_proved)
        << goals[goal].label() << ": " << why;
  }
}

// Fails if the search calls every edge unreachable.
TEST(Edges, AreFoundWhereThereIsACase) {
  const Operation& operation = *find_operation("okk_gdma_32bit_cpy_S2L");
  Search search(operation, *operation.profiles.front());
  for (const Constraint& constraint : operation.constraints)
    EXPECT_EQ(search.find({{&constraint, Edge::outside}}).outcome, SearchOutcome::witness)
        << constraint.label;
}

// So many channels do not fit: the exact premises of a refutation.
TEST(Edges, NameExcludingConstraints) {
  const Operation& operation = *find_operation("okk_gdma_32bit_cpy_S2L");
  Search search(operation, *find_profile("toy"));
  const SearchResult result = search.find({{operation.constraint("shape.c.max")}});
  EXPECT_EQ(result.outcome, SearchOutcome::unreachable_proved);
  std::set<std::string_view> labels;
  for (const Constraint* constraint : result.lemma) labels.insert(constraint->label);
  for (const char* label : {"dst.end", "dst.alias"}) EXPECT_EQ(labels.count(label), 1U) << label;
  EXPECT_LE(labels.size(), 9U);
}

// The nightly job solves those of every operation (./run fuzz).
INSTANTIATE_TEST_SUITE_P(OneAFamily, EdgesKept,
                         testing::Values(OnProfile{"okk_gdma_8bit_cpy_S2L", "bm1684"},
                                         OnProfile{"okk_gdma_32bit_matrix_S2L", "bm1684"},
                                         OnProfile{"okk_bdc_32bit_and_C", "bm1684"},
                                         OnProfile{"bm_atomic_mask_memcpy_4D", "bm1684"},
                                         OnProfile{"data_move", "ascend310"},
                                         OnProfile{"data_move", "toy"}),
                         [](const auto& of) {
                           return std::string(of.param.operation) + "_" + of.param.profile;
                         });

// ---- pairs ----
//
// The impossible pairs of the boundary corpus are refuted again; pairs that a case meets are not.
// Formulas that demand too much would refute both. Samples: strideproof boundary --write asks
// all (./run fuzz).

// The number of pairs asked, at equal distances.
constexpr size_t most_met = 6, most_impossible = 10;
// More than in the search, as the work of Z3 depends slightly on earlier questions.
constexpr unsigned enough_work = 4 * pair_proof;

class PairsKept : public testing::TestWithParam<const char*> {};

TEST_P(PairsKept, AreRefutedOnlyWhereNoCaseMeetsThem) {
  const Operation& operation = *find_operation(GetParam());
  const std::string text = text_of(GetParam());
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
