// The boundary corpus against the spec of today: every edge of every constraint is there, and each
// case still lies where its heading says.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// Headings, with the case line below each; empty where the edge is unreachable.
std::map<std::string, std::string> read(const Operation& operation) {
  const std::string path = "corpus/boundary/" + std::string(operation.name) + ".txt";
  std::ifstream in(path);
  EXPECT_TRUE(in.good()) << path << ": write it with strideproof-boundaries";
  std::map<std::string, std::string> edges;
  std::string line, heading;
  while (std::getline(in, line)) {
    if (line.starts_with("# "))
      edges[heading = line.substr(2)];
    else
      edges[heading] = line;
  }
  return edges;
}

class Boundary : public testing::TestWithParam<const Operation*> {};

TEST_P(Boundary, CorpusHoldsEachEdgeOfEachConstraint) {
  const Operation& operation = *GetParam();
  const std::map<std::string, std::string> edges = read(operation);
  size_t known = 0;
  for (const Constraint& constraint : operation.constraints)
    for (const std::string side : {" inside", " outside"}) {
      const std::string edge = operation.label(constraint) + side;
      const bool unreachable = edges.count(edge + ": unreachable, lemma") != 0 ||
                               edges.count(edge + ": unreachable, type") != 0;
      EXPECT_TRUE(edges.count(edge) != 0 || unreachable) << edge;
      ++known;
    }
  EXPECT_EQ(edges.size(), known) << "an edge of no constraint, or one not decided";
}

TEST_P(Boundary, CasesLieOnTheEdgeThatTheirHeadingNames) {
  const Operation& operation = *GetParam();
  const std::map<std::string, std::string> edges = read(operation);
  for (const Constraint& constraint : operation.constraints) {
    const std::string label = operation.label(constraint);
    if (const auto inside = edges.find(label + " inside"); inside != edges.end()) {
      const Case c = parse_case(inside->second);
      EXPECT_TRUE(spec::judge(c).legal()) << inside->second;
      EXPECT_GE(spec::slack(c, constraint), 0) << inside->second;
      EXPECT_LT(spec::slack(c, constraint), spec::step(c, constraint)) << inside->second;
    }
    if (const auto outside = edges.find(label + " outside"); outside != edges.end()) {
      const Case c = parse_case(outside->second);
      EXPECT_EQ(spec::judge(c).violated, uint64_t{1} << constraint.bit) << outside->second;
      EXPECT_LT(spec::slack(c, constraint), 0) << outside->second;
    }
  }
}

std::vector<const Operation*> all() { return matching("okk_gdma_*"); }  // the solved ones

INSTANTIATE_TEST_SUITE_P(Operations, Boundary, testing::ValuesIn(all()),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace strideproof
