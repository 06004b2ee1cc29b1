// A second solver that disagrees is a finding; a missing answer is no agreement.

#include "conform/command/second_solver.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conform/check/process.h"
#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

using nlohmann::json;
using Result = SecondSolver::Answer::Result;
using solver::GoalKind;
using solver::ProofGoal;
using solver::Status;

constexpr const char* positive =
    "(set-logic ALL)\n(declare-fun x () Int)\n(assert (> x 0))\n(check-sat)";
constexpr const char* nothing = "(set-logic ALL)\n(assert false)\n(check-sat)";

// The same question in other words: none is asked twice.
std::string again(const char* question) { return fmt::format("{}\n", question); }

std::string stand_in(const std::string& says) {
  return fmt::format("awk -v says={} -f {}", says, SOLVER);
}

Answer prove(const std::string& says, const std::string& more = "") {
  return strideproof(fmt::format("prove layout.lanes --second '{}' {}", stand_in(says), more));
}

json theorem(const std::string& says) {
  const json all = json::parse(prove(says, "--json").out, nullptr, false);
  return all.is_array() && all.size() == 1 ? all[0] : json();
}

TEST(SecondSolver, DisagreementIsAFinding) {
  for (const std::string says : {"sat", "unsat"}) {
    const Answer answer = prove(says);
    EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
    EXPECT_TRUE(contains(answer.out, "z3 4"));
    EXPECT_TRUE(contains(answer.out, "and stand-in 1 disagree: layout.lanes."));
    const json row = theorem(says);
    EXPECT_EQ(row["status"], "proved");
    EXPECT_EQ(row["solvers"].size(), 1U) << row;
    EXPECT_GT(row["second"]["disagreed"].size(), 0U) << row;
    EXPECT_GT(row["second"]["agreed"], 0) << row;
    EXPECT_EQ(row["second"]["undecided"], json::array()) << row;
  }
}

TEST(SecondSolver, UndecidedConfirmsNothing) {
  for (const auto& [says, why] : {std::pair("unknown", "unknown"), {"exit", "exit(3)"}}) {
    const Answer answer = prove(says);
    EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
    EXPECT_TRUE(contains(answer.out, "not layout.lanes.0, premises"));
    const json row = theorem(says);
    EXPECT_EQ(row["solvers"].size(), 1U) << row;
    // Some few goals have no unknown.
    const int agreed = row["second"]["agreed"];
    const size_t goals = row["goals"], undecided = row["second"]["undecided"].size();
    EXPECT_LT(agreed, 5) << row;
    EXPECT_GT(undecided, 10U) << row;
    EXPECT_EQ(static_cast<size_t>(agreed) + undecided, goals) << row;
    EXPECT_TRUE(contains(row["second"]["undecided"][0]["detail"].get<std::string>(), why));
  }
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

TEST(SecondSolver, MissingIsWrongUse) {
  for (const char* command : {"/nowhere/solver", "echo hello", "true", "cat"})
    expect_unusable(fmt::format("prove layout.lanes --second '{}'", command),
                    fmt::format("the second solver '{}' cannot be used", command));
}

TEST(SecondSolver, IsNotNeeded) {
  for (const std::string& line :
       {fmt::format("PATH=/nowhere {} prove layout.lanes", STRIDEPROOF),
        fmt::format("{} prove layout.lanes --second none", STRIDEPROOF)}) {
    const Answer answer = shell(line);
    EXPECT_EQ(answer.status, 0) << answer.err;
    EXPECT_TRUE(contains(answer.out, "no second solver was asked"));
  }
}

// Both answers about every kind of goal.
TEST(SecondSolver, IsComparedWithTheFirst) {
  const auto compared = [](GoalKind kind, Status status, Result result) {
    const Comparison comparison =
        compare({ProofGoal{kind, "g", status, 0, {}, positive}}, {{result, "why", false}});
    EXPECT_EQ(comparison.agreed + comparison.disagreed.size() + comparison.undecided.size(), 1U);
    return comparison.agreed == 1         ? "agreed"
           : comparison.disagreed.empty() ? "undecided"
                                          : "disagreed";
  };
  EXPECT_STREQ(compared(GoalKind::stage, Status::proved, Result::unsat), "agreed");
  EXPECT_STREQ(compared(GoalKind::stage, Status::proved, Result::sat), "disagreed");
  EXPECT_STREQ(compared(GoalKind::conclusion, Status::refuted, Result::sat), "agreed");
  EXPECT_STREQ(compared(GoalKind::range, Status::refuted, Result::unsat), "disagreed");
  EXPECT_STREQ(compared(GoalKind::premises, Status::proved, Result::sat), "agreed");
  EXPECT_STREQ(compared(GoalKind::premises, Status::proved, Result::unsat), "disagreed");
  EXPECT_STREQ(compared(GoalKind::premises, Status::vacuous, Result::unsat), "agreed");
  EXPECT_STREQ(compared(GoalKind::lemma, Status::proved, Result::none), "undecided");
  EXPECT_STREQ(compared(GoalKind::lemma, Status::unknown, Result::unsat), "undecided");
  const ProofGoal goal{GoalKind::stage, "g", Status::proved, 0, {}, positive};
  EXPECT_EQ(compare({goal, goal}, {{Result::none, "unknown"}, {Result::none, "why", true}}).stopped,
            1);
}

TEST(SecondSolver, Cvc5ConfirmsATheorem) {
  if (!SecondSolver::installed("cvc5")) GTEST_SKIP() << "cvc5 is not installed";
  const Answer answer = strideproof("prove layout.lanes --json");
  const json all = answer.json();
  ASSERT_EQ(all.size(), 1U) << answer.out << answer.err;
  EXPECT_EQ(all[0]["solvers"].size(), 2U) << all;
  EXPECT_EQ(all[0]["second"]["agreed"], all[0]["goals"]) << all;

  SecondSolver cvc5("cvc5", 1);
  EXPECT_EQ(cvc5.name().substr(0, 5), "cvc5 ");
  const auto answers = cvc5.ask({positive, nothing, "(nonsense)", again(positive), again(nothing)});
  const Result expected[] = {Result::sat, Result::unsat, Result::none, Result::sat, Result::unsat};
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(answers[i].get().result, expected[i]) << i;
}

}  // namespace
}  // namespace strideproof::tests
