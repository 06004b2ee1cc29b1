// The family bm-atomic, lifted. Formats and directions that are not given fork the path.

#include <algorithm>

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

// What it is, as an unknown: the same wherever the same parameters are asked about.
struct Itself {
  SymBool known;  // true of the unknown
  SymBool in_place;
};
Itself itself(const InPlace& range) {
  if (range.possible.literal() == false) return {true, false};
  if (range.certain.literal() == true) return {true, true};
  const SymBool in_place = SymBool::of(Context::current().z3().bool_const("in place"));
  return {all_of(implies(range.certain, in_place), implies(in_place, range.possible)), in_place};
}

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
  const SymBool in_order = any_of(op.transpose == Sym(0), all_of(a.n == Sym(1), a.c == Sym(1)));
  return {all_of(possible, in_order, a.n == b.n, a.c == b.c, a.h == b.h, a.w == b.w,
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
  if (label == Label::dst_alias) {
    const auto dst = operand_of(m, op, on_dst);
    LiftedConstraint alias = lift_alias(m, dst, margin, step, spec::fullest_rows(m, dst));
    if constexpr (std::is_same_v<Op, Tensor4D<Sym>>) {  // as many elements are read, of all lanes
      const Dim4<Sym>& s = op.src_shape;
      const int64_t lanes = dst.space == Space::local ? *m.lanes.literal() : 1;
      alias.room = all_of(
          alias.room,
          have_room({s.n, s.c, s.h, s.w}, lanes * memory_bytes(m, dst.space) / dst.element_bytes));
    }
    return alias;
  }
  if (label == Label::overlap) {
    const InPlace range = in_place(m, op);
    const auto [known, is_in_place] = itself(range);
    LiftedConstraint overlap = lift_overlap(margin, step, range.certain, is_in_place);
    overlap.may_hold = all_of(known, overlap.may_hold);
    if constexpr (std::is_same_v<Op, Linear<Sym>>) overlap.may_hold = overlap.holds;  // single runs
    return overlap;
  }
  LiftedConstraint lifted{margin, step, clear, clear};
  if (label == Label::dst_end) lifted.facts = product_facts(m, operand_of(m, op, on_dst));
  if (label == Label::src_end) lifted.facts = product_facts(m, operand_of(m, op, on_src));
  if (label == Label::src1_end) lifted.facts = product_facts(m, operand_of(m, op, on_src1));
  return lifted;
}

LiftedConstraint constraint(const Profile& profile, const Operation& operation,
                            const Arguments<Sym>& arguments, const Constraint& constraint) {
  const auto m = spec::machine_shape<Sym>(profile);
  return with_view(operation, arguments, [&](const auto& op) {
    return lift_constraint(m, op, static_cast<Label>(constraint.bit));
  });
}

LiftedLandmark landmark(const Profile& profile, const Operation& operation,
                        const Arguments<Sym>& arguments, const Landmark& landmark) {
  const auto m = spec::machine_shape<Sym>(profile);
  const auto mark = static_cast<Mark>(landmark.bit);
  return with_view(operation, arguments, [&](const auto& op) -> LiftedLandmark {
    const InPlace range = in_place(m, op);
    const auto [known, is_in_place] = itself(range);
    const SymBool may_be = all_of(known, meets(m, op, mark, is_in_place));
    if (mark == Mark::in_place) return {meets(m, op, mark, range.certain), may_be};
    if (mark == Mark::operands_interleaved) return {meets(m, op, mark, range.possible), may_be};
    const SymBool met = meets(m, op, mark, range.certain);
    return {met, met};
  });
}

}  // namespace

const FamilyLift bm_atomic_lift = {constraint, landmark};

}  // namespace strideproof::solver
