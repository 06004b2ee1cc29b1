#include <gtest/gtest.h>

#include <set>

#include "fuzz/differential.h"
#include "props/generate.h"
#include "spec/spec.h"

namespace strideproof::fuzz {
namespace {

Program first(const Domain& domain, props::Random& random) {
  const Profile& profile = *random.pick(domain.profiles);
  const Case c =
      props::generate_case(random, *random.pick(domain.operations.at(&profile)), profile, 0);
  return {&profile, c.fill, {c}};
}

TEST(Mutator, StaysInTheDomain) {
  props::Random random(1);
  for (const Domain& domain : {Domain("okk_gdma"), Domain("programs")}) {
    Program program = first(domain, random);
    size_t most = 0;
    for (int i = 0; i < 5'000; ++i) {
      mutate(program, domain, random);
      ASSERT_EQ(decode(encode(program), domain), program) << print(program);
      ASSERT_GE(program.steps.size(), 1u);
      ASSERT_LE(program.steps.size(), static_cast<size_t>(domain.most_steps));
      ASSERT_EQ(parse_program(print(program)), program) << print(program);
      most = std::max(most, program.steps.size());
    }
    EXPECT_GE(most, domain.most_steps > 1 ? 5u : 1u);
  }
}

// Memory is filled and compared for each execution.
TEST(Mutator, SeldomMakesLargeOrSpreadPrograms) {
  const Domain domain("okk_gdma");
  props::Random random(4);
  Program program = first(domain, random);
  constexpr int results = 50'000;
  int large = 0, spread = 0;
  for (int i = 0; i < results; ++i) {
    mutate(program, domain, random);
    large += expensive(program, 2048);
    ASSERT_FALSE(expensive(program, most_elements));
    int64_t bytes = 0;
    for (const spec::OperandRange& range : spec::bounding_ranges(program.steps.front()))
      bytes += range.size;
    spread += bytes > (int64_t{1} << 16);
  }
  EXPECT_GT(large, 0);
  EXPECT_LT(large, results / 256);
  EXPECT_GT(spread, 0);
  EXPECT_LT(spread, results / 32);
}

// From one small case the mutations alone, without a fuzzer's feedback, lead to both sides of the
// edge of every constraint of the family that an operation on bm1684 can break.
TEST(Mutator, ReachesBothSidesOfEveryEdge) {
  const Domain domain("okk_gdma");
  const Profile& profile = *find_profile("bm1684");
  props::Random random(3);
  std::set<std::string_view> inside, outside, known;
  for (int start = 0; start < 1'000; ++start) {
    Program program{&profile, 0, {}};
    const Operation& operation = *random.pick(domain.operations.at(&profile));
    program.steps = {props::generate_case(random, operation, profile, 0)};
    for (int i = 0; i < 100; ++i) {
      mutate(program, domain, random);
      const Case& c = program.steps.front();
      if (program.profile != &profile) break;
      const ConstraintResults constraint_results = spec::evaluate(c);
      for (const Constraint& constraint : c.operation->constraints) {
        known.insert(constraint.label);
        if (constraint_results.violated == uint64_t{1} << constraint.bit)
          outside.insert(constraint.label);
        if (constraint_results.legal() && has_bit(constraint_results.evaluated, constraint.bit) &&
            spec::slack(c, constraint) < spec::step(c, constraint))
          inside.insert(constraint.label);
      }
    }
  }
  for (const std::string_view label : known) {
    // A legal extent of 65,535 is dear, hence rare: generators and boundary cases have it.
    const bool dear = label.size() > 4 && label.substr(label.size() - 4) == ".max";
    EXPECT_TRUE(dear || inside.count(label)) << label << " just inside";
    EXPECT_TRUE(outside.count(label)) << label << " just outside";
  }
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
