// Where random cases get: every landmark, and either edge of every constraint, of every operation.
// An edge that the boundary corpus calls unreachable fails if a case meets it.

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "proofs/boundary/goal.h"
#include "proofs/boundary/suites.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "props/tests/testing.h"
#include "spec/spec.h"
#include "spec/tests/contents.h"

namespace strideproof::props {
namespace {

// Cases of an operation are drawn until everything that can be met was met.
constexpr int64_t fewest_cases = 2'000, most_cases = 100'000;

// Indices into goals_of(), with the reason.
std::map<size_t, std::string> unreachable_on(const Operation& operation, const Profile& profile) {
  const bool first = &profile == operation.profiles.front();
  const std::string text = tests::contents(fmt::format(
      "corpus/boundary/{}.txt", first ? operation.name : std::string_view("other_profiles")));
  return solver::read_unreachable(operation, text, first ? nullptr : &profile);
}

class Distribution : public testing::TestWithParam<const Profile*> {};

TEST_P(Distribution, EveryReachableEdgeAndLandmarkIsMet) {
  const Profile& profile = *GetParam();
  Random random(seed());
  const std::vector<const Operation*> operations = operations_on(profile);
  double legal = 0;
  for (const Operation* operation : operations) {
    const std::vector<solver::Goal> goals = solver::goals_of(*operation);
    const std::map<size_t, std::string> unreachable = unreachable_on(*operation, profile);
    const size_t reachable = goals.size() - unreachable.size();
    std::set<size_t> met;
    int64_t cases = 0, legal_cases = 0;
    while (cases < fewest_cases || (cases < most_cases && met.size() < reachable))
      for (int64_t i = 0; i < fewest_cases; ++i, ++cases) {
        const Case c = generate_case(random, *operation, profile);
        const ConstraintResults results = evaluate_fresh(c);
        legal_cases += results.legal() ? 1 : 0;
        // An illegal case counts for the edge that it is outside of, alone.
        for (const size_t goal : solver::met_by(c, results, true))
          if (results.legal() || goals[goal].is_outside()) met.insert(goal);
      }
    legal += static_cast<double>(legal_cases) / static_cast<double>(cases);
    for (size_t goal = 0; goal < goals.size(); ++goal)
      EXPECT_NE(met.contains(goal), unreachable.contains(goal))
          << operation->name << " " << solver::label(goals[goal]);
  }
  legal /= static_cast<double>(operations.size());
  EXPECT_GT(legal, 0.70);
  EXPECT_LT(legal, 0.85);
}

// Counted for each operation: one of many must not hide among the others.
TEST_P(Distribution, CasesMeantLegalAreLegal) {
  constexpr int cases = 1'000;
  Random random(seed());
  for (const Operation* operation : operations_on(*GetParam())) {
    int legal = 0;
    for (int i = 0; i < cases; ++i) {
      const Case c = generate_case(random, *operation, *GetParam(), 0);
      legal += evaluate_fresh(c).legal() ? 1 : 0;
    }
    EXPECT_GT(legal, 0.98 * cases) << operation->name;
  }
}

// True if the channels of system memory are next to each other, rows of them, and images of these.
bool is_channels_last(const Case& c, std::string_view shape_name, std::string_view stride_name) {
  if (c.arguments.is_null(*c.operation->parameter(stride_name))) return false;
  const int64_t *shape = values(c, *c.operation->parameter(shape_name)),
                *stride = values(c, *c.operation->parameter(stride_name));
  return shape[1] > 1 && shape[2] > 1 && stride[1] == shape[3] && stride[2] == shape[1] * shape[3];
}

TEST(Generator, CopiesMayBeChannelsLastOnBothSides) {
  constexpr int cases = 20'000;
  const Profile& profile = *find_profile("bm1684");
  Random random(seed());
  int copies = 0, transposes = 0;
  for (int i = 0; i < cases; ++i) {
    const Case copy = generate_case(random, *find_operation("okk_gdma_32bit_cpy_S2S"), profile, 0);
    copies += is_channels_last(copy, "shape", "dst_stride") &&
                      is_channels_last(copy, "shape", "src_stride")
                  ? 1
                  : 0;
    const Case other = generate_case(random, *find_operation("bm_atomic_memcpy_4D"), profile, 0);
    transposes += other["transpose"] == 1 && other["direction"] == 2 &&
                          is_channels_last(other, "dst_shape", "dst_stride") &&
                          is_channels_last(other, "src_shape", "src_stride")
                      ? 1
                      : 0;
  }
  EXPECT_GT(copies, 100);
  EXPECT_GT(transposes, 10);
}

INSTANTIATE_TEST_SUITE_P(Generator, Distribution, testing::ValuesIn(all_profiles()), by_name);

// Nothing depends on the compiler (the order in which operands of an expression draw). The number
// changes with the generator; it must then be the same with g++ and clang.
TEST(Generator, CasesAreTheSameWithEveryCompiler) {
  Random random(1);
  uint64_t hash = 0xcbf29ce484222325;
  for (int i = 0; i < 20'000; ++i) {
    const Operation& operation = random.pick(catalogue());
    const Profile* profile = random.pick(operation.profiles);
    for (const char ch : print(generate_case(random, operation, *profile)))
      hash = (hash ^ static_cast<uint8_t>(ch)) * 0x100000001b3;
  }
  EXPECT_EQ(hash, 10869099497644119081U);
}

}  // namespace
}  // namespace strideproof::props
