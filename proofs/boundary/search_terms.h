#pragma once
// Shared by the parts of the search: solvers, and terms of a goal.

#include "proofs/boundary/goal.h"
#include "proofs/boundary/lift.h"
#include "proofs/boundary/search.h"

namespace strideproof::solver {

// Work limits a question, not time, so answers do not depend on the machine.
inline constexpr unsigned quick_proof = 300'000, fair_proof = 2'000'000, kept_proof = 4'000'000,
                          long_proof = 5'000'000, pair_proof = 300'000;

// The old arithmetic solver of Z3 decides addresses, which div and mod split, a hundred times
// faster than the new one. The new one refutes nonlinear formulas.
enum class Arithmetic : unsigned { old = 2, current = 6 };
z3::solver solver_of(Context& context, unsigned work, Arithmetic arithmetic);
// Throws Interrupted instead of calling an interrupted question undecided.
z3::check_result answer_of(z3::solver& s);

SymBool at_goal(const LiftedConstraint& lifted, Side side);
// Necessary conditions of a case that meets the goal; further outside counts too.
SymBool possibly_at_goal(const LiftedConstraint& lifted, Side side);
bool any_outside(const std::vector<Goal>& goals);

}  // namespace strideproof::solver
