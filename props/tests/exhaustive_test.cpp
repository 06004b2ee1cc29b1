// Every legal case of each operation in its small world on toy, and cases that violate each constraint.

#include "props/exhaustive.h"

#include <fmt/format.h>

#include <map>

#include "props/tests/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

class SmallWorld : public testing::TestWithParam<const Operation*> {
 protected:
  const Operation& operation_ = *GetParam();
  const Profile& toy_ = *find_profile("toy");
  Harness& harness_ = optimized_harness(toy_);
  std::map<VerdictKind, int64_t> verdicts_;

  // Checks further cases after a finding, but minimises and reports only the first.
  void check(const Case& c) {
    const Verdict verdict = harness_.check(c);
    ++verdicts_[verdict.kind];
    if (is_finding(verdict.kind) && !HasFailure()) expect_no_finding(harness_, c, verdict);
  }
  void print_verdicts(int64_t cases) {
    std::string text = fmt::format("{}: {} cases", operation_.name, cases);
    for (const auto& [kind, times] : verdicts_) text += fmt::format(", {} {}", times, name(kind));
    fmt::print("{}\n", text);
  }
};

TEST_P(SmallWorld, EveryCase) {
  print_verdicts(each_small_case(operation_, toy_, [this](const Case& c) { check(c); }));
  EXPECT_GT(verdicts_[VerdictKind::pass], 0);
  EXPECT_EQ(verdicts_[VerdictKind::too_costly], 0);
}

// In each shape two of the cases that violate it.
TEST_P(SmallWorld, ViolatesEachConstraintInTwoWays) {
  std::map<std::string_view, int64_t> violated, alone;
  const auto check_violation = [&](const Case& c, const Constraint& constraint) {
    ++violated[constraint.label];
    alone[constraint.label] += spec::evaluate(c).violated == uint64_t{1} << constraint.bit;
    check(c);
    if (constraint.stage == Stage::data) return;  // only the run decides it
    ASSERT_NE(spec::evaluate(c).violated >> constraint.bit & 1, 0u)
        << constraint.label << ": " << print(c);
  };
  print_verdicts(each_small_fault(operation_, toy_, 2, check_violation));
  for (const Constraint& constraint : operation_.constraints) {
    EXPECT_GT(violated[constraint.label], 0) << constraint.label;
    EXPECT_TRUE(constraint.stage == Stage::data || alone[constraint.label] > 0) << constraint.label;
  }
  for (const auto& [kind, times] : verdicts_)
    EXPECT_TRUE(kind == VerdictKind::rejected_as_documented || times == 0)
        << times << " " << name(kind);
}

// Source and destination start with different bytes, so a missing write is visible even for elements
// of one byte.
TEST(SmallWorldOfBytes, HasOtherBytesInSourceAndDestination) {
  for (const std::string_view glob :
       {"okk_gdma_8bit_cpy_*", "bm_atomic_memcpy_*", "bm_atomic_cwtrans", "data_move", "asc_*"})
    for (const Operation* operation : matching(glob)) {
      int64_t different = 0;
      const int64_t cases = each_small_case(*operation, *find_profile("toy"), [&](const Case& c) {
        if (c.data[0] == DataClass::low && c.data[1] == DataClass::high) ++different;
      });
      const bool bytes_only = operation->name.find("8bit") != std::string_view::npos;
      EXPECT_GE(different, bytes_only ? cases : cases / 10) << operation->name;
    }
}

INSTANTIATE_TEST_SUITE_P(Each, SmallWorld, testing::ValuesIn(all_operations()), operation_name);

}  // namespace
}  // namespace strideproof::props
