// Which cases are held back after others ended the process or hung. With --cases, so that no time
// counts.

#include "conform/check/case_costs.h"

#include <gtest/gtest.h>

#include <string>

#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

Program fill_of(int64_t width) {
  return parse_program("okk_gdma_8bit_set_C_local bm1684 dst_addr=0 C=1 shape=1,1,1," +
                       std::to_string(width) + " dst_stride=null");
}

// One without an element.
Program illegal_fill() { return fill_of(0); }

CheckOptions with_cases() {
  CheckOptions options;
  options.cases = 1000;
  return options;
}

// The number held back of 100 programs that no edge needs.
int held_back(const CaseCosts& costs) {
  int count = 0;
  for (int64_t width = 1; width <= 100; ++width) count += costs.holds_back(fill_of(width), false);
  return count;
}

TEST(CaseCosts, HoldBackMostCasesOfAnOperationAfterThreeEnds) {
  const CheckOptions options = with_cases();
  CaseCosts costs(options, false), aborting(options, true);
  for (int ends = 1; ends <= 3; ++ends) {
    EXPECT_EQ(held_back(costs), 0);
    for (CaseCosts* each : {&costs, &aborting}) each->add_end(fill_of(1), {VerdictKind::crash});
  }
  EXPECT_GT(held_back(costs), 75);
  EXPECT_LT(held_back(costs), 100);
  EXPECT_FALSE(costs.holds_back(illegal_fill(), false));
  int on_edges = 0;
  for (int64_t width = 1; width <= 100; ++width)
    on_edges += aborting.holds_back(fill_of(width), true);
  EXPECT_EQ(on_edges, 0);
  costs.forget_ends(*find_operation("okk_gdma_8bit_set_C_local"));
  EXPECT_EQ(held_back(costs), 0);
}

TEST(CaseCosts, CountTheCasesSinceIllegalEndsThroughAFinding) {
  const CheckOptions options = with_cases();
  CaseCosts costs(options, false);
  for (int ends = 0; ends < 3; ++ends)
    costs.add_end(illegal_fill(), {VerdictKind::rejected_as_documented});
  EXPECT_TRUE(costs.holds_back(illegal_fill(), false));
  for (int cases = 0; cases < 1000; ++cases) costs.add_judged(fill_of(1));
  costs.forget_ends(*find_operation("okk_gdma_8bit_set_C_local"));
  EXPECT_FALSE(costs.holds_back(illegal_fill(), false));
}

TEST(CaseCosts, ExpectAHangWhereOneHungAndNoneWasAnswered) {
  const CheckOptions options = with_cases();
  CaseCosts costs(options, false);
  const auto hang = [&] {
    costs.add_end_or_answer(fill_of(64), {VerdictKind::timeout}, true, true);
  };
  hang();
  EXPECT_TRUE(costs.may_hang(fill_of(64)));
  EXPECT_FALSE(costs.may_hang(fill_of(63)));
  costs.add_end_or_answer(fill_of(100), {VerdictKind::pass}, false, true);
  EXPECT_FALSE(costs.may_hang(fill_of(64)));
  hang(), hang();
  EXPECT_TRUE(costs.may_hang(fill_of(64)));
}

}  // namespace
}  // namespace strideproof
