// What the search for pairs proved to have no case is proved again; what has one never is.
// A proof over formulas that demand too much would refute these too.

#include "spec/solver/pairs.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "spec/solver/pairs_corpus.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

constexpr size_t apart = 5;  // every fifth goal leads,
constexpr size_t asked = 4;  // with so many others that it meets, and so many that it does not

class PairsKept : public testing::TestWithParam<const char*> {};

TEST_P(PairsKept, AreRefutedOnlyWhereNoCaseMeetsThem) {
  const Operation& operation = *find_operation(GetParam());
  std::ostringstream text;
  text << std::ifstream("corpus/boundary/" + std::string(operation.name) + ".pairs").rdbuf();
  const Pairs pairs = read_pairs(operation, text.str());
  const std::vector<Goal> goals = goals_of(operation);
  std::map<size_t, std::vector<size_t>> met, none;  // by the goal that leads, as the search asks
  for (const auto& [pair, found, witness] : pairs.findings) {
    const bool second_leads = goals[pair.second].is_outside();
    const size_t lead = second_leads ? pair.second : pair.first;
    const size_t other = second_leads ? pair.first : pair.second;
    if (found == Found::witness) met[lead].push_back(other);
    if (found == Found::none_by_lemma) none[lead].push_back(other);
  }
  Search search(operation, *operation.profiles.front());
  int refuted = 0, let_be = 0;
  const auto ask = [&](size_t lead, const std::vector<size_t>& others, bool may_exclude) {
    std::vector<Goal> some;
    for (size_t i = 0; i < others.size() && some.size() < asked; i += 1 + others.size() / asked)
      some.push_back(goals[others[i]]);
    const std::vector<bool> soon = search.excludes(goals[lead], some);
    const auto effort = may_exclude ? Search::Effort::all : Search::Effort::usual;
    for (size_t i = 0; i < some.size(); ++i) {
      if (!may_exclude && i > 0 && !soon[i]) continue;  // each costs as much as may be
      const bool refutes =
          soon[i] || search.decide({goals[lead], some[i]}, effort).found == Found::none_by_lemma;
      EXPECT_EQ(refutes, may_exclude) << label(goals[lead]) << " & " << label(some[i]);
      refuted += refutes;
      let_be += !refutes;
    }
  };
  for (size_t lead = 0; lead < goals.size(); lead += apart) {
    ask(lead, met[lead], false);
    ask(lead, none[lead], true);
  }
  EXPECT_GT(refuted, 4);
  EXPECT_GT(let_be, 4);
}

INSTANTIATE_TEST_SUITE_P(OneAFamily, PairsKept,
                         testing::Values("okk_gdma_32bit_cpy_S2L", "okk_bdc_32bit_and_C",
                                         "bm_atomic_mask_memcpy_4D", "data_move",
                                         "asc_copy_l12l0b_trans"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace strideproof::solver
