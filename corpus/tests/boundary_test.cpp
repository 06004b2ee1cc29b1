// The boundary corpus agrees with the current spec: every edge, landmark and pair is met or
// accounted for.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "corpus/corpus.h"
#include "oracle/oracle.h"
#include "oracle/windows.h"
#include "proofs/boundary/suites.h"
#include "props/parameters.h"
#include "spec/tests/contents.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using solver::Goal;
using solver::SearchOutcome;

constexpr size_t most_for_edges = 60;  // cases an operation

// Written by strideproof boundary --write.
std::string path_of(std::string_view file) { return fmt::format("corpus/boundary/{}.txt", file); }
std::string text_of(std::string_view file) { return tests::contents(path_of(file)); }

class Boundary : public testing::TestWithParam<const Operation*> {};

// A file as it was read, with its heading compared: once for all tests, as that takes long.
const solver::Suites& suites_of(const Operation& operation) {
  static std::map<const Operation*, solver::Suites> all;
  const auto found = all.find(&operation);
  if (found != all.end()) return found->second;
  return all.emplace(&operation, solver::read_suites(operation, text_of(operation.name)))
      .first->second;
}

// The goals that a case meets; outside an edge it counts for that edge alone.
std::vector<size_t> goals_met(const Case& c) {
  std::vector<size_t> met = solver::met_by(c);
  EXPECT_FALSE(met.empty()) << print(c);
  if (props::evaluate_fresh(c).legal()) return met;
  const std::vector<Goal> goals = solver::goals_of(*c.operation);
  std::erase_if(met, [&](size_t goal) { return !goals[goal].is_outside(); });
  return met;
}

bool is_run(const Case& c) {
  const Program program{c.profile, c.fill, {c}};
  return !too_costly(program) && !open_too_many(windows(program));
}

// Those of both suites that are run meet every goal too: so does `verify`, for any time and seed.
TEST_P(Boundary, FewDistinctCasesMeetEveryEdgeAndLandmark) {
  const Operation& operation = *GetParam();
  if (operation.constraints.empty()) return;
  const auto unreachable = solver::read_unreachable(operation, text_of(operation.name));
  const solver::Suites& suites = suites_of(operation);
  EXPECT_LE(suites.edges.size(), most_for_edges);
  std::set<size_t> met, run;
  std::set<std::string> lines;
  for (const std::vector<Case>* cases : {&suites.edges, &suites.pairs})
    for (const Case& c : *cases) {
      EXPECT_TRUE(lines.insert(print(c)).second) << "twice: " << print(c);
      if (cases == &suites.pairs && operation.counts != 0)
        continue;  // to read all of them takes long
      const std::vector<size_t> of_case = goals_met(c);
      for (const size_t goal : of_case) EXPECT_FALSE(unreachable.contains(goal)) << print(c);
      if (cases == &suites.edges) met.insert(of_case.begin(), of_case.end());
      if (is_run(c)) run.insert(of_case.begin(), of_case.end());
    }
  const std::vector<Goal> goals = solver::goals_of(operation);
  for (size_t goal = 0; goal < goals.size(); ++goal) {
    EXPECT_TRUE(met.contains(goal) || unreachable.contains(goal)) << solver::label(goals[goal]);
    EXPECT_EQ(met.contains(goal), run.contains(goal)) << solver::label(goals[goal]);
  }
}

// One pair in a hundred at most is undecided.
TEST(Boundaries, FewPairsAreUndecided) {
  size_t pairs = 0, undecided = 0, lines = 0;
  for (const Operation& operation : catalogue()) {
    if (operation.constraints.empty()) continue;
    const std::string text = text_of(operation.name);
    undecided += suites_of(operation).undecided.size();
    pairs += solver::pairs_of(operation).size();
    lines += static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  EXPECT_GT(pairs, 60'000U);
  EXPECT_LT(100 * undecided, pairs);
  EXPECT_LT(lines, 7000U);
}

// Each line of other_profiles.txt is a proof about an existing edge, or a case on the edge that the
// line before it names.
TEST(Boundaries, EachLineOfOtherProfilesIsACaseOrAProof) {
  const std::string text = text_of("other_profiles");
  size_t proofs = 0;
  for (const Operation& operation : catalogue())
    for (const Profile* profile : operation.profiles)
      if (profile != operation.profiles.front())
        proofs += solver::read_unreachable(operation, text, profile).size();
  const std::vector<corpus::Entry> cases = corpus::read(path_of("other_profiles"));
  for (const corpus::Entry& entry : cases) {
    const Case& c = entry.program.steps[0];
    const auto is_met = [&](const Goal& goal) {
      return entry.comment ==
                 solver::heading(*c.operation, {goal, {SearchOutcome::witness}}, c.profile) &&
             solver::meets_alone(c, {goal});
    };
    EXPECT_TRUE(std::ranges::any_of(solver::goals_of(*c.operation), is_met))
        << entry.comment << "\n"
        << print(c);
  }
  EXPECT_EQ(2 + proofs + 2 * cases.size(),
            static_cast<size_t>(std::count(text.begin(), text.end(), '\n')));
  EXPECT_GT(proofs, 100U);
}

// A file that was changed by hand is detected.
TEST(Suites, RejectStaleText) {
  const Operation& operation = *find_operation("asc_copy_l12l0b_trans");
  const std::string text = text_of(operation.name);
  const auto stale = [&](const std::string& changed) {
    try {
      solver::read_suites(operation, changed);
    } catch (const solver::Stale& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(stale(text), "none");
  const std::string first = text.substr(0, text.find('\n'));
  const size_t line = text.find("\nasc_") + 1;
  EXPECT_NE(stale(std::string(text).erase(line, text.find('\n', line) + 1 - line))
                .find("the first line should be # asc_copy_l12l0b_trans: "),
            std::string::npos);
  EXPECT_EQ(stale("# nothing" + text.substr(first.size())),
            "asc_copy_l12l0b_trans: the first line should be " + first);
  EXPECT_EQ(stale(text + "# undecided: no.such.label & b8\n"),
            "asc_copy_l12l0b_trans: no.such.label: no edge and no landmark");
  const solver::Suites suites = solver::read_suites(operation, text);
  const std::vector<Goal> goals = solver::goals_of(operation);
  for (const solver::PairResult& result : solver::pair_results(operation, suites))
    if (result.outcome == solver::SearchOutcome::witness) {
      const std::string pair = fmt::format("{} & {}", solver::label(goals[result.pair.first]),
                                           solver::label(goals[result.pair.second]));
      EXPECT_NE(
          stale(fmt::format("{}# undecided: {}\n", text, pair)).find("but 1 of these are met"),
          std::string::npos);
      break;
    }
}

// edges.txt: "operation.label outside" over cases.
TEST(Boundaries, FurtherEndsBreakTheConstraintOfTheirHeadingAlone) {
  const std::vector<corpus::Entry> cases = corpus::read(path_of("edges"));
  for (const corpus::Entry& entry : cases) {
    const Case& c = entry.program.steps[0];
    const ConstraintResults constraint_results = props::evaluate_fresh(c);
    bool as_said = false;
    for (const Constraint& constraint : c.operation->constraints)
      if (entry.comment == fmt::format("# {} outside", c.operation->label(constraint)))
        as_said = constraint_results.violated == uint64_t{1} << constraint.bit;
    EXPECT_TRUE(as_said) << entry.comment << "\n" << print(c);
  }
  EXPECT_GE(cases.size(), 180U);
}

INSTANTIATE_TEST_SUITE_P(Operations, Boundary, testing::ValuesIn(matching("*")),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace strideproof
