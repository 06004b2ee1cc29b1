// The optimized implementation is the reference: every byte, every label, every return value.

#include "props/rapidcheck.h"
#include "props/testing.h"

namespace strideproof::props {
namespace {

constexpr int cases_per_operation = 8'000;

class Equivalence : public testing::TestWithParam<const Operation*> {};

TEST_P(Equivalence, OptimizedIsTheReferenceOnRandomCases) {
  const Operation& operation = *GetParam();
  Random random(seed());
  for (const Profile* profile : operation.profiles) {
    Harness& harness = optimized_harness(*profile);
    for (int i = share(cases_per_operation); i > 0; --i) {
      const Case c = generate_case(random, operation, *profile);
      if (!expect_no_finding(harness, c, harness.check(c))) return;
    }
    EXPECT_FALSE(harness.sweep()) << "on " << profile->name;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Equivalence, testing::ValuesIn(all_operations()), operation_name);

void no_finding(const Program& program) {
  Harness& harness = optimized_harness(*program.profile);
  const Verdict verdict = harness.check(program);
  if (is_finding(verdict.kind)) RC_FAIL(std::string(name(verdict.kind)) + ": " + verdict.detail);
}

RC_GTEST_PROP(Optimized, IsTheReferenceOnEveryCase, ()) {
  const Case c = *cases("*");
  no_finding({c.profile, c.fill, {c}});
}

RC_GTEST_PROP(Optimized, IsTheReferenceOnProgramsOfBm1684, ()) {
  no_finding(*programs("*", *find_profile("bm1684")));
}

RC_GTEST_PROP(Optimized, IsTheReferenceOnProgramsOfToy, ()) {
  no_finding(*programs("*", *find_profile("toy")));
}

RC_GTEST_PROP(Optimized, IsTheReferenceOnProgramsOfAscend910b, ()) {
  no_finding(*programs("*", *find_profile("ascend910b")));
}

}  // namespace
}  // namespace strideproof::props
