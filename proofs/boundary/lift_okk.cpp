// The families okk-gdma and okk-bdc, lifted.

#include "proofs/boundary/family_lift.h"
#include "spec/operations/okk_bdc.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::solver {
namespace {

namespace gdma {

using namespace spec::okk_gdma;

LiftedConstraint constraint(const Profile& profile, const Operation& operation,
                            const Arguments<Sym>& arguments, const Constraint& constraint) {
  const auto m = spec::machine_shape<Sym>(profile);
  const ConstraintId label = constraint.id();
  const Sym slack = spec::slack_of(arguments, constraint, [&](ConstraintId id) {
    return with_view(operation, arguments,
                     [&](const auto& op) { return spec::okk_gdma::slack(m, op, id); });
  });
  const Sym step = with_view(operation, arguments,
                             [&](const auto& op) { return Sym(edge_step(op, constraint)); });
  const SymBool holds = slack >= Sym(0);
  if (label == ConstraintId::dst_alias) {
    const auto dst = dst_of(m, copy_of(operation, arguments));
    return lift_alias(m, dst, slack, step, spec::fullest_rows(m, dst));
  }
  if (label == ConstraintId::overlap) {
    const auto copy = copy_of(operation, arguments);
    const auto dst = dst_of(m, copy), src = src_of(m, copy);
    const SymBool in_place = spec::maps_onto_itself(m, dst, src);
    return lift_overlap(slack, step, in_place);
  }
  LiftedConstraint lifted{slack, step, holds, holds};
  if (label == ConstraintId::dst_end || label == ConstraintId::src_end)
    lifted.facts = with_view(operation, arguments, [&](const auto& op) {
      const auto operands = operands_of(m, op);
      return product_facts(m,
                           (label == ConstraintId::dst_end ? operands.dst : operands.src).tensor);
    });
  return lifted;
}

LiftedLandmark landmark(const Profile& profile, const Operation& operation,
                        const Arguments<Sym>& arguments, const Landmark& landmark) {
  const auto m = spec::machine_shape<Sym>(profile);
  const SymBool met = with_view(operation, arguments, [&](const auto& op) {
    return meets(m, op, operands_of(m, op), landmark);
  });
  return {met, met};
}

}  // namespace gdma

namespace bdc {

using namespace spec::okk_bdc;

LiftedConstraint constraint(const Profile& profile, const Operation& operation,
                            const Arguments<Sym>& arguments, const Constraint& constraint) {
  const auto m = spec::machine_shape<Sym>(profile);
  const View<Sym> v = view_of(operation, arguments);
  const ConstraintId label = constraint.id();
  const Sym step(edge_step(constraint));
  const Sym slack = spec::slack_of(arguments, constraint,
                                   [&](ConstraintId id) { return spec::okk_bdc::slack(m, v, id); });
  const SymBool holds = slack >= Sym(0);
  if (label == ConstraintId::dst_alias) {
    const auto dst = operand_of(m, v, on_dst);
    return lift_alias(m, dst, slack, step, spec::fullest_rows<Sym, free_w>(m, dst));
  }
  if (label == ConstraintId::src_overlap || label == ConstraintId::src1_overlap) {
    const Operands source = label == ConstraintId::src_overlap ? on_src : on_src1;
    const auto dst = operand_of(m, v, on_dst), src = operand_of(m, v, source);
    const SymBool in_place = spec::maps_onto_itself(m, dst, src);
    return lift_overlap(slack, step, in_place);
  }
  LiftedConstraint lifted{slack, step, holds, holds};
  if (constraint.stage == Stage::end)
    lifted.facts = product_facts(m, operand_of(m, v, constraint.operands));
  return lifted;
}

LiftedLandmark landmark(const Profile& profile, const Operation& operation,
                        const Arguments<Sym>& arguments, const Landmark& landmark) {
  const auto m = spec::machine_shape<Sym>(profile);
  const View<Sym> v = view_of(operation, arguments);
  const SymBool met = meets(m, v, operands_of(m, v), landmark);
  return {met, met};
}

}  // namespace bdc

}  // namespace

const FamilyLift okk_gdma_lift = {gdma::constraint, gdma::landmark};
const FamilyLift okk_bdc_lift = {bdc::constraint, bdc::landmark};

}  // namespace strideproof::solver
