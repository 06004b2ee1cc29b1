#pragma once
// The operands of a case, and the constraints that every operand has. Templates over the integer
// type: the code that evaluates a case is the code that the solver sees.
//
// A family is a struct `Spec` in spec/operations/<family>.h, below called F, with
//
//   visit(operation, arguments, see)   calls see(op) with the view of the parameters
//   side(op, which), tensor(m, op, which), is_given(op, which)
//   own(m, op, id)                     the slack of a constraint that is not one of an operand
//   meets(m, op, x, landmark)          a landmark that is not one of an operand; x: all operands
//   cost(op)                           the elements that a case moves
//
// and with replacements of functions of TensorFamily.

#include "spec/overlap.h"

namespace strideproof::spec {

// ---- values: slacks >= 0 iff the constraint holds, 0 on its edge ----

template <class I>
I at_least(const I& value, int64_t low) {
  return value - I(low);
}
template <class I>
I at_most(const I& value, int64_t high) {
  return I(high) - value;
}

// A constraint that compares one value with a bound. A stride counts only if it is given, and its
// sign only if its extent is not 1.
template <class I>
I value_slack(const Arguments<I>& arguments, const Constraint& constraint) {
  if (arguments.is_null(constraint.parameter)) return I(unbounded);
  const auto at = [&](int slot) -> const I& { return arguments.value[static_cast<size_t>(slot)]; };
  const I& value = at(constraint.slot);
  switch (constraint.rule) {
    case Rule::min: return at_least(value, constraint.bound);
    case Rule::max: return at_most(value, constraint.bound);
    case Rule::sign:
      return select(at(constraint.extent_slot) == I(1), I(unbounded), at_least(value, 0));
    default: return min_of(at_least(value, 1), at_most(value, 1));  // Rule::one
  }
}

// The slack of rows of `width` elements at a distance of `stride`: < 0 if they overlap. A single
// row has no next row.
template <class I>
I row_slack(const I& rows, const I& width, const I& stride) {
  return select(rows == I(1), I(unbounded), stride - width);
}

// ---- operands ----

// All overloads of a function as one object.
#define STRIDEPROOF_OVERLOADS(function) [](const auto&... values) { return function(values...); }

// An operand as the call names it.
template <class I>
struct NamedOperand {
  Space space;
  int64_t element_bytes;
  I address;
  I lane{};           // of bm-atomic: the start lane; the address is the offset in it
  bool flat = false;  // in local memory as one lane after the other, a window of system memory
};

// The machine as the operand sees it. It refers to `m`.
template <class I>
MachineShape<I> machine_of(const MachineShape<I>& m, bool flat) {
  MachineShape<I> seen = m;
  if (flat) seen.windows = {&m.flat, 1};
  return seen;
}

// An operand with the machine as it sees it.
template <class I>
struct Operand {
  MachineShape<I> machine;
  Tensor<I> tensor;
  bool given;  // its strides are parameters
  bool flat;
};

// The operands of a case. One that the operation lacks is equal to another.
template <class I>
struct OperandsOf {
  Operand<I> dst, src, src1;
  const Operand<I>& operator[](Operands which) const {
    return which == on_dst ? dst : which == on_src ? src : src1;
  }
};
template <class F, class I, class Op>
OperandsOf<I> operands_of(const Operation& operation, const MachineShape<I>& m, const Op& op) {
  const auto operand = [&](Operands which) -> Operand<I> {
    const bool flat = F::side(op, which).flat;
    return {machine_of(m, flat), F::tensor(m, op, which), F::is_given(op, which), flat};
  };
  const auto has = [&](Operands which) { return (operation.operands & which) != 0; };
  const Operands src = has(on_src) ? on_src : on_dst;
  return {operand(on_dst), operand(src), operand(has(on_src1) ? on_src1 : src)};
}

template <class F>
struct TensorFamily {
  static constexpr auto is_given = [](const auto&, Operands) { return true; };

  // The distance of adjacent aligned addresses of an operand.
  template <class I, class Op>
  static I unit(const MachineShape<I>&, const Op& op, Operands which) {
    return I(F::side(op, which).element_bytes);
  }
  // See spec::step. The place of the bytes of an operand moves in steps of addresses.
  template <class I, class Op>
  static I step(const MachineShape<I>& m, const Op& op, const Constraint& constraint) {
    const Rule rule = constraint.rule;
    const bool of_place = rule == Rule::aligned || rule == Rule::start || rule == Rule::end;
    return of_place ? F::unit(m, op, constraint.operand) : I(1);
  }

  // ---- slacks: >= 0 iff the constraint holds, 0 on its edge ----

  template <class I, class Op>
  static I aligned(const MachineShape<I>& m, const Op& op, Operands which) {
    return I(0) - F::side(op, which).address % F::unit(m, op, which);
  }
  template <class I, class Op>
  static I start(const MachineShape<I>& m, const Op& op, Operands which) {
    const NamedOperand<I> side = F::side(op, which);
    return start_slack(machine_of(m, side.flat), side.space, side.address);
  }
  // 0 where the operand and dst start in one lane, else the negated distance of their lanes.
  template <class I, class Op>
  static I same_lane(const MachineShape<I>& m, const Op& op, Operands which) {
    const I p = start_of(m, F::side(op, on_dst).address).lane,
            q = start_of(m, F::side(op, which).address).lane;
    return min_of(p - q, q - p);
  }
  template <class I, class Op>
  static I end(const MachineShape<I>& m, const Op& op, Operands which) {
    return end_slack(machine_of(m, F::side(op, which).flat), F::tensor(m, op, which));
  }
  // The overlap slack of dst with itself or with a source; operands of different memories never
  // meet. Below -1 it proves no overlap: exact() decides.
  template <class I, class Op>
  static I overlap(const MachineShape<I>& m, const Op& op, Operands which) {
    if (which == on_dst) return alias_slack(m, F::tensor(m, op, on_dst));
    const NamedOperand<I> a = F::side(op, on_dst), b = F::side(op, which);
    if (a.space != b.space || a.flat != b.flat) return I(unbounded);
    const auto [dst, src] = F::dst_and(m, op, which);
    return overlap_slack(m, dst, src);
  }

  // ---- overlap ----

  // Elements of both have the same size.
  template <class I, class Op>
  static std::pair<Tensor<I>, Tensor<I>> dst_and(const MachineShape<I>& m, const Op& op,
                                                 Operands which) {
    return {F::tensor(m, op, on_dst), F::tensor(m, op, which)};
  }
  // Every element of dst has the address of the same element of the source.
  template <class I, class Op>
  static Truth<I> maps_onto_itself(const MachineShape<I>& m, const Op& op, Operands which) {
    return spec::maps_onto_itself(m, F::tensor(m, op, on_dst), F::tensor(m, op, which));
  }
  // The answer where the slack of an overlap is below 0.
  template <class Op>
  static OverlapAnswer exact(const MachineShape<int64_t>& m, const Op& op, Operands which) {
    if (which == on_dst) return is_injective(m, F::tensor(m, op, on_dst));
    if (F::maps_onto_itself(m, op, which)) return OverlapAnswer::yes;
    const auto [dst, src] = F::dst_and(m, op, which);
    return are_disjoint(m, dst, src);
  }

  // ---- bytes ----

  // False if the case moves nothing.
  static constexpr auto moves = [](const auto&) { return true; };
  // The memory in which the operand starts exists, as far as its bounding range needs it.
  static constexpr auto exists = [](const auto&, const auto&, Operands) { return true; };
  // The way in which a case uses an operand: writes it (on_dst) or reads it.
  static constexpr auto use_of = [](const auto&, Operands which) { return which; };
  // The size of an element of the dtype.
  template <class Op>
  static int64_t dtype_bytes(const Op& op, Operands which) {
    return F::side(op, which).element_bytes;
  }
};

// The slack of a constraint that compares no value with a bound. The contents of memory decide
// Stage::data, so its slack is `unbounded`.
template <class F, class I, class Op>
I slack_of(const MachineShape<I>& m, const Op& op, ConstraintId id) {
  const Operands which = operand_of(id);
  switch (of_dst(id)) {
    case ConstraintId::dst_aligned: return F::aligned(m, op, which);
    case ConstraintId::dst_start: return F::start(m, op, which);
    case ConstraintId::dst_same_lane: return F::same_lane(m, op, which);
    case ConstraintId::dst_end: return F::end(m, op, which);
    case ConstraintId::dst_alias: return F::overlap(m, op, which);
    default: return F::own(m, op, id);
  }
}

// The slack of any constraint.
template <class F, class I, class Op>
I slack_of(const MachineShape<I>& m, const Op& op, const Arguments<I>& arguments,
           const Constraint& constraint) {
  return is_of_value(constraint.rule) ? value_slack(arguments, constraint)
                                      : slack_of<F>(m, op, constraint.id());
}

}  // namespace strideproof::spec
