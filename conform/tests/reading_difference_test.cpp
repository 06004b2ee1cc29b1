// The formulas of reading differences agree with the reference, for random cases and for the cases
// of the solver; and the proofs that no case is smaller.

#include "proofs/boundary/reading_difference.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "conform/readings/search.h"
#include "oracle/oracle.h"
#include "proofs/boundary/condition.h"
#include "proofs/boundary/search.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr int cases_an_operation = 1500, one_illegal_in = 2;

const Profile& toy() { return *find_profile("toy"); }

std::vector<Witness> kept() { return read_witnesses("corpus/readings/ledger.txt"); }

bool meets_all(const Case& c, const std::vector<solver::Goal>& goals) {
  const ConstraintResults constraint_results = props::evaluate_fresh(c);
  return std::all_of(goals.begin(), goals.end(), [&](const solver::Goal& goal) {
    return solver::meets(c, constraint_results, goal);
  });
}

// True if the goals of a formula of the pair's difference are met.
bool differs(const Case& c, const ReadingPair& pair) {
  return std::ranges::any_of(
      solver::reading_differences(*c.operation, pair),
      [&](const solver::ReadingDifference& goals) { return meets_all(c, goals); });
}

// The assumptions of proofs about a case that distinguishes readings.
void expect_difference(const Case& c, const ReadingPair& pair) {
  EXPECT_TRUE(differs(c, pair)) << name(pair) << ": " << print(c);
  const uint64_t held = solver::held_by_either(*c.operation, pair.entry);
  uint64_t goals = 0;  // their goals state the requirements
  for (const solver::ReadingDifference& difference :
       solver::reading_differences(*c.operation, pair))
    for (const solver::Goal& goal : difference)
      if (goal.constraint != nullptr) goals |= uint64_t{1} << goal.constraint->bit;
  EXPECT_EQ(props::evaluate_fresh(c).violated & held & ~goals, 0u)
      << name(pair) << ": " << print(c);
}

// True if it is proved that the readings agree on every case of the operation smaller than `size`.
bool none_smaller(solver::Search& search, const Operation& operation, const ReadingPair& pair,
                  int64_t size) {
  return std::ranges::all_of(
      solver::reading_differences(operation, pair), [&](const solver::ReadingDifference& goals) {
        return search.none_smaller(goals, solver::held_by_either(operation, pair.entry), size);
      });
}

class ReadingDifferences : public testing::TestWithParam<size_t> {};

TEST_P(ReadingDifferences, AreMetWhereverReadingsDiffer) {
  const Operation& operation = catalogue()[GetParam()];
  if (std::find(operation.profiles.begin(), operation.profiles.end(), &toy()) ==
      operation.profiles.end())
    GTEST_SKIP();
  std::vector<ReadingPair> pairs = reading_pairs();
  std::erase_if(pairs, [&](const ReadingPair& pair) { return !is_open(operation, pair); });
  ReadingComparison comparison(toy());
  props::Random random(2);
  const Operation* only[] = {&operation};
  for (int i = 0; i < cases_an_operation; ++i) {
    const Program program = props::generate_single(random, operation, only, toy(), one_illegal_in);
    const Case& c = program.steps.front();
    for (const ReadingPair& pair : pairs)
      if (comparison.distinguish(program, pair)) expect_difference(c, pair);
  }
}

// A proof that excludes too much would exclude the case itself.
TEST_P(ReadingDifferences, AreMinimalWhereClaimed) {
  const Operation& operation = catalogue()[GetParam()];
  solver::Search search(operation, toy());
  for (const auto& [pair, program, by, smallest] : kept()) {
    if (!smallest || !is_open(operation, pair)) continue;
    const int64_t size = size_of(program);
    EXPECT_TRUE(none_smaller(search, operation, pair, size)) << name(pair);
    if (program.steps.front().operation == &operation) {
      EXPECT_FALSE(none_smaller(search, operation, pair, size + 1)) << name(pair);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, ReadingDifferences, testing::Range(size_t{0}, catalogue().size()),
                         [](const auto& operation) {
                           return std::string(catalogue()[operation.param].name);
                         });

TEST(ReadingCorpus, SolverAloneFindsWhatParametersDecide) {
  int solved = 0, smallest = 0;
  for (const Witness& witness : kept()) {
    solved += witness.by == FoundBy::solver ? 1 : 0;
    smallest += witness.smallest ? 1 : 0;
  }
  EXPECT_EQ(solved, 33);
  EXPECT_EQ(smallest, 46);
}

// The claim that the n stride ignores every nonzero start lane fails for a row of channels that
// ends in the last lane.
TEST(ReadingDifference, WrongFormulaIsDetected) {
  const Operation& operation = *find_operation("okk_gdma_32bit_matrix_S2L");
  const ReadingPair pair{ledger_index("matrix-start-npu"), 0, 1};
  const auto start_alone =
      solver::where([]<class I>(const Profile& profile, const Operation&, const Arguments<I>& a) {
        return all_of(a.value[2] > I(1), a.value[0] >= I(profile.lane_bytes));
      });
  solver::Search search(operation, toy());
  const auto tells = [&](const std::vector<solver::Goal>& goals) {
    const solver::SearchResult result = search.find(goals);
    EXPECT_EQ(result.outcome, solver::SearchOutcome::witness);
    const Case& c = result.witnesses.front();
    return ReadingComparison(toy()).distinguish({c.profile, c.fill, {c}}, pair).has_value();
  };
  EXPECT_FALSE(tells({start_alone}));
  const auto right = solver::reading_differences(operation, pair);
  ASSERT_EQ(right.size(), 1u);
  EXPECT_TRUE(tells(right.front()));
}

// So the search for readings need not run those that a program does not ask for.
TEST(ReadingsAsked, OthersChangeNothing) {
  Oracle oracle(toy());
  std::vector<const Operation*> operations;
  for (const Operation& operation : catalogue()) operations.push_back(&operation);
  for (const Operation* operation : operations) {
    props::Random random(1);
    for (int i = 0; i < 200; ++i) {
      const Program program =
          props::generate_single(random, *operation, operations, toy(), /*one_illegal_in=*/2);
      const Entries asked = oracle.expect(program).asked;
      const uint64_t hash = oracle.hash();
      for (size_t entry = 0; entry < ledger().size(); ++entry)
        for (uint8_t reading = 1; !asked[entry] && reading < ledger()[entry].readings.size();
             ++reading) {
          Readings other = default_readings;
          other[entry] = reading;
          oracle.expect(program, StepReadings(program.steps.size(), other));
          EXPECT_EQ(oracle.hash(), hash) << ledger()[entry].id << " " << print(program);
        }
    }
  }
}

TEST(ReadingDifference, SizeMeasuresComplexity) {
  EXPECT_EQ(solver::size_of(parse_case("okk_gdma_8bit_set_C_local toy dst_addr=0 C=0 "
                                       "shape=1,2,0,4 dst_stride=null fill=0")),
            6 + 1 + 1 + 3);
  EXPECT_EQ(solver::size_of(parse_case("okk_gdma_8bit_set_C_local toy dst_addr=0 C=0 "
                                       "shape=1,1,1,1 dst_stride=1,1,1,9 fill=0")),
            10);
}

}  // namespace
}  // namespace strideproof
