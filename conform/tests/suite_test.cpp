// The cases on edges, where all memory is offered.

#include <gtest/gtest.h>

#include <algorithm>

#include "conform/check/edges.h"
#include "conform/explain/explain.h"
#include "corpus/corpus.h"
#include "oracle/windows.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

Suite suite_of(const Operation& operation) {
  return edge_suite({&operation}, *find_profile("bm1684"), PluginCapabilities::everything());
}

TEST(Suite, HasSmallCasesFirst) {
  const Suite suite = suite_of(*find_operation("okk_gdma_32bit_cpy_S2L"));
  ASSERT_GT(suite.legal.size(), 4U);
  EXPECT_TRUE(std::ranges::is_sorted(suite.legal, {}, explanation::elements_of));
  for (const Program& program : suite.legal)
    EXPECT_TRUE(evaluate_first(program).legal()) << print(program);
  for (const Program& program : suite.illegal)
    EXPECT_FALSE(evaluate_first(program).legal()) << print(program);
}

TEST(Suite, HasTheCasesOfLargeValues) {
  const Suite suite = suite_of(*find_operation("okk_gdma_32bit_cpy_S2L"));
  const auto wide = corpus::read("corpus/wide/okk_gdma_32bit_cpy_S2L.txt");
  EXPECT_FALSE(wide.empty());
  for (const corpus::Entry& entry : wide)
    EXPECT_TRUE(std::ranges::any_of(suite.legal, [&](const Program& program) {
      return print(program) == print(entry.program);
    })) << print(entry.program);
}

// An edge whose first case had no verdict gets further random cases.
TEST(Edges, GetOtherCasesUntilOneIsJudged) {
  const Operation& operation = *find_operation("okk_gdma_32bit_cpy_S2S");
  const Profile& profile = *find_profile("bm1684");
  Edges edges({&operation}, profile);
  const Suite suite = suite_of(operation);
  edges.expect(suite);
  const size_t all = edges.unanswered(operation).size();
  EXPECT_GT(all, 40U);
  props::Random random(1);
  for (int round = 0; round < 4 && !edges.unanswered(operation).empty(); ++round)
    for (const Program& program : cases_on(edges.unanswered(operation), operation, profile,
                                           PluginCapabilities::everything(), random))
      edges.add_judged(program, {{evaluate_first(program)}});
  EXPECT_LT(edges.unanswered(operation).size(), all / 10);
  for (const Program& program : suite.legal)
    edges.add_unsupported(program, {{evaluate_first(program)}});
  for (const Program& program : suite.illegal)
    edges.add_unsupported(program, {{evaluate_first(program)}});
  EXPECT_TRUE(edges.unanswered(operation).empty());  // such an edge gets no other case
}

}  // namespace
}  // namespace strideproof
