// Theorems: the report of a proof that succeeds, and of each way to fail.

#include "proofs/engine/theorem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "proofs/engine/lemmas.h"
#include "proofs/tests/halves.h"

namespace strideproof::solver {
namespace {

TEST(Theorem, ReportHasAllGoalsAndTheControl) {
  const Report report = report_of(halves<false>);
  EXPECT_TRUE(report.holds()) << report.reason;
  EXPECT_EQ(report.theorem, "name");
  EXPECT_EQ(report.meaning, "meaning");
  EXPECT_EQ(report.operations, std::vector<std::string>{"operation"});
  EXPECT_EQ(report.solvers.size(), 1U);
  EXPECT_EQ(report.solvers[0].substr(0, 3), "z3 ");
  EXPECT_EQ(report.paths, 1);
  EXPECT_GT(report.seconds, 0);
  EXPECT_EQ(report.control.mutant, "rounded up");
  EXPECT_EQ(report.control.case_line.substr(0, 8), "halve x=");
  const auto count = [&](GoalKind kind) {
    return std::count_if(report.goals.begin(), report.goals.end(),
                         [&](const ProofGoal& goal) { return goal.kind == kind; });
  };
  EXPECT_EQ(count(GoalKind::lemma), 1);
  EXPECT_EQ(count(GoalKind::premises), 2);  // of the lemma, of the path
  EXPECT_EQ(count(GoalKind::stage), 1);
  EXPECT_EQ(count(GoalKind::conclusion), 1);
  EXPECT_GE(count(GoalKind::range), 2);
}

// A stage and a goal of int64_t end a theorem too, before its conclusion.
TEST(Theorem, IsRefutedByItsFirstFalseGoalWithValues) {
  const Report conclusion = report_of([](Proof& proof) {
    const Sym x = proof.variable("x", 0, 65535), y = proof.variable("y", 7, 9);
    proof.conclude("all differ", x != y * 3);
  });
  ASSERT_EQ(conclusion.status, ProofStatus::refuted);
  const Model& values = conclusion.goals.back().counterexample;
  EXPECT_EQ(values["x"], values["y"] * 3);
  EXPECT_EQ(conclusion.reason.find("conclusion \"all differ\" is refuted: x="), 0U)
      << conclusion.reason;
  const Report stage = report_of([](Proof& proof) {
    const Sym x = proof.variable("x", 0, 100);
    proof.prove("small", x < 100);
    proof.conclude("true", x <= 100);
  });
  EXPECT_EQ(stage.status, ProofStatus::refuted);
  EXPECT_EQ(stage.goals.back().kind, GoalKind::stage);
  const Report range = report_of([](Proof& proof) {
    const Sym x = proof.variable("x", 0, INT64_MAX), y = x + 1;
    proof.conclude("of mathematical integers only", y > x);
  });
  ASSERT_EQ(range.status, ProofStatus::refuted);
  EXPECT_EQ(range.goals.back().kind, GoalKind::range);
  EXPECT_EQ(range.goals.back().counterexample["x"], INT64_MAX);
}

TEST(Theorem, AStageThatLacksAFactTakesAllThatIsAssumed) {
  const Report report = report_of([](Proof& proof) {
    const Sym x = proof.variable("x", 0, 100);
    const Fact even = proof.given(x % 2 == 0);
    proof.conclude("not 7, although evenness does not bound x", all_of(x != 7, x < 200), {even});
  });
  EXPECT_EQ(report.status, ProofStatus::proved) << report.reason;
}

TEST(Theorem, APathThatNoValuesTakeIsVacuous) {
  const auto two_paths = [](int64_t square) {
    return [=](Proof& proof) {
      const Sym x = proof.variable("x", 0, 100), small = proof.variable("small", 0, 1);
      const bool is_small(small == 1);
      if (is_small) proof.given(x * x == square);
      proof.conclude("a root", any_of(SymBool(!is_small), x * x == square));
    };
  };
  const Report vacuous = report_of(two_paths(2));
  EXPECT_EQ(vacuous.status, ProofStatus::vacuous);
  EXPECT_EQ(vacuous.reason, "premises of path 1: no values satisfy them");
  EXPECT_EQ(vacuous.verdict(), ProofResult::fails);
  EXPECT_TRUE(report_of(two_paths(4)).holds());
}

TEST(Theorem, AnAntecedentThatNoValuesMeetIsVacuous) {
  const auto above = [](int64_t most, bool on_both_paths) {
    return [=](Proof& proof) {
      const Sym x = proof.variable("x", 0, most);
      const bool small(x < 20);
      if (small || on_both_paths)
        proof.conclude_if("far out", x > 20, x >= 17);
      else
        proof.conclude("at least", x >= 20);
    };
  };
  const Report vacuous = report_of(above(9, true));
  EXPECT_EQ(vacuous.status, ProofStatus::vacuous);
  EXPECT_EQ(vacuous.reason, "antecedent of: far out: no values satisfy them");
  EXPECT_EQ(report_of(above(100, false)).status,
            ProofStatus::vacuous);                   // elsewhere it would be met
  EXPECT_TRUE(report_of(above(100, true)).holds());  // one path is enough
  const Report refuted = report_of([](Proof& proof) {
    const Sym x = proof.variable("x", 0, 100);
    proof.conclude_if("far out", x > 20, x > 21);
  });
  EXPECT_EQ(refuted.status, ProofStatus::refuted);
  EXPECT_EQ(refuted.goals.back().counterexample["x"], 21);
}

// Fermat's last theorem for exponent 3, as a premise or as the conclusion.
TEST(Theorem, IsUnknownIfNobodyCanDecideAGoal) {
  for (const bool is_premise : {false, true}) {
    const Report report = report_of(
        [&](Proof& proof) {
          const Sym a = proof.variable("a", 1, 2000000), b = proof.variable("b", 1, 2000000),
                    c = proof.variable("c", 1, 2000000);
          const SymBool is_sum = a * a * a + b * b * b == c * c * c;
          if (is_premise) proof.given(is_sum);
          proof.conclude("decided or not", is_premise ? a >= 1 : !is_sum);
        },
        {is_premise ? 5'000U : 50U, false});
    EXPECT_EQ(report.status, ProofStatus::unknown) << report.reason;
    EXPECT_EQ(report.reason.find("nobody knows") != report.reason.npos, is_premise);
  }
}

TEST(Theorem, EveryPathIsProved) {
  const auto distance = [](bool faulty) {
    return report_of([=](Proof& proof) {
      const Sym x = proof.variable("x", 0, 65535), y = proof.variable("y", 0, 65535);
      const auto far = [&] {
        if (x < y) return y - x;
        if (faulty && x == 40000) return Sym(-1);
        return x - y;
      };
      const Sym d = far();
      const Fact sign = proof.prove("not negative", d >= 0);
      proof.conclude("it is the distance", any_of(y == x + d, x == y + d), {sign});
    });
  };
  const Report sound = distance(false), faulty = distance(true);
  EXPECT_EQ(sound.status, ProofStatus::proved) << sound.reason;
  EXPECT_EQ(sound.paths, 2);
  EXPECT_EQ(faulty.status, ProofStatus::refuted);
  EXPECT_EQ(faulty.goals.back().counterexample["x"], 40000);
}

TEST(Theorem, AStageIsKnownOnItsPathOnly) {
  const Report report = report_of([](Proof& proof) {
    const Sym x = proof.variable("x", 0, 9);
    if (x < 5) proof.prove("small here", x <= 4);
    proof.conclude("small everywhere", x <= 4);
  });
  EXPECT_EQ(report.status, ProofStatus::refuted) << report.reason;
  EXPECT_GE(report.goals.back().counterexample["x"], 5);
}

TEST(Theorem, TooManyPathsAreUnknown) {
  const Report report = report_of([](Proof& proof) {
    const Sym x = proof.variable("x", 0, 65535);
    int count = 0;
    while (Sym(count) < x) ++count;
    proof.conclude("counted", x == count);
  });
  EXPECT_EQ(report.status, ProofStatus::unknown);
  EXPECT_EQ(report.reason.find("more than"), 0U) << report.reason;
}

TEST(Theorem, NamingAProductExcludesNoValue) {
  for (const bool named : {false, true}) {
    const Report report = report_of([=](Proof& proof) {
      const Sym x = proof.variable("x", 0, INT64_MAX), y = proof.variable("y", 0, INT64_MAX);
      const ExactArithmetic exact;
      if (named) proof.name("area", x * y);
      proof.conclude("the area fits", x * y <= INT64_MAX);
    });
    EXPECT_EQ(report.status, ProofStatus::refuted) << named << report.reason;
  }
}

// `learn` is for products of unknowns that fit only because of the premises.
TEST(Theorem, LearnedBoundsAreProvedAndEndWithTheirPath) {
  const auto area = [](Interval learned, bool on_one_path) {
    return [=](Proof& proof) {
      const Sym x = proof.variable("x", 0, INT64_MAX), y = proof.variable("y", 0, INT64_MAX);
      const auto product = [&] {
        const ExactArithmetic exact;
        return x * y;
      };
      const bool learns = !on_one_path || x < 10;  // this path is the first
      if (!learns) {                               // and on this one the product may overflow
        proof.conclude("not negative", x * y >= 0);
        return;
      }
      const Fact small = proof.given(all_of(x < 10, y < 10));
      proof.learn("the area is small", product(), learned, {small});
      EXPECT_EQ((x * y).bounds(), learned);
      proof.conclude("the area fits", x * y + 1 <= learned.high + 1);
    };
  };
  const auto ranges = [](const Report& report) {
    return std::count_if(report.goals.begin(), report.goals.end(), [](const ProofGoal& goal) {
      return goal.kind == GoalKind::range && goal.name.find("fits int64_t") != std::string::npos;
    });
  };
  const Report sound = report_of(area({0, 81}, false));
  EXPECT_EQ(sound.status, ProofStatus::proved) << sound.reason;
  EXPECT_EQ(ranges(sound), 0);

  for (const Interval wrong : {Interval{0, 80}, Interval{1, 81}}) {
    const Report false_bound = report_of(area(wrong, false));
    EXPECT_EQ(false_bound.status, ProofStatus::refuted);
    EXPECT_EQ(false_bound.goals.back().name, "the area is small");
  }

  const Report elsewhere = report_of(area({0, 81}, true));
  EXPECT_EQ(elsewhere.status, ProofStatus::refuted) << elsewhere.reason;
  EXPECT_EQ(elsewhere.goals.back().kind, GoalKind::range);
}

TEST(Theorem, MisuseIsAClearError) {
  EXPECT_THROW(report_of([](Proof& proof) { proof.variable("x", 0, 1); }), std::logic_error);

  std::optional<Fact> kept;
  const auto smuggles = [&](Proof& proof) {
    const Sym x = proof.variable("x", 0, 9);
    if (x < 5) kept = proof.prove("small here", x < 5);
    try {
      proof.conclude("small everywhere", x < 5, {*kept});
    } catch (const std::logic_error&) {
      kept.reset();  // it must not outlive its Context
      throw;
    }
  };
  EXPECT_THROW(report_of(smuggles), std::logic_error);

  Context context;
  EXPECT_THROW(report_of(halves<false>), std::logic_error);
}

}  // namespace
}  // namespace strideproof::solver
