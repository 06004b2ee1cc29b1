// The constraints and landmarks of tik and asc over Sym, for the boundary search.

#include "proofs/boundary/family_lift.h"
#include "spec/operations/asc.h"
#include "spec/operations/tik.h"

namespace strideproof::solver {
namespace {

LiftedConstraint tik_constraint(const Profile& profile, const Operation&,
                                const Arguments<Sym>& arguments, const Constraint& constraint) {
  using namespace spec::tik;
  const auto m = spec::buffers_of<Sym>(profile);
  const Move<Sym> op = move_of(arguments);
  const Sym step = edge_step(op, constraint);
  const Sym slack = spec::slack_of(arguments, constraint,
                                   [&](ConstraintId id) { return spec::tik::slack(m, op, id); });
  LiftedConstraint lifted = lift_slack(slack, step);
  if (constraint.rule != Rule::overlap) return lifted;
  // Exact for one burst or equal steps. Otherwise a slack of -1 may be a legal interleaving.
  const SymBool decided = any_of(op.nburst == Sym(1), op.src_stride == op.dst_stride);
  lifted.may_hold = any_of(lifted.holds, !decided);
  return lifted;
}

LiftedLandmark tik_landmark(const Profile& profile, const Operation&,
                            const Arguments<Sym>& arguments, const Landmark& landmark) {
  using namespace spec::tik;
  const auto m = spec::buffers_of<Sym>(profile);
  const auto op = move_of(arguments);
  const SymBool met = meets(m, op, static_cast<LandmarkId>(landmark.bit));
  return {met, met};
}

LiftedConstraint asc_constraint(const Profile& profile, const Operation&,
                                const Arguments<Sym>& arguments, const Constraint& constraint) {
  using namespace spec::asc;
  const auto m = spec::buffers_of<Sym>(profile);
  const auto op = transpose_of(arguments);
  const Sym slack = spec::slack_of(arguments, constraint,
                                   [&](ConstraintId id) { return spec::asc::slack(m, op, id); });
  return lift_slack(slack, Sym(edge_step(constraint)));
}

LiftedLandmark asc_landmark(const Profile& profile, const Operation&,
                            const Arguments<Sym>& arguments, const Landmark& landmark) {
  using namespace spec::asc;
  const SymBool met = meets(spec::buffers_of<Sym>(profile), transpose_of(arguments),
                            static_cast<LandmarkId>(landmark.bit));
  return {met, met};
}

}  // namespace

const FamilyLift tik_lift = {tik_constraint, tik_landmark};
const FamilyLift asc_lift = {asc_constraint, asc_landmark};

}  // namespace strideproof::solver
