// Forking by replay: ordinary control flow over unknowns gives one path per way through it.

#include "proofs/engine/paths.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace strideproof::solver {
namespace {

class Paths : public ::testing::Test {
 protected:
  // Every path's condition with every other's is impossible, and one of them always holds; the
  // merged value at `at` is what the same function computes there with int64_t.
  template <class Function>
  void expect_faithful(Function function, std::size_t count) {
    const auto paths = explore(context, [&] { return function(x, y); });
    EXPECT_EQ(paths.size(), count);
    const Sym merged = merge(paths);
    SymBool some = false;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      some = any_of(some, paths[i].condition);
      for (std::size_t j = 0; j < i; ++j)
        expect_proved(!all_of(paths[i].condition, paths[j].condition));
    }
    expect_proved(some);
    for (int64_t a = -5; a <= 12; ++a) {
      for (int64_t b = 0; b <= 9; ++b) {
        const SymBool here = all_of(x == a, y == b);
        expect_proved(implies(here, merged == function(a, b)));
      }
    }
  }
  void expect_proved(const SymBool& goal) {
    ASSERT_EQ(context.prove(GoalKind::stage, "goal", context.assumptions(), goal.term()),
              ProofStatus::proved)
        << goal.term();
  }

  Context context;
  Sym x = context.variable("x", -5, 12);
  Sym y = context.variable("y", 0, 9);
};

TEST_F(Paths, ShortCircuitOrAndConditionalOperator) {
  expect_faithful(
      [](auto a, auto b) {
        using I = decltype(a);
        return a < I(0) || b == I(0) ? I(1) : (b > I(4) ? b : a);
      },
      4);
}

TEST_F(Paths, LoopsOverKnownCountsMultiply) {
  expect_faithful(
      [](auto a, auto b) {
        using I = decltype(a);
        I sum = 0;
        for (int i = 0; i < 3; ++i)
          if ((a + I(5) + I(i)) % I(2) == I(0) && b > I(3) * I(i)) sum += b;
        return sum;
      },
      5);
}

TEST_F(Paths, InfeasibleSidesAreNotRun) {
  std::set<std::string> visited;
  const auto paths = explore(context, [&] {
    if (x > Sym(100)) visited.insert("never");
    if (x < Sym(5)) {
      if (x > Sym(7)) visited.insert("never");
      return Sym(1);
    }
    return Sym(x == 4 ? 2 : 3);
  });
  EXPECT_EQ(paths.size(), 2U);
  EXPECT_TRUE(visited.empty());
}

TEST_F(Paths, ObligationsHoldOnTheirPathOnly) {
  explore(context, [&] {
    if (x < y) return Sym(9) / (y - x);
    return Sym(0);
  });
  for (const Obligation& obligation : context.obligations())
    EXPECT_EQ(
        context.prove(GoalKind::range, obligation.what, obligation.assumptions, obligation.goal),
        ProofStatus::proved);

  explore(context, [&] { return x < y ? Sym(9) : Sym(9) / (y - x); });
  bool refuted = false;
  for (const Obligation& obligation : context.obligations())
    refuted |= context.prove(GoalKind::range, obligation.what, obligation.assumptions,
                             obligation.goal) == ProofStatus::refuted;
  EXPECT_TRUE(refuted);
}

TEST_F(Paths, AssumptionsEndWithTheirRun) {
  const auto before = context.assumptions().size();
  explore(context, [&] {
    const Sym z = context.variable("z", 0, 9);
    context.assume(z > x);
    return z > y ? z : x;
  });
  EXPECT_EQ(context.assumptions().size(), before);
  EXPECT_EQ(context.variables().size(), 2U);
}

TEST_F(Paths, ExplorationsNest) {
  const auto paths = explore(context, [&] {
    if (x > y) {
      const auto inner = explore(context, [&] { return x > Sym(5) ? x : Sym(-x); });
      EXPECT_EQ(inner.size(), 2U);
      return merge(inner);
    }
    const auto inner = explore(context, [&] { return x <= Sym(9) ? x : y; });
    EXPECT_EQ(inner.size(), 1U);  // the outer decision counts
    return merge(inner);
  });
  EXPECT_EQ(paths.size(), 2U);
}

TEST_F(Paths, TooManyPathsOrDecisionsAreAFailure) {
  const auto eight = [&] {
    for (int i = 0; i < 3; ++i) (void)((x + Sym(5)) / Sym(1 << i) % Sym(2) == Sym(0) ? 1 : 0);
    return 0;
  };
  EXPECT_EQ(explore(context, eight, 8).size(), 8U);
  EXPECT_THROW(explore(context, eight, 7), TooManyPaths);
  const auto endless = [&] {
    for (Sym z = y;; z += 1)
      if (z * z == Sym(-1)) return z;
  };
  EXPECT_THROW(explore(context, endless, 20), TooManyPaths);
  EXPECT_EQ(context.exploration(), nullptr);  // and all is as before
  EXPECT_EQ(explore(context, eight).size(), 8U);
}

TEST_F(Paths, NondeterministicFunctionsAreDetected) {
  int runs = 0;
  const auto other_question = [&] { return ++runs % 2 == 0 ? (x < y ? 1 : 2) : (y < x ? 1 : 2); };
  EXPECT_THROW(explore(context, other_question), std::logic_error);
  runs = 0;
  const auto fewer_questions = [&] { return ++runs % 2 == 0 ? 0 : (y < x ? 1 : 2); };
  EXPECT_THROW(explore(context, fewer_questions), std::logic_error);
}

}  // namespace
}  // namespace strideproof::solver
