// The answers of a second solver, and their comparison with those of the first.

#include "conform/command/second_solver.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace strideproof::tests {
namespace {

using Result = SecondSolver::Answer::Result;
using solver::GoalKind;
using solver::ProofGoal;
using solver::ProofStatus;

constexpr const char* positive =
    "(set-logic ALL)\n(declare-fun x () Int)\n(assert (> x 0))\n(check-sat)";
constexpr const char* nothing = "(set-logic ALL)\n(assert false)\n(check-sat)";

// The same question in other words: none is asked twice.
std::string again(const char* question) { return fmt::format("{}\n", question); }

std::string stand_in(const std::string& says) {
  return fmt::format("awk -v says={} -f {}", says, SOLVER);
}

TEST(SecondSolver, HangIsStoppedAndTheRestAsked) {
  SecondSolver hangs(stand_in("hang"), 1, 10);
  const auto answers = hangs.ask({nothing, positive, again(nothing)});
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0].get().result, Result::unsat);
  EXPECT_EQ(answers[1].get().result, Result::none);
  EXPECT_EQ(answers[1].get().why, "no answer for 10 s");
  EXPECT_TRUE(answers[1].get().stopped);
  EXPECT_EQ(answers[2].get().result, Result::unsat);
}

// Both answers about every kind of goal.
TEST(SecondSolver, IsComparedWithTheFirst) {
  const auto compared = [](GoalKind kind, ProofStatus status, Result result) {
    const Comparison comparison =
        compare({ProofGoal{kind, "g", status, 0, {}, positive}}, {{result, "why", false}});
    EXPECT_EQ(comparison.agreed + comparison.disagreed.size() + comparison.undecided.size(), 1U);
    return comparison.agreed == 1         ? "agreed"
           : comparison.disagreed.empty() ? "undecided"
                                          : "disagreed";
  };
  EXPECT_STREQ(compared(GoalKind::stage, ProofStatus::proved, Result::unsat), "agreed");
  EXPECT_STREQ(compared(GoalKind::stage, ProofStatus::proved, Result::sat), "disagreed");
  EXPECT_STREQ(compared(GoalKind::conclusion, ProofStatus::refuted, Result::sat), "agreed");
  EXPECT_STREQ(compared(GoalKind::range, ProofStatus::refuted, Result::unsat), "disagreed");
  EXPECT_STREQ(compared(GoalKind::premises, ProofStatus::proved, Result::sat), "agreed");
  EXPECT_STREQ(compared(GoalKind::premises, ProofStatus::proved, Result::unsat), "disagreed");
  EXPECT_STREQ(compared(GoalKind::premises, ProofStatus::vacuous, Result::unsat), "agreed");
  EXPECT_STREQ(compared(GoalKind::lemma, ProofStatus::proved, Result::none), "undecided");
  EXPECT_STREQ(compared(GoalKind::lemma, ProofStatus::unknown, Result::unsat), "undecided");
  const ProofGoal goal{GoalKind::stage, "g", ProofStatus::proved, 0, {}, positive};
  EXPECT_EQ(compare({goal, goal}, {{Result::none, "unknown"}, {Result::none, "why", true}}).stopped,
            1);
}

TEST(SecondSolver, Cvc5AnswersEachQuestion) {
  if (!SecondSolver::installed("cvc5")) GTEST_SKIP() << "cvc5 is not installed";
  SecondSolver cvc5("cvc5", 1);
  EXPECT_EQ(cvc5.name().substr(0, 5), "cvc5 ");
  const auto answers = cvc5.ask({positive, nothing, "(nonsense)", again(positive), again(nothing)});
  const Result expected[] = {Result::sat, Result::unsat, Result::none, Result::sat, Result::unsat};
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(answers[i].get().result, expected[i]) << i;
}

}  // namespace
}  // namespace strideproof::tests
