// Shrinking goes down, ends, and keeps to valid lines.

#include "props/shrink.h"

#include "props/rapidcheck.h"
#include "props/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

bool below(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  bool smaller = false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
    smaller = smaller || a[i] < b[i];
  }
  return smaller;
}

void in_type(const Case& c) {
  for (const Parameter& parameter : c.operation->parameters)
    for (int i = 0; i < slots(parameter.type); ++i) {
      const int64_t value = c.arguments.value[static_cast<size_t>(parameter.slot + i)];
      RC_ASSERT(value >= lowest(parameter.type));
      RC_ASSERT(value <= highest(parameter.type));
    }
}

RC_GTEST_PROP(Shrink, EveryCandidateOfACaseIsBelowIt, ()) {
  const Case c = *cases("*", 2);
  for (const Case& candidate : shrink(c)) {
    RC_ASSERT(below(measure(candidate), measure(c)));
    in_type(candidate);
  }
}

TEST(Shrink, EveryCandidateOfAProgramIsBelowIt) {
  Random random(seed());
  for (int i = 0; i < 100; ++i) {
    const Program program = generate_program(random, matching("*"), *find_profile("toy"), 4);
    for (const Program& candidate : shrink(program)) {
      ASSERT_FALSE(candidate.steps.empty());
      for (const Case& step : candidate.steps) ASSERT_EQ(step.fill, candidate.fill);
      ASSERT_LE(candidate.steps.size(), program.steps.size());
      if (candidate.steps.size() == program.steps.size()) {
        ASSERT_TRUE(below(measure(candidate), measure(program))) << print(candidate);
      }
    }
  }
}

RC_GTEST_PROP(Shrink, CandidatesAreLines, ()) {
  const Case c = *cases("*", 2);
  const std::vector<Case> candidates = shrink(c);
  RC_PRE(!candidates.empty());
  const Case& any = candidates[c.fill % candidates.size()];
  RC_ASSERT(parse_case(print(any)) == any);
}

TEST(Shrink, TheSimplestCaseHasNoCandidates) {
  EXPECT_TRUE(shrink(parse_case("okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0 "
                                "shape=1,1,1,1 dst_stride=null src_stride=null"))
                  .empty());
}

TEST(Shrink, MinimiseFindsTheSmallestWithTheProperty) {
  const Program start = parse_program(
      "program toy fill=77 ; okk_gdma_16bit_set_C_local dst_addr=0x222 C=0x123 shape=3,5,2,4 "
      "dst_stride=9,90,4,1 ; okk_gdma_16bit_cpy_L2S dst_addr=0x100000100 src_addr=0x222 "
      "shape=3,5,2,4 dst_stride=40,8,4,1 src_stride=null ; okk_gdma_8bit_set_C_system "
      "dst_addr=0x100000000 C=1 shape=2,2,2,2 dst_stride=null");
  const auto fails = [](const Program& program) {
    for (const Case& step : program.steps)
      if (step.operation->name == "okk_gdma_16bit_cpy_L2S" && step["shape"] >= 2 &&
          step["src_addr"] % 0x100 >= 6 && spec::judge(step).legal())
        return true;
    return false;
  };
  const Minimised smallest = minimise(start, fails);
  EXPECT_FALSE(smallest.exhausted);
  EXPECT_EQ(print(smallest.program),
            "okk_gdma_16bit_cpy_L2S toy dst_addr=0xfffff000 src_addr=6 shape=2,1,1,1 "
            "dst_stride=null src_stride=null fill=0");
}

TEST(Shrink, MinimiseKeepsToItsBudget) {
  const Program program = parse_program(
      "okk_gdma_16bit_set_C_local toy dst_addr=0x222 C=0x123 shape=3,5,2,4 dst_stride=9,90,4,1");
  int64_t asked = 0;
  const auto always = [&](const Program&) { return ++asked, true; };
  const Minimised result = minimise(program, always, 3);
  EXPECT_TRUE(result.exhausted);
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(result.tried, 3);
}

}  // namespace
}  // namespace strideproof::props
