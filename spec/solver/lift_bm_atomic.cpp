// The family bm-atomic, lifted. Formats and directions that are not given fork the path.

#include "spec/operations/bm_atomic_landmarks.h"
#include "spec/solver/family_lift.h"

namespace strideproof::solver {
namespace {

using namespace spec::bm_atomic;
using Machine = spec::MachineShape<Sym>;

// Does every element map onto itself? What implies it, and what it implies.
struct InPlace {
  SymBool certain, possible;
};

template <class Op>
InPlace in_place(const Machine&, const Op&) {
  return {false, false};
}
InPlace in_place(const Machine&, const Linear<Sym>& op) {
  const SymBool same = op.src_addr == op.dst_addr;
  return {same, same};
}
InPlace in_place(const Machine& m, const Tensor4D<Sym>& op) {
  if (side_of(op, on_dst).memory != side_of(op, on_src).memory) return {false, false};
  const auto dst = operand_of(m, op, on_dst), src = operand_of(m, op, on_src);
  const SymBool possible = all_of(op.src_format == op.dst_format, dst.address == src.address);
  const auto &a = op.src_shape, &b = op.dst_shape;
  return {all_of(possible, op.transpose == Sym(0), a.n == b.n, a.c == b.c, a.h == b.h, a.w == b.w,
                 spec::same_map(m, dst, src)),
          possible};
}
InPlace in_place(const Machine& m, const CWTranspose<Sym>& op) {
  const SymBool same =
      all_of(op.src_c == Sym(1), op.src_w == Sym(1),
             operand_of(m, op, on_dst).address == operand_of(m, op, on_src).address);
  return {same, same};
}

template <class Op>
LiftedConstraint lift_constraint(const Machine& m, const Op& op, Label label) {
  const Sym margin = slack(m, op, label), step = edge_step(m, op, label);
  const SymBool clear = margin >= Sym(0);
  if (label == Label::dst_alias)
    return lift_alias(margin, step, spec::fullest_rows(m, operand_of(m, op, on_dst)));
  if (label == Label::overlap) {
    const InPlace itself = in_place(m, op);
    LiftedConstraint overlap = lift_overlap(margin, step, itself.certain, itself.possible);
    if constexpr (std::is_same_v<Op, Linear<Sym>>) overlap.may_hold = overlap.holds;  // single runs
    return overlap;
  }
  return {margin, step, clear, clear, {}};
}

LiftedConstraint constraint(const Profile& profile, const Operation& operation,
                            const Arguments<Sym>& arguments, const Constraint& constraint) {
  const auto m = spec::machine_shape<Sym>(profile);
  return with_view(operation, arguments, [&](const auto& op) {
    return lift_constraint(m, op, static_cast<Label>(constraint.bit));
  });
}

// in.place grows with what is in place, operands.interleaved with what is not.
LiftedLandmark landmark(const Profile& profile, const Operation& operation,
                        const Arguments<Sym>& arguments, const Landmark& landmark) {
  const auto m = spec::machine_shape<Sym>(profile);
  const auto mark = static_cast<Mark>(landmark.bit);
  return with_view(operation, arguments, [&](const auto& op) -> LiftedLandmark {
    const InPlace itself = in_place(m, op);
    const SymBool if_certain = meets(m, op, mark, itself.certain);
    if (mark == Mark::in_place) return {if_certain, meets(m, op, mark, itself.possible)};
    if (mark == Mark::operands_interleaved)
      return {meets(m, op, mark, itself.possible), if_certain};
    return {if_certain, if_certain};
  });
}

}  // namespace

const FamilyLift bm_atomic_lift = {constraint, landmark};

}  // namespace strideproof::solver
