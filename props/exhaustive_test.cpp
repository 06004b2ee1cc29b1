// The small world of every operation on toy: no sample, every case.

#include "props/exhaustive.h"

#include <fmt/format.h>

#include <map>

#include "props/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

class SmallWorld : public testing::TestWithParam<const Operation*> {
 protected:
  const Operation& operation_ = *GetParam();
  const Profile& toy_ = *find_profile("toy");
  Harness& harness_ = optimized_harness(toy_);
  std::map<Kind, int64_t> verdicts_;

  // Goes on after a finding, but minimises and reports only the first.
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
  EXPECT_GT(verdicts_[Kind::pass], 0);
  EXPECT_EQ(verdicts_[Kind::too_costly], 0);
}

TEST_P(SmallWorld, EverySingleFault) {
  print_verdicts(each_small_fault(operation_, toy_, 2, [this](const Case& c) { check(c); }));
  if (operation_.constraints.empty()) return;
  EXPECT_GT(verdicts_[Kind::rejected_as_documented], 0);
}

INSTANTIATE_TEST_SUITE_P(Each, SmallWorld, testing::ValuesIn(all_operations()), operation_name);

}  // namespace
}  // namespace strideproof::props
