#include "proofs/boundary/search_terms.h"

#include <algorithm>

#include "spec/stop.h"

namespace strideproof::solver {

z3::solver solver_of(Context& context, unsigned work, Arithmetic arithmetic) {
  throw_if_stopped();
  z3::solver s(context.z3(), z3::solver::simple());
  z3::params params(context.z3());
  params.set("rlimit", work);
  params.set("random_seed", 0u);
  params.set("arith.solver", static_cast<unsigned>(arithmetic));
  s.set(params);
  return s;
}

z3::check_result answer_of(z3::solver& s) {
  const z3::check_result answer = s.check();
  if (answer == z3::unknown) throw_if_stopped();
  return answer;
}

SymBool at_goal(const LiftedConstraint& lifted, Side side) {
  if (side == Side::inside) return all_of(Sym(0) <= lifted.slack, lifted.slack < lifted.step);
  const SymBool outside = lifted.slack < Sym(0);
  if (side == Side::beyond) return outside;
  return all_of(outside, Sym(0) - lifted.step <= lifted.slack);
}

SymBool possibly_at_goal(const LiftedConstraint& lifted, Side side) {
  return side == Side::inside ? all_of(lifted.may_hold, lifted.slack < lifted.step) : !lifted.holds;
}

bool any_outside(const std::vector<Goal>& goals) {
  return std::any_of(goals.begin(), goals.end(), [](const Goal& g) { return g.is_outside(); });
}

}  // namespace strideproof::solver
