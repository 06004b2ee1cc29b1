// Every operation of the catalogue is in every layer.

#include <fnmatch.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "conform/command/layers/coverage.h"
#include "conform/plugin/call/call.h"
#include "mutants/faults.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

class Layers : public testing::TestWithParam<const Operation*> {
 protected:
  const Operation& operation() const { return *GetParam(); }
};

TEST_P(Layers, Know) {
  const LayerCoverage layers = coverage(operation());
  EXPECT_TRUE(layers.reference);
  EXPECT_TRUE(layers.optimized);
  EXPECT_GT(layers.properties, operation().parameters.empty() ? 0 : 1) << "no law speaks of it";
  EXPECT_TRUE(layers.theorems > 0 || operation().constraints.empty());
  EXPECT_GT(layers.boundary_cases, 0);
  const std::string stem = layers.fuzz_target.substr(std::string("strideproof_fuzz_").size());
  EXPECT_TRUE(std::filesystem::exists("fuzz/" + stem + ".cpp")) << layers.fuzz_target;
  EXPECT_NE(caller(operation()), Caller{}) << "the checker cannot call it";
}

TEST_P(Layers, HaveThreeFaultsPlanted) {
  int count = 0;
  for (const mutants::FaultRow& row : mutants::faults())
    count +=
        fnmatch(std::string(row.operations).c_str(), std::string(operation().name).c_str(), 0) == 0;
  EXPECT_GE(count, 3);
}

std::vector<const Operation*> all() { return matching("*"); }
INSTANTIATE_TEST_SUITE_P(Catalogue, Layers, testing::ValuesIn(all()),
                         [](const auto& tested) { return std::string(tested.param->name); });

TEST(Catalogue, HoldsTheFunctionsOfTheDocuments) { EXPECT_EQ(catalogue().size(), 42U); }

}  // namespace
}  // namespace strideproof::tests
