// The families tik and asc, lifted.

#include "proofs/boundary/family_lift.h"
#include "spec/operations/asc_landmarks.h"
#include "spec/operations/tik_landmarks.h"

namespace strideproof::solver {
namespace {

LiftedConstraint tik_constraint(const Profile& profile, const Operation&,
                                const Arguments<Sym>& arguments, const Constraint& constraint) {
  using namespace spec::tik;
  const auto m = spec::buffers_of<Sym>(profile);
  const Move<Sym> op = move_of(arguments);
  const auto label = static_cast<ConstraintId>(constraint.bit);
  const Sym margin = slack(m, op, label), step = edge_step(op, label);
  const SymBool clear = margin >= Sym(0);
  if (label != ConstraintId::overlap) return {margin, step, clear, clear};
  // The slack decides bursts with equal steps.
  const SymBool decided = any_of(op.nburst == Sym(1), op.src_stride == op.dst_stride);
  return {margin, step, clear, any_of(clear, !decided)};
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
  const auto label = static_cast<ConstraintId>(constraint.bit);
  const Sym margin = slack(spec::buffers_of<Sym>(profile), transpose_of(arguments), label);
  const SymBool clear = margin >= Sym(0);
  return {margin, Sym(edge_step(label)), clear, clear};
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
