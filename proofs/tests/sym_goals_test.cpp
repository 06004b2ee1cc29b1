// The obligations of operations on Sym, and the errors of its misuse.

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "proofs/engine/sym.h"

namespace strideproof::solver {
namespace {

TEST(Sym, GoalsSpeakOfThePremisesInForce) {
  Context context;
  const Sym x = context.variable("x", 0, INT64_MAX), y = context.variable("y", 0, INT64_MAX);
  context.assume(x < y);
  (void)(Sym(10) / (y - x));  // positive, but not by its bounds
  for (const Obligation& obligation : context.obligations())
    EXPECT_EQ(
        context.prove(GoalKind::range, obligation.what, obligation.assumptions, obligation.goal),
        ProofStatus::proved);
  (void)(Sym(10) / (y - x - 1));
  const Obligation& obligation = context.obligations().back();
  bool refuted = false;
  for (const Obligation& o : context.obligations())
    refuted |=
        context.prove(GoalKind::range, o.what, o.assumptions, o.goal) == ProofStatus::refuted;
  EXPECT_TRUE(refuted) << obligation.what;
}

TEST(Sym, MisuseIsAClearError) {
  EXPECT_THROW(Context::current(), std::logic_error);
  EXPECT_THROW((void)Sym(1).term(), std::logic_error);
  Context context;
  EXPECT_THROW(Context(), std::logic_error);
  const Sym x = context.variable("x", 0, 9);
  EXPECT_THROW(context.variable("x", 0, 9), std::logic_error);
  EXPECT_THROW((void)static_cast<bool>(x < 5), std::logic_error);  // nobody explores
  z3::context other;
  EXPECT_THROW((void)(x + Sym::of(other.int_const("z"))), std::logic_error);
}

}  // namespace
}  // namespace strideproof::solver
