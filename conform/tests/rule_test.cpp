// Rules learned from samples.

#include "conform/explain/rule.h"

#include <gtest/gtest.h>

namespace strideproof::explanation {
namespace {

// The limit 2047 is more common, but a case with 2050 passes.
TEST(Rule, PassesNoCaseThatIsKnownToPass) {
  Features features(false);
  features.add("x", Sort::number, 0, plain);
  std::vector<Sample> samples;
  for (const int64_t x : {7, 300, 900, 1500, 2000, 2040, 2047, 2050, 2053, 2100, 2500, 4000, 9000})
    samples.push_back({{}, {x}, x > 2050});
  EXPECT_EQ(learn(samples, features).rule.text(features), "x > 2050");
}

// x > 9 decides but for three cases in 400, which "y = 0" would set right.
TEST(Rule, HasNoLiteralForFewExceptions) {
  Features features(false);
  for (const char* name : {"x", "y"}) features.add(name, Sort::number, 0, plain);
  std::vector<Sample> samples;
  for (int64_t i = 0; i < 400; ++i) samples.push_back({{}, {i % 20, 0}, i % 20 > 9});
  for (const size_t exception : {10, 30, 50}) {
    samples[exception].values[1] = 4;
    samples[exception].fails = false;
  }
  EXPECT_EQ(learn(samples, features).rule.text(features), "x > 9");
}

}  // namespace
}  // namespace strideproof::explanation
