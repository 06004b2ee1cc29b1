// The optimized implementation is the reference: every byte, every label, every return value.

#include "props/tests/testing.h"

namespace strideproof::props {
namespace {

constexpr int cases_per_operation = 2'000, programs_per_profile = 1'000;

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

INSTANTIATE_TEST_SUITE_P(Each, Equivalence, testing::ValuesIn(matching("*")), by_name);

class Programs : public testing::TestWithParam<const Profile*> {};

TEST_P(Programs, OptimizedIsTheReferenceOnRandomPrograms) {
  Random random(seed());
  Harness& harness = optimized_harness(*GetParam());
  const std::vector<const Operation*> operations = operations_on(*GetParam());
  for (int i = share(programs_per_profile); i > 0; --i) {
    const Program program = generate_program(random, operations, *GetParam());
    if (!expect_no_finding(harness, program, harness.check(program))) return;
  }
}

INSTANTIATE_TEST_SUITE_P(On, Programs, testing::ValuesIn(all_profiles()), by_name);

}  // namespace
}  // namespace strideproof::props
