// The boundary corpus agrees with the current spec: every edge, landmark and pair is met or
// accounted for.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "corpus/corpus.h"
#include "mutants/mutants.h"
#include "oracle/harness.h"
#include "proofs/boundary/suites.h"
#include "props/parameters.h"
#include "spec/tests/contents.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using solver::Goal;
using solver::SearchOutcome;
using solver::Side;

constexpr size_t most_for_edges = 60;  // cases an operation

std::string text_of(std::string_view file) {
  const std::string path = fmt::format("corpus/boundary/{}.txt", file);
  std::string text = tests::contents(path);
  EXPECT_FALSE(text.empty()) << path << ": write it with strideproof boundary --write";
  return text;
}

std::string edge(const Operation& operation, const Goal& goal) {
  return operation.label(*goal.constraint) + " " + std::string(name(goal.side));
}

class Boundary : public testing::TestWithParam<const Operation*> {};

// A file as it was read, with its heading compared: once for all tests, as that takes long.
const solver::Suites& suites_of(const Operation& operation) {
  static std::map<const Operation*, solver::Suites> all;
  const auto found = all.find(&operation);
  if (found != all.end()) return found->second;
  return all.emplace(&operation, solver::read_suites(operation, text_of(operation.name)))
      .first->second;
}

// The edges that a case outside lies on the other side of do not count.
TEST_P(Boundary, FewDistinctCasesMeetEveryEdgeAndLandmark) {
  const Operation& operation = *GetParam();
  if (operation.constraints.empty()) return;
  const auto unreachable = solver::read_unreachable(operation, text_of(operation.name));
  const std::vector<Goal> goals = solver::goals_of(operation);
  std::vector<bool> met(goals.size());
  const solver::Suites& suites = suites_of(operation);
  EXPECT_LE(suites.edges.size(), most_for_edges);
  for (const Case& c : suites.edges) {
    const bool legal = props::evaluate_fresh(c).legal();
    const std::vector<size_t> goals_met = solver::met_by(c);
    EXPECT_FALSE(goals_met.empty()) << print(c);
    for (const size_t goal : goals_met)
      if (legal || goals[goal].is_outside()) met[goal] = true;
  }
  for (size_t goal = 0; goal < goals.size(); ++goal)
    EXPECT_NE(met[goal], unreachable.contains(goal)) << solver::label(goals[goal]);
  std::set<std::string> lines;
  for (const std::vector<Case>* cases : {&suites.edges, &suites.pairs})
    for (const Case& c : *cases)
      EXPECT_TRUE(lines.insert(print(c)).second) << "twice: " << print(c);
  if (operation.constraints.back().stage == Stage::data) return;  // to read all counts takes long
  for (const Case& c : suites.pairs) EXPECT_FALSE(solver::met_by(c).empty()) << print(c);
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
  size_t proofs = 0, lines = 0, cases = 0;
  for (const Operation& operation : catalogue())
    for (const Profile* profile : operation.profiles)
      if (profile != operation.profiles.front())
        proofs += solver::read_unreachable(operation, text, profile).size();
  std::istringstream in(text);
  std::string line, heading;
  for (; std::getline(in, line); ++lines) {
    if (!line.starts_with("#")) {
      const Case c = parse_case(line);
      const std::vector<Goal> goals = solver::goals_of(*c.operation);
      EXPECT_TRUE(std::ranges::any_of(
          goals,
          [&](const Goal& goal) {
            return heading ==
                       solver::heading(*c.operation, {goal, {SearchOutcome::witness}}, c.profile) &&
                   solver::meets_alone(c, {goal});
          }))
          << heading << "\n"
          << line;
      ++cases;
    }
    heading = line;
  }
  EXPECT_EQ(2 + proofs + 2 * cases, lines);
  EXPECT_GT(proofs, 100U);
}

// Programs of an operation without edges run it after other operations.
TEST_P(Boundary, ProgramsAreLegalAndAskTheOperation) {
  const Operation& operation = *GetParam();
  if (!operation.constraints.empty()) return;
  int programs = 0;
  for (const corpus::Entry& entry :
       corpus::read(fmt::format("corpus/boundary/{}.txt", operation.name))) {
    EXPECT_EQ(entry.program.steps.back().operation, &operation) << print(entry.program);
    for (const Case& step : entry.program.steps)
      EXPECT_TRUE(props::evaluate_fresh(step).legal()) << print(step);
    ++programs;
  }
  EXPECT_GT(programs, 0);
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
  std::istringstream in(text_of("edges"));
  int cases = 0;
  std::string line, heading;
  while (std::getline(in, line)) {
    if (line.starts_with("# ")) heading = line.substr(2);
    if (line.empty() || line.starts_with("#")) continue;
    const Case c = parse_case(line);
    const ConstraintResults constraint_results = props::evaluate_fresh(c);
    bool as_said = false;
    for (const Constraint& constraint : c.operation->constraints)
      if (heading == edge(*c.operation, {&constraint, Side::outside}))
        as_said = constraint_results.violated == uint64_t{1} << constraint.bit;
    EXPECT_TRUE(as_said) << heading << "\n" << line;
    ++cases;
  }
  EXPECT_GE(cases, 180);
}

INSTANTIATE_TEST_SUITE_P(Operations, Boundary, testing::ValuesIn(matching("*")),
                         [](const auto& test) { return std::string(test.param->name); });

// ---- faults that show only if two boundaries meet ----

using mutants::Fault;

class TwoBoundaries : public testing::TestWithParam<Fault> {
 protected:
  TwoBoundaries() { mutants::activate(GetParam()); }
  ~TwoBoundaries() override { mutants::activate(Fault::none); }

  // In the file of the operation.
  static bool is_found(const Operation& operation) {
    Harness harness(*operation.profiles.front(), mutants::run);
    const auto entries = corpus::read("corpus/boundary/" + std::string(operation.name) + ".txt");
    return std::any_of(entries.begin(), entries.end(), [&](const corpus::Entry& entry) {
      return is_finding(harness.check(entry.program).kind);
    });
  }

 public:
  static std::string name(const testing::TestParamInfo<Fault>& of) {
    return std::string(mutants::row_of(of.param).name);
  }
};

TEST_P(TwoBoundaries, AreMetByTheSuitesOfOperationsOn32Bits) {
  int tried = 0;
  for (const Operation* operation : matching(mutants::row_of(GetParam()).operations)) {
    const bool fill = operation->parameter("src_stride") == nullptr;  // broadcasts nothing
    if (fill || operation->element_bytes < 4) continue;
    ++tried;
    EXPECT_TRUE(is_found(*operation)) << operation->name;
  }
  EXPECT_GT(tried, 0);
}

INSTANTIATE_TEST_SUITE_P(Faults, TwoBoundaries,
                         testing::Values(Fault::wrap_with_tail, Fault::carry_off_unit,
                                         Fault::broadcast_column),
                         TwoBoundaries::name);

}  // namespace
}  // namespace strideproof
