// Instances of a lemma exist only after its proof, and state what was proved.

#include "proofs/engine/lemma.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

#include "proofs/engine/lemmas.h"
#include "proofs/engine/theorem.h"

namespace strideproof::solver {
namespace {

static_assert(!std::is_default_constructible_v<Fact> && !std::is_default_constructible_v<Instance>);
static_assert(!std::is_constructible_v<Fact, SymBool> &&
              !std::is_constructible_v<Fact, SymBool, int>);
static_assert(!std::is_constructible_v<Fact, z3::expr>);
static_assert(!std::is_constructible_v<Instance, Statement>);
static_assert(!std::is_constructible_v<Instance, Fact> && std::is_convertible_v<Instance, Fact>);
static_assert(!std::is_constructible_v<std::vector<Fact>, std::initializer_list<SymBool>>);
// The function of a lemma has no state that could change between proof and instance.
static_assert(std::is_pointer_v<decltype(Lemma<2>::says)>);

const SolverOptions quick = {10'000'000, true};

// Two paths with the same hints and other premises.
TEST(Hints, AreAskedOnceOnlyIfTheySuffice) {
  Context context(quick);
  const Sym x = context.variable("x", -100, 100), y = context.variable("y", -100, 100);
  const auto prove = [&](const SymBool& premise, const SymBool& goal) {
    return context.prove(GoalKind::conclusion, "goal", {(x < 5).term(), premise.term()},
                         goal.term(), {(x < 5).term()});
  };
  EXPECT_EQ(prove(y == 1, y > 0), ProofStatus::proved);  // by the premise
  EXPECT_EQ(prove(y == 0, y > 0), ProofStatus::refuted);
  EXPECT_EQ(prove(y == 1, x < 6), ProofStatus::proved);  // by the hint
  const std::size_t asked = context.goals().size();
  EXPECT_EQ(prove(y == 0, x < 6), ProofStatus::proved);
  EXPECT_EQ(context.goals().size(), asked);
}

TEST(Lemma, WrongStatementIsRefutedWithValues) {
  Context context(quick);
  const Lemma<5> wrong = {
      "mixed radix, one too far", {"q", "r", "p", "s", "m"}, [](Sym q, Sym r, Sym p, Sym s, Sym m) {
        return given(0 <= r, r < m, 0 <= s, s <= m, q * m + r == p * m + s)  // s may equal m
            .follows(q == p, r == s);
      }};
  for (int i = 0; i < 2; ++i) EXPECT_THROW(wrong(1, 2, 1, 2, 3), Unproved);
  const ProofGoal& goal = context.goals().back();
  ASSERT_EQ(goal.status, ProofStatus::refuted);
  const Model& values = goal.counterexample;
  EXPECT_EQ(values["s"], values["m"]);
  EXPECT_EQ(values["q"] * values["m"] + values["r"], values["p"] * values["m"] + values["s"]);
  EXPECT_NE(values["q"], values["p"]);
  EXPECT_THROW((void)values["z"], std::out_of_range);
}

TEST(Lemma, ContradictoryPremisesAreVacuous) {
  Context context(quick);
  const Lemma<1> contradictory = {
      "contradictory premises", {"x"}, [](Sym x) { return given(x<5, x> 5).follows(x == 17); }};
  EXPECT_THROW(contradictory(17), Unproved);
  EXPECT_EQ(context.goals().back().status, ProofStatus::vacuous);
}

TEST(Lemma, UnknownIsNotProved) {
  // Fermat's last theorem for exponent 3 is true, but too hard for the solver.
  const Lemma<3> cubes = {
      "no cube is a sum of two", {"a", "b", "c"}, [](Sym a, Sym b, Sym c) {
        return given(a > 0, b > 0, c > 0).follows(a * a * a + b * b * b != c * c * c);
      }};
  Context context({5'000, false});
  EXPECT_THROW(cubes(1, 2, 3), Unproved);
  EXPECT_EQ(context.goals().back().kind, GoalKind::lemma);
  EXPECT_EQ(context.goals().back().status, ProofStatus::unknown);
}

TEST(Lemma, InstanceIsStatementAtArguments) {
  Context context(quick);
  const Sym x = context.variable("x"), y = context.variable("y");
  const Instance fact = division(x + 1, y);
  const Sym n = x + 1;
  const SymBool expected =
      implies(all_of(n >= 0, y > 0),
              all_of(n == n / y * y + n % y, 0 <= n % y, n % y < y, 0 <= n / y, n / y <= n));
  EXPECT_EQ(context.prove(GoalKind::stage, "as written", {},
                          (SymBool::of(fact.term()) == expected).term()),
            ProofStatus::proved);
  // An instance outside the lemma's premises claims nothing.
  EXPECT_TRUE(division(-1, 3).term().simplify().is_true());
}

}  // namespace
}  // namespace strideproof::solver
