// The family bm-atomic, lifted. Formats and directions that are not given fork the path.

#include "proofs/boundary/family_lift.h"
#include "spec/operations/bm_atomic_landmarks.h"

namespace strideproof::solver {
namespace {

using namespace spec::bm_atomic;
using Machine = spec::MachineShape<Sym>;

template <class Op>
LiftedConstraint lift_overlap(const Machine& m, const Op& op, const Sym& slack, const Sym& step) {
  const SymBool in_place = is_in_place(m, op);
  if constexpr (std::is_same_v<Op, Linear<Sym>>) {  // the slack of single runs is exact
    const SymBool holds = any_of(slack >= Sym(0), in_place);
    return {slack, step, holds, holds};
  } else {
    return solver::lift_overlap(slack, step, in_place);
  }
}

template <class Op>
LiftedConstraint lift_constraint(const Machine& m, const Op& op, const Arguments<Sym>& arguments,
                                 const Constraint& constraint) {
  const ConstraintId label = constraint.id();
  const Sym step = edge_step(m, op, constraint);
  const Sym slack = spec::slack_of(
      arguments, constraint, [&](ConstraintId id) { return spec::bm_atomic::slack(m, op, id); });
  if (label == ConstraintId::dst_alias) {
    const auto dst = operand_of(m, op, on_dst);
    LiftedConstraint alias = lift_alias(m, dst, slack, step, spec::fullest_rows(m, dst));
    // The same number of elements is read, from all lanes.
    if constexpr (std::is_same_v<Op, Tensor4D<Sym>>) {
      const Dim4<Sym>& s = op.src_shape;
      const int64_t lanes = dst.space == Space::local ? *m.lanes.literal() : 1;
      alias.implied = all_of(
          alias.implied, products_at_most({s.n, s.c, s.h, s.w},
                                          lanes * memory_bytes(m, dst.space) / dst.element_bytes));
    }
    return alias;
  }
  if constexpr (requires { is_in_place(m, op); })
    if (label == ConstraintId::overlap) return lift_overlap(m, op, slack, step);
  LiftedConstraint lifted = lift_slack(slack, step);
  if constexpr (!std::is_same_v<Op, Matrix2D<Sym>>)
    if (constraint.rule == Rule::end)
      lifted.facts = product_facts(m, operand_of(m, op, constraint.operand));
  return lifted;
}

LiftedConstraint constraint(const Profile& profile, const Operation& operation,
                            const Arguments<Sym>& arguments, const Constraint& constraint) {
  const auto m = spec::machine_shape<Sym>(profile);
  return with_view(operation, arguments,
                   [&](const auto& op) { return lift_constraint(m, op, arguments, constraint); });
}

LiftedLandmark landmark(const Profile& profile, const Operation& operation,
                        const Arguments<Sym>& arguments, const Landmark& landmark) {
  const auto m = spec::machine_shape<Sym>(profile);
  return with_view(operation, arguments, [&](const auto& op) -> LiftedLandmark {
    const SymBool met = meets(m, op, landmark);
    return {met, met};
  });
}

}  // namespace

const FamilyLift bm_atomic_lift = {constraint, landmark};

}  // namespace strideproof::solver
