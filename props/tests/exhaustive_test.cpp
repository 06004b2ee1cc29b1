// Checks a seventh of the legal cases of each operation in its small world, and a third of the
// cases that violate a constraint; with STRIDEPROOF_PERCENT=700 all of them (ctest -L exhaustive).

#include "props/exhaustive.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "props/parameters.h"
#include "props/tests/testing.h"

namespace strideproof::props {
namespace {

// One case in `parts`, which has no factor in common with the lanes, or most extents, of the world.
Sampling sample(int parts) { return {0, std::max(1, 100 * parts / std::max(100, share(100)))}; }

class SmallWorld : public testing::TestWithParam<const Operation*> {
 protected:
  const Operation& operation_ = *GetParam();
  const Profile& toy_ = *find_profile("toy");
  Harness& harness_ = optimized_harness(toy_);
  std::map<VerdictKind, int64_t> verdicts_;

  int64_t cases_ = 0;

  // Checks further cases after a finding, but minimises and reports only the first.
  void check(const Case& c) {
    const Verdict verdict = harness_.check(c);
    ++cases_;
    ++verdicts_[verdict.kind];
    if (is_finding(verdict.kind) && !HasFailure()) expect_no_finding(harness_, c, verdict);
  }
  void print_verdicts() {
    std::string text = fmt::format("{}: {} cases", operation_.name, cases_);
    for (const auto& [kind, times] : verdicts_) text += fmt::format(", {} {}", times, name(kind));
    fmt::print("{}\n", text);
  }
};

TEST_P(SmallWorld, LegalCases) {
  int64_t other_bytes = 0;
  const auto check_legal = [&](const Case& c) {
    other_bytes += c.data[0] == DataClass::low && c.data[1] == DataClass::high;
    check(c);
  };
  each_small_case(operation_, toy_, check_legal, sample(7));
  print_verdicts();
  EXPECT_GT(verdicts_[VerdictKind::pass], 0);
  EXPECT_EQ(verdicts_[VerdictKind::too_costly], 0);
  // Source and destination start with different bytes, so a missing write shows even for elements
  // of one byte.
  const auto is_of = [&](std::string_view glob) {
    return std::ranges::count(matching(glob), &operation_) > 0;
  };
  if (is_of("okk_gdma_8bit_cpy_*")) {
    EXPECT_EQ(other_bytes, cases_);
  } else if (is_of("@(bm_atomic_memcpy_*|bm_atomic_cwtrans|data_move|asc_*)")) {
    EXPECT_GE(other_bytes, cases_ / 10);
  }
}

// Contents decide constraints of Stage::data.
TEST_P(SmallWorld, ViolatesEachConstraint) {
  std::map<std::string_view, int64_t> violated, alone;
  const auto violate = [&](const Case& c) {
    const uint64_t labels = evaluate_fresh(c).violated;
    EXPECT_NE(labels, 0u) << print(c);
    for (const Constraint& constraint : operation_.constraints) {
      violated[constraint.label] += has_bit(labels, constraint.bit);
      alone[constraint.label] += labels == uint64_t{1} << constraint.bit;
    }
    check(c);
  };
  each_small_violation(operation_, toy_, violate, sample(3));
  print_verdicts();
  for (const Constraint& constraint : operation_.constraints) {
    EXPECT_GT(violated[constraint.label], 0) << constraint.label;
    EXPECT_GT(alone[constraint.label], 0) << constraint.label;
  }
  for (const auto& [kind, times] : verdicts_)
    EXPECT_TRUE(kind == VerdictKind::rejected_as_documented || times == 0)
        << times << " " << name(kind);
}

// A case of one shape counts in one sample.
TEST(SampleOfSmallWorld, IsAllOfItTogether) {
  constexpr int64_t of = 7;
  for (const char* name : {"okk_gdma_32bit_matrix_S2L", "bm_get_mask_memcpy_res_num"}) {
    const Operation& operation = *find_operation(name);
    int64_t cases = 0, sampled = 0, largest = 0;
    each_small_case(operation, *find_profile("toy"), [&](const Case&) { ++cases; });
    for (int64_t number = 0; number < of; ++number) {
      const int64_t before = sampled;
      each_small_case(operation, *find_profile("toy"), [&](const Case&) { ++sampled; },
                      {number, of});
      largest = std::max(largest, sampled - before);
    }
    EXPECT_EQ(sampled, cases) << name;
    EXPECT_LE(largest, cases / (of - 1) + 1) << name;
  }
}

TEST(SampleOfSmallWorld, HasEveryStartLane) {
  const Profile& toy = *find_profile("toy");
  std::set<int64_t> lanes;
  each_small_case(
      *find_operation("okk_gdma_32bit_cpy_S2L"), toy,
      [&](const Case& c) { lanes.insert(c["dst_addr"] / toy.lane_bytes); }, sample(7));
  EXPECT_EQ(std::ssize(lanes), toy.lanes);
}

INSTANTIATE_TEST_SUITE_P(Each, SmallWorld, testing::ValuesIn(matching("*")), by_name);

}  // namespace
}  // namespace strideproof::props
