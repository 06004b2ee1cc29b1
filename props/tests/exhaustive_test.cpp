// Checks every legal case of each operation in its small world, and cases that violate each
// constraint.

#include "props/exhaustive.h"

#include <fmt/format.h>

#include <map>

#include "props/parameters.h"
#include "props/tests/testing.h"

namespace strideproof::props {
namespace {

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

TEST_P(SmallWorld, EveryCase) {
  each_small_case(operation_, toy_, [this](const Case& c) { check(c); });
  print_verdicts();
  EXPECT_GT(verdicts_[VerdictKind::pass], 0);
  EXPECT_EQ(verdicts_[VerdictKind::too_costly], 0);
}

// Contents decide constraints of Stage::data.
TEST_P(SmallWorld, ViolatesEachConstraint) {
  std::map<std::string_view, int64_t> violated, alone;
  each_small_fault(operation_, toy_, [&](const Case& c) {
    const uint64_t labels = evaluate_fresh(c).violated;
    EXPECT_NE(labels, 0u) << print(c);
    for (const Constraint& constraint : operation_.constraints) {
      violated[constraint.label] += has_bit(labels, constraint.bit);
      alone[constraint.label] += labels == uint64_t{1} << constraint.bit;
    }
    check(c);
  });
  print_verdicts();
  for (const Constraint& constraint : operation_.constraints) {
    EXPECT_GT(violated[constraint.label], 0) << constraint.label;
    EXPECT_GT(alone[constraint.label], 0) << constraint.label;
  }
  for (const auto& [kind, times] : verdicts_)
    EXPECT_TRUE(kind == VerdictKind::rejected_as_documented || times == 0)
        << times << " " << name(kind);
}

// Source and destination start with different bytes, so a missing write shows even for elements of
// one byte.
TEST(SmallWorldOfBytes, HasOtherBytesInSourceAndDestination) {
  for (const std::string_view glob :
       {"okk_gdma_8bit_cpy_*", "bm_atomic_memcpy_*", "bm_atomic_cwtrans", "data_move", "asc_*"})
    for (const Operation* operation : matching(glob)) {
      int64_t cases = 0, different = 0;
      each_small_case(*operation, *find_profile("toy"), [&](const Case& c) {
        ++cases;
        if (c.data[0] == DataClass::low && c.data[1] == DataClass::high) ++different;
      });
      const bool bytes_only = operation->name.find("8bit") != std::string_view::npos;
      EXPECT_GE(different, bytes_only ? cases : cases / 10) << operation->name;
    }
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

INSTANTIATE_TEST_SUITE_P(Each, SmallWorld, testing::ValuesIn(matching("*")), by_name);

}  // namespace
}  // namespace strideproof::props
