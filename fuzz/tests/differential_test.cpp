#include "fuzz/differential.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mutants/mutants.h"
#include "props/generate.h"

namespace strideproof::fuzz {
namespace {

using mutants::Fault;

class Mutant : public testing::Test {
 protected:
  ~Mutant() override { mutants::activate(Fault::none); }
};

TEST(Differential, FindsNothingInTheShippedImplementation) {
  Differential differential(optimized::run);
  Domain domain("programs");
  domain.most_steps = 4;
  props::Random random(1);
  for (const Profile* profile : domain.profiles) {
    Program program = props::generate_program(random, domain.operations.at(profile), *profile);
    for (int i = 0; i < 2'000; ++i) {
      mutate(program, domain, random);
      const Verdict verdict = differential.check(program);
      ASSERT_FALSE(is_finding(verdict.kind)) << differential.report(program, verdict);
    }
  }
}

TEST_F(Mutant, IsReportedAsTheSmallestLine) {
  mutants::activate(Fault::n_stride_ignores_start_lane);
  Differential differential(mutants::run);
  const Program program = parse_program(
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x1f80084 src_addr=0x10000a000 shape=3,5,3,7"
      " dst_stride=null src_stride=null fill=9");
  const Verdict verdict = differential.check(program);
  ASSERT_TRUE(is_finding(verdict.kind));
  const std::string report = differential.report(program, verdict);
  EXPECT_THAT(report, testing::HasSubstr("found with: " + print(program)));
  EXPECT_THAT(report,
              testing::ContainsRegex("finding: okk_gdma_32bit_cpy_S2L .* shape=2,[1-5],1,1 "));
  EXPECT_THAT(report, testing::HasSubstr("./run replay 'okk_gdma_32bit_cpy_S2L"));
}

TEST(Expensive, IgnoresCasesThatAreRejectedEarly) {
  const auto of = [](const char* shape, const char* stride) {
    return parse_program(std::string("okk_gdma_8bit_set_C_system bm1684 dst_addr=0x100000000 C=1 "
                                     "shape=") +
                         shape + " dst_stride=" + stride);
  };
  EXPECT_FALSE(expensive(of("1,1,1,100", "null"), 100));
  EXPECT_TRUE(expensive(of("1,1,1,101", "null"), 100));
  EXPECT_FALSE(expensive(of("1,1,1,65536", "null"), 100));  // rejected at once
  EXPECT_TRUE(expensive(of("65535,65535,1,1", "0,0,0,1"), 1 << 20));
}

}  // namespace
}  // namespace strideproof::fuzz
