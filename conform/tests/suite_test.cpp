// The cases on edges in the memory that a plug-in offers.

#include <gtest/gtest.h>

#include "conform/check/edges.h"
#include "conform/explain/explain.h"
#include "oracle/windows.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

const Profile& bm1684() { return *find_profile("bm1684"); }

// Offers one window of system memory.
PluginCapabilities offering(int64_t first, int64_t size) {
  PluginCapabilities capabilities;
  capabilities.windows.push_back({static_cast<int32_t>(Space::system), static_cast<uint64_t>(first),
                                  static_cast<uint64_t>(size)});
  return capabilities;
}

TEST(Suite, MeetsEveryEdgeThatIsReachable) {
  for (const char* name : {"okk_gdma_32bit_cpy_S2L", "okk_bdc_32bit_logical_shift"}) {
    const Operation& operation = *find_operation(name);
    Edges edges({&operation}, bm1684());
    const Suite suite = edge_suite({&operation}, bm1684(), {});
    for (const Program& program : suite.legal) {
      EXPECT_TRUE(evaluate_first(program).legal()) << print(program);
      edges.judged(program, {{evaluate_first(program)}});
    }
    for (const Program& program : suite.illegal) {
      EXPECT_FALSE(evaluate_first(program).legal()) << print(program);
      edges.judged(program, {{evaluate_first(program)}});
    }
    EXPECT_TRUE(edges.count(operation, true).missed.empty()) << name;
    EXPECT_EQ(edges.count(operation, true).judged, edges.count(operation, true).reachable);
  }
}

TEST(Suite, HasSmallCasesFirst) {
  const Suite suite = edge_suite(matching("okk_gdma_32bit_cpy_S2L"), bm1684(), {});
  ASSERT_GT(suite.legal.size(), 4U);
  for (size_t i = 1; i < suite.legal.size(); ++i)
    EXPECT_LE(explanation::elements_of(suite.legal[i - 1]),
              explanation::elements_of(suite.legal[i]));
}

TEST(Suite, MovesIntoTheMemoryOffered) {
  const Operation& operation = *find_operation("okk_gdma_32bit_cpy_S2L");
  const PluginCapabilities capabilities = offering(0x100000000, 0x40000000);
  const Suite suite = edge_suite({&operation}, bm1684(), capabilities);
  EXPECT_GT(suite.legal.size() + suite.illegal.size(), 20U);
  for (const Program& program : suite.legal) EXPECT_TRUE(capabilities.holds(program));
  for (const Program& program : suite.illegal) EXPECT_TRUE(capabilities.holds(program));
  // The edges that cannot be given are known: the ends of the profile's memory, for example.
  EXPECT_FALSE(suite.outside.empty());
  Edges edges({&operation}, bm1684());
  for (const Case& c : suite.outside) edges.not_given(c);
  for (const auto* programs : {&suite.legal, &suite.illegal})
    for (const Program& program : *programs) edges.judged(program, {{evaluate_first(program)}});
  EXPECT_TRUE(edges.count(operation, true).missed.empty());
}

TEST(Suite, RandomCasesKeepToTheMemoryOffered) {
  const PluginCapabilities capabilities = offering(0x110000000, 0x100000);
  OfferedMemory offered;
  offered.windows = {{0x110000000, 0x100000}};
  offered.holds = [&](const Program& program) { return capabilities.holds(program); };
  const auto source = random_source(matching("okk_gdma_*"), bm1684(), 7, Cases::all, offered);
  int outside = 0;
  for (int i = 0; i < 5000; ++i)
    if (!capabilities.holds(*source())) ++outside;
  EXPECT_LT(outside, 25);
}

}  // namespace
}  // namespace strideproof
