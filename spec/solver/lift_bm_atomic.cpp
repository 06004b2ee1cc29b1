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

// Where every element maps onto itself both end at the same byte, and as many are read as written.
// Only where those of n are not counted (in lanes, if one side has a single n of several channels)
// may shapes differ, and then by more than one element; so neither shape is just outside.
template <class Op>
SymBool is_alike(const Machine& m, const Op& op) {
  if constexpr (std::is_same_v<Op, Tensor4D<Sym>>)
    if (side_of(op, on_dst).memory == side_of(op, on_src).memory)
      return all_of(end_alike(m, operand_of(m, op, on_dst), operand_of(m, op, on_src)),
                    slack(m, op, Label::dst_end) == slack(m, op, Label::src_end),
                    slack(m, op, Label::shapes_count) != Sym(-1),
                    slack(m, op, Label::transpose_shape) != Sym(-1));
  return true;
}

Sym count(const Dim4<Sym>& shape) { return shape.n * shape.c * shape.h * shape.w; }

// Where dst ends in its lanes, or its window, and no two of its elements share a byte, these have
// room there. Both are about rows of adjacent elements.
SymBool elements_fit(const Machine& m, const Tensor4D<Sym>& op) {
  const auto dst = operand_of(m, op, on_dst);
  Sym bytes = m.lanes * m.lane_bytes;
  if (dst.space == Space::system) {
    bytes = Sym(0);
    for (const Window& window : m.windows) bytes = max_of(bytes, Sym(window.size));
  }
  return any_of(op.dst_stride.w != Sym(1), count(op.dst_shape) * Sym(dst.element_bytes) <= bytes);
}

// Elements that are copied onto themselves are read once where each is written once.
template <class Op>
SymBool read_once(const Machine& m, const Op& op) {
  if constexpr (std::is_same_v<Op, Tensor4D<Sym>>)
    return !spec::broadcasts(m, spec::Operand<Sym>{operand_of(m, op, on_src), true});
  return true;
}

// Where src ends in its lanes local memory holds its words, and dst has room for no more; and where
// channels are whole units, these words are.
SymBool words_fit(const Machine& m, const MaskedCopy<Sym>& op) {
  const auto dst = operand_of(m, op, on_dst);
  const Sym bytes = spec::last_byte(m, dst) + Sym(1) - dst.address;
  const Sym channel = op.shape.h * op.shape.w * Sym(mask_word_bytes);
  return all_of(bytes <= m.lanes * m.lane_bytes,
                any_of(channel % m.unit_bytes != Sym(0), bytes % m.unit_bytes == Sym(0)));
}

// Channels begin whole units apart, so the last one begins whole units behind the start.
SymBool ends_by_units(const Machine& m, const MaskedCopy<Sym>& op, Operands which) {
  const auto local = operand_of(m, op, which);
  const Sym channel = op.shape.h * op.shape.w * Sym(mask_word_bytes);
  return (spec::last_byte(m, local) + Sym(1) - side_of(op, which).address - channel) %
             m.unit_bytes ==
         Sym(0);
}

template <class Op>
LiftedConstraint lift_constraint(const Machine& m, const Op& op, Label label) {
  const Sym margin = slack(m, op, label), step = edge_step(m, op, label);
  const SymBool clear = margin >= Sym(0);
  if (label == Label::dst_alias)
    return lift_alias(margin, step, spec::fullest_rows(m, operand_of(m, op, on_dst)));
  if (label == Label::overlap) {
    const InPlace range = in_place(m, op);
    const auto [known, is_in_place] = itself(range);
    LiftedConstraint overlap = lift_overlap(margin, step, range.certain, is_in_place);
    overlap.may_hold = all_of(known, overlap.may_hold);
    overlap.broken = all_of(known, !is_in_place);
    if constexpr (std::is_same_v<Op, Linear<Sym>>) overlap.may_hold = overlap.holds;  // single runs
    if constexpr (std::is_same_v<Op, Tensor4D<Sym>>)
      if (side_of(op, on_dst).memory == side_of(op, on_src).memory) {
        const auto dst = operand_of(m, op, on_dst), src = operand_of(m, op, on_src);
        const int64_t unit = std::min(dst.element_bytes, src.element_bytes);
        lift_apart(overlap, m, in_units(dst, unit), in_units(src, unit), is_in_place);
      }
    return overlap;
  }
  LiftedConstraint lifted{margin, step, clear, clear, {}};
  if constexpr (std::is_same_v<Op, MaskedCopy<Sym>>) {
    if (label == Label::src_end)
      lifted.further = all_of(words_fit(m, op), ends_by_units(m, op, on_src));
    if (label == Label::src1_end) lifted.further = ends_by_units(m, op, on_src1);
  }
  if constexpr (std::is_same_v<Op, Tensor4D<Sym>>) {
    const SymBool as_many = count(op.src_shape) == count(op.dst_shape),
                  is_transposed = op.transpose != Sym(0);
    if (label == Label::shapes_count) lifted.further = any_of(is_transposed, as_many);
    if (label == Label::transpose_shape) lifted.further = any_of(!is_transposed, as_many);
    if (label == Label::dst_end) lifted.room = elements_fit(m, op);
  }
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
    if (mark == Mark::in_place)
      return {meets(m, op, mark, range.certain), may_be, is_alike(m, op), read_once(m, op)};
    if (mark == Mark::operands_interleaved) return {meets(m, op, mark, range.possible), may_be};
    const SymBool met = meets(m, op, mark, range.certain);
    return {met, met};
  });
}

}  // namespace

const FamilyLift bm_atomic_lift = {constraint, landmark};

}  // namespace strideproof::solver
