#include "conform/command/fault_conditions.h"

#include <gtest/gtest.h>

#include "mutants/mutants.h"

namespace strideproof {
namespace {

constexpr const char* table = "corpus/faults.table";

TEST(Conditions, EveryFaultHasOne) {
  const auto conditions = read_conditions(table);
  for (const mutants::FaultRow& fault : mutants::faults())
    EXPECT_TRUE(conditions.contains(std::string(fault.name))) << fault.name;
  EXPECT_EQ(conditions.size(), mutants::faults().size()) << "one of no fault";
}

TEST(Conditions, NeedEveryRequiredPart) {
  const auto conditions = read_conditions(table);
  const FaultCondition& one = conditions.at("start_lane_ignored");
  EXPECT_TRUE(one.is_named_by("fails when src start lane > 0; passes otherwise; 400 cases tried"));
  EXPECT_FALSE(one.is_named_by("fails when shape.n > 1; passes otherwise; 400 cases tried"));
  const FaultCondition& two = conditions.at("row_overlap_accepted");
  EXPECT_TRUE(two.is_named_by("fails when cols > row_stride and rows > 1; passes otherwise"));
  EXPECT_FALSE(two.is_named_by("fails when rows > 1; passes otherwise"));
  EXPECT_FALSE(one.is_named_by("fails in all 400 cases tried"));
  const FaultCondition& always = conditions.at("far_lane_written");
  EXPECT_TRUE(always.is_named_by("fails in all 400 cases tried"));
  EXPECT_FALSE(always.is_named_by("fails when shape.n > 1; passes otherwise; 400 cases tried"));
}

}  // namespace
}  // namespace strideproof
