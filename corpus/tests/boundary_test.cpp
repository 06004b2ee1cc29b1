// The boundary corpus against the spec of today: every edge of every constraint is there, and each
// case still lies where its heading says.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "spec/solver/boundary_corpus.h"
#include "spec/solver/pairs_corpus.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using solver::Goal;
using solver::Side;

// Headings, with the lines below each; none where the edge is unreachable.
using Edges = std::map<std::string, std::vector<std::string>>;

Edges read(const Operation& operation) {
  const std::string path = "corpus/boundary/" + std::string(operation.name) + ".txt";
  std::ifstream in(path);
  EXPECT_TRUE(in.good()) << path << ": write it with strideproof-boundaries";
  Edges edges;
  std::string line, heading;
  while (std::getline(in, line)) {
    if (line.starts_with("# "))
      edges[heading = line.substr(2)];
    else
      edges[heading].push_back(line);
  }
  return edges;
}

std::string edge(const Operation& operation, const Goal& goal) {
  return operation.label(*goal.constraint) + " " + std::string(name(goal.side));
}

std::vector<Goal> goals(const Operation& operation) {
  std::vector<Goal> all;
  for (const Constraint& constraint : operation.constraints)
    for (const Side side : {Side::inside, Side::outside}) all.push_back({&constraint, side});
  return all;
}

class Boundary : public testing::TestWithParam<const Operation*> {};

TEST_P(Boundary, CorpusHoldsEachEdgeOfEachConstraint) {
  const Operation& operation = *GetParam();
  if (operation.constraints.empty()) return;
  const Edges edges = read(operation);
  size_t known = 0;
  for (const Goal& goal : goals(operation)) {
    const std::string label = edge(operation, goal);
    const auto above = edges.lower_bound(label + ": unreachable, ");
    const bool unreachable =
        above != edges.end() && above->first.starts_with(label + ": unreachable, ");
    EXPECT_TRUE(edges.count(label) != 0 || unreachable) << label;
    ++known;
  }
  EXPECT_EQ(edges.size(), known) << "an edge of no constraint, or one not decided";
}

TEST_P(Boundary, CasesLieOnTheEdgeThatTheirHeadingNames) {
  const Operation& operation = *GetParam();
  const Edges edges = read(operation);
  for (const Goal& goal : goals(operation)) {
    const auto at = edges.find(edge(operation, goal));
    if (at == edges.end()) continue;
    EXPECT_FALSE(at->second.empty()) << at->first;
    std::set<std::string> lines;
    for (const std::string& line : at->second) {
      EXPECT_TRUE(solver::meets_alone(parse_case(line), {goal})) << at->first << "\n" << line;
      EXPECT_TRUE(lines.insert(line).second) << "twice: " << line;
    }
  }
}

// Each line of unreachable.txt speaks of an edge of today; few are not decided.
TEST(Boundaries, WhatIsUnreachableOnOtherProfilesIsAnEdge) {
  std::ostringstream read;
  read << std::ifstream("corpus/boundary/unreachable.txt").rdbuf();
  const std::string text = read.str();
  size_t known = 0;
  for (const Operation& operation : catalogue())
    for (const Profile* profile : operation.profiles)
      if (profile != operation.profiles.front())
        known += solver::read_unreachable(operation, *profile, text).size();
  size_t lines = 0, undecided = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line); ++lines)
    undecided += line.ends_with(": not decided");
  EXPECT_EQ(known + undecided + 1, lines);
  EXPECT_GT(known, 100U);
  EXPECT_LT(undecided, 10U);
}

// Where nothing has an edge, programs show what other operations leave behind.
TEST_P(Boundary, ProgramsAreLegalAndAskTheOperation) {
  const Operation& operation = *GetParam();
  if (!operation.constraints.empty()) return;
  int programs = 0;
  for (const auto& [heading, lines] : read(operation))
    for (const std::string& line : lines) {
      const Program program = parse_program(line);
      EXPECT_EQ(program.steps.back().operation, &operation) << line;
      for (const Case& step : program.steps) EXPECT_TRUE(solver::judge(step).legal()) << line;
      ++programs;
    }
  EXPECT_GT(programs, 0);
}

TEST_P(Boundary, PairsAreThoseOfToday) {
  const Operation& operation = *GetParam();
  if (operation.constraints.empty()) return;
  std::ifstream in("corpus/boundary/" + std::string(operation.name) + ".pairs");
  std::ostringstream text;
  text << in.rdbuf();
  EXPECT_NO_THROW(solver::read_pairs(operation, text.str()))
      << "write it with strideproof-boundaries";
}

// A file that is changed by hand is found out.
TEST(Pairs, WhatIsStaleIsNamed) {
  const Operation& operation = *find_operation("asc_copy_l12l0b_trans");
  std::ostringstream read;
  read << std::ifstream("corpus/boundary/asc_copy_l12l0b_trans.pairs").rdbuf();
  const std::string text = read.str();
  const auto stale = [&](const std::string& changed) {
    try {
      solver::read_pairs(operation, changed);
    } catch (const solver::Stale& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(stale(text), "none");
  const size_t first = text.find("\n# ") + 1;
  const std::string pair = text.substr(first + 2, text.find('\n', first) - first - 2);
  // The first in the order of the pairs, which is not that of the file.
  const std::vector<Goal> goals = solver::goals_of(operation);
  const auto findings = solver::read_pairs(operation, text).findings;
  const auto met = std::find_if(findings.begin(), findings.end(), [](const auto& finding) {
    return finding.found == solver::Found::witness;
  });
  ASSERT_NE(met, findings.end());
  EXPECT_EQ(
      stale(std::string(text).erase(first, text.find("# none") - first)),
      fmt::format("asc_copy_l12l0b_trans: {} & {}: left out", solver::label(goals[met->pair.first]),
                  solver::label(goals[met->pair.second])));
  std::string other = text;
  other.replace(first + 2, pair.size(), "no.such.label & b8");
  EXPECT_EQ(stale(other), "asc_copy_l12l0b_trans: no.such.label: no edge and no landmark");
  const auto unmet = [&](const std::string& list) { return text + "# open: " + list + "\n"; };
  EXPECT_EQ(stale(unmet(pair)), "asc_copy_l12l0b_trans: " + pair + ": met, but said to be open");
}

// The files that belong to no operation: "operation.label outside" or "operation.landmark" over cases.
void expect_each_as_its_heading_says(const std::string& path, int least) {
  std::ifstream in(path);
  ASSERT_TRUE(in.good()) << path;
  int cases = 0;
  std::string line, heading;
  while (std::getline(in, line)) {
    if (line.starts_with("# ")) heading = line.substr(2);
    if (line.empty() || line.starts_with("#")) continue;
    const Case c = parse_case(line);
    const Operation& operation = *c.operation;
    const Judgement judgement = solver::judge(c);
    bool as_said = false;
    for (const Constraint& constraint : operation.constraints)
      if (heading == edge(operation, {&constraint, Side::outside}))
        as_said = judgement.violated == uint64_t{1} << constraint.bit;
    for (const Landmark& landmark : operation.landmarks)
      if (heading == fmt::format("{}.{}", operation.name, landmark.label))
        as_said = solver::meets_alone(c, {{nullptr, Side::inside, &landmark}});
    EXPECT_TRUE(as_said) << path << ": " << heading << "\n" << line;
    ++cases;
  }
  EXPECT_GE(cases, least) << path;
}

TEST(Boundaries, FurtherEndsBreakTheConstraintOfTheirHeadingAlone) {
  expect_each_as_its_heading_says("corpus/boundary/edges.txt", 180);
}

TEST(Boundaries, FurtherLandmarksAreMet) {
  expect_each_as_its_heading_says("corpus/boundary/landmarks.txt", 11);
}

std::vector<const Operation*> all() { return matching("*"); }

INSTANTIATE_TEST_SUITE_P(Operations, Boundary, testing::ValuesIn(all()),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace strideproof
