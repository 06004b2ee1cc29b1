// The answers of a second solver, and their comparison with those of the first.

#include "conform/command/second_solver.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace strideproof::tests {
namespace {

using solver::GoalKind;
using solver::ProofGoal;
using solver::ProofStatus;

constexpr const char* positive =
    "(set-logic ALL)\n(declare-fun x () Int)\n(assert (> x 0))\n(check-sat)";
constexpr const char* nothing = "(set-logic ALL)\n(assert false)\n(check-sat)";

std::string stand_in(const std::string& says) {
  return fmt::format("awk -v says={} -f {}", says, SOLVER);
}

TEST(SecondSolver, HangIsStoppedAndTheRestAsked) {
  SecondSolver hangs(stand_in("hang"), 1, 4);
  const auto answers = hangs.ask({nothing, positive, nothing}).get();
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0].text, "unsat");
  EXPECT_EQ(answers[1].text, "no answer for 4 s");
  EXPECT_TRUE(answers[1].stopped);
  EXPECT_EQ(answers[2].text, "unsat");
}

// Both answers about every kind of goal.
TEST(SecondSolver, IsComparedWithTheFirst) {
  const auto compared = [](GoalKind kind, ProofStatus status, const char* answer) {
    const Comparison comparison =
        compare({ProofGoal{kind, "g", status, 0, {}, positive}}, {{answer}});
    EXPECT_EQ(comparison.agreed + comparison.disagreed.size() + comparison.undecided.size(), 1U);
    return comparison.agreed == 1         ? "agreed"
           : comparison.disagreed.empty() ? "undecided"
                                          : "disagreed";
  };
  EXPECT_STREQ(compared(GoalKind::stage, ProofStatus::proved, "unsat"), "agreed");
  EXPECT_STREQ(compared(GoalKind::stage, ProofStatus::proved, "sat"), "disagreed");
  EXPECT_STREQ(compared(GoalKind::conclusion, ProofStatus::refuted, "sat"), "agreed");
  EXPECT_STREQ(compared(GoalKind::range, ProofStatus::refuted, "unsat"), "disagreed");
  EXPECT_STREQ(compared(GoalKind::premises, ProofStatus::proved, "sat"), "agreed");
  EXPECT_STREQ(compared(GoalKind::premises, ProofStatus::proved, "unsat"), "disagreed");
  EXPECT_STREQ(compared(GoalKind::premises, ProofStatus::vacuous, "unsat"), "agreed");
  EXPECT_STREQ(compared(GoalKind::lemma, ProofStatus::proved, "unknown"), "undecided");
  EXPECT_STREQ(compared(GoalKind::lemma, ProofStatus::unknown, "unsat"), "undecided");
  const ProofGoal goal{GoalKind::stage, "g", ProofStatus::proved, 0, {}, positive};
  EXPECT_EQ(compare({goal, goal}, {{"unknown"}, {"no answer", true}}).stopped, 1);
}

}  // namespace
}  // namespace strideproof::tests
