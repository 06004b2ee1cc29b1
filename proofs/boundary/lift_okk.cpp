// The families okk-gdma and okk-bdc, lifted.

#include "proofs/boundary/family_lift.h"
#include "spec/operations/okk_bdc.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::solver {
namespace {

// `operand(which)` is the tensor of an operand; R as in spec/tensor_overlap.h.
template <int R, class Operand>
LiftedConstraint lift_tensors(const spec::MachineShape<Sym>& m, const Constraint& constraint,
                              const Sym& slack, const Sym& step, Operand operand) {
  if (constraint.rule == Rule::overlap) {
    const auto dst = operand(on_dst);
    if (constraint.operand == on_dst)
      return lift_alias(m, dst, slack, step, spec::fullest_rows<Sym, R>(m, dst));
    const auto src = operand(constraint.operand);
    return lift_overlap(slack, step, spec::maps_onto_itself(m, dst, src));
  }
  LiftedConstraint lifted = lift_slack(slack, step);
  if (constraint.rule == Rule::end) lifted.facts = product_facts(m, operand(constraint.operand));
  return lifted;
}

namespace gdma {

using namespace spec::okk_gdma;

LiftedConstraint constraint(const Profile& profile, const Operation& operation,
                            const Arguments<Sym>& arguments, const Constraint& constraint) {
  const auto m = spec::machine_shape<Sym>(profile);
  return with_view(operation, arguments, [&](const auto& op) {
    const Sym slack = spec::slack_of(
        arguments, constraint, [&](ConstraintId id) { return spec::okk_gdma::slack(m, op, id); });
    return lift_tensors<3>(m, constraint, slack, Sym(edge_step(op, constraint)),
                           [&](Operands which) { return operand_of(m, op, which); });
  });
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
  const Sym slack = spec::slack_of(arguments, constraint,
                                   [&](ConstraintId id) { return spec::okk_bdc::slack(m, v, id); });
  return lift_tensors<free_w>(m, constraint, slack, Sym(edge_step(constraint)),
                              [&](Operands which) { return operand_of(m, v, which); });
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
