#pragma once
// Family okk-bdc: the meaning of each constraint and landmark. Templates over the integer type: the
// code that evaluates a case is the code that the solver sees.

#include "spec/family_spec.h"
#include "spec/operand_landmarks.h"
#include "spec/slack.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::spec::okk_bdc {

using namespace strideproof::okk_bdc;

inline constexpr int free_w = 4;  // dimensions of a tensor with any w stride; see tensor_overlap.h

// ---- operands ----

template <class I>
Tensor<I> tensor_of(const MachineShape<I>& m, const Dim4<I>& shape, const Given<I>& given) {
  return {Space::local,
          element_bytes,
          given.address,
          shape,
          strides_of(m, Space::local, element_bytes, given.address, shape, given.stride),
          shape.w};
}

// on_dst, on_src or on_src1.
template <class I>
const Given<I>& given_of(const View<I>& v, Operands operand) {
  return operand == on_dst ? v.dst : operand == on_src ? v.src : v.src1;
}
template <class I>
Tensor<I> operand_of(const MachineShape<I>& m, const View<I>& v, Operands operand) {
  return tensor_of(m, v.shape, given_of(v, operand));
}

// ---- constraints: slack(...) >= 0 iff the constraint holds, 0 on its edge ----

// 0 where both start in one lane, else the negated distance of their lanes.
template <class I>
I same_lane_slack(const MachineShape<I>& m, const I& dst, const I& src) {
  const I p = start_of(m, dst).lane, q = start_of(m, src).lane;
  return min_of(p - q, q - p);
}

// The slack of a constraint that has no bound. dst.alias and overlap: the sound part; exact()
// decides values below -1. The contents of memory decide Stage::data, so its slack is `unbounded`.
template <class I>
I slack(const MachineShape<I>& m, const View<I>& v, ConstraintId id) {
  const Operands which = operand_of(id);
  const I& address = given_of(v, which).address;
  const auto operand = [&](Operands of) { return operand_of(m, v, of); };
  switch (of_dst(id)) {
    case ConstraintId::dst_aligned: return alignment_slack(element_bytes, address);
    case ConstraintId::dst_start: return start_slack(m, Space::local, address);
    case ConstraintId::dst_same_lane: return same_lane_slack(m, v.dst.address, address);
    case ConstraintId::dst_end: return end_slack(m, operand(which));
    case ConstraintId::dst_alias:
      if (which == on_dst) return alias_slack<I, free_w>(m, operand(on_dst));
      return overlap_slack<I, free_w>(m, operand(on_dst), operand(which));
    default: return I(unbounded);
  }
}

// See spec::step.
inline int64_t edge_step(const Constraint& constraint) {
  return is_of_place(constraint.rule) ? element_bytes : 1;
}

// ---- landmarks that a legal case meets; in words in spec/vocabulary/okk_bdc.cpp ----

// The operands of a legal case; src1 is src if there is one source.
template <class I>
struct OperandsOf {
  LandmarkOperand<I> dst, src, src1;
};
template <class I>
OperandsOf<I> operands_of(const MachineShape<I>& m, const View<I>& v) {
  const auto operand = [&](Operands which) {
    return LandmarkOperand<I>{operand_of(m, v, which), !given_of(v, which).stride.null};
  };
  return {operand(on_dst), operand(on_src), operand(on_src1)};
}

// Several rows in a channel, and each operand has all their elements without a gap.
template <class I>
Truth<I> rows_collapse(const OperandsOf<I>& x) {
  const auto collapse = [](const LandmarkOperand<I>& o) {
    return all_of(elements_adjacent(o), o.tensor.stride.h == o.tensor.shape.w);
  };
  return all_of(x.dst.tensor.shape.h > I(1), collapse(x.dst), collapse(x.src), collapse(x.src1));
}

inline constexpr int64_t vector_elements = 8;

template <class I>
Truth<I> run_has_tail(const OperandsOf<I>& x) {
  const I& w = x.dst.tensor.shape.w;
  return all_of(elements_adjacent(x.dst), elements_adjacent(x.src), elements_adjacent(x.src1),
                w >= I(vector_elements), w % I(vector_elements) != I(0));
}

// The bounding ranges overlap, but the operands do not map onto themselves.
template <class I>
Truth<I> ranges_meet(const MachineShape<I>& m, const LandmarkOperand<I>& a,
                     const LandmarkOperand<I>& b) {
  return all_of(overlap_slack<I, free_w>(m, a.tensor, b.tensor) < I(0),
                negation(maps_onto_itself(m, a.tensor, b.tensor)));
}

template <class I>
Truth<I> meets_constant(const I& C, LandmarkId mark) {
  switch (mark) {
    case LandmarkId::C_zero: return C == I(0);
    case LandmarkId::C_left: return C > I(0);
    case LandmarkId::C_right: return C < I(0);
    case LandmarkId::C_left_31: return C == I(31);
    case LandmarkId::C_right_31: return C == I(-31);
    case LandmarkId::C_left_32: return C == I(32);
    case LandmarkId::C_right_32: return C == I(-32);
    // The same for signed and unsigned: bits 31, and 16 to 31.
    case LandmarkId::C_top_bit: return any_of(C < I(0), C >= I(int64_t{1} << 31));
    case LandmarkId::C_over_16_bits: return any_of(C < I(0), C >= I(int64_t{1} << 16));
    default: return Truth<I>(false);  // of another operation
  }
}

// True if a legal case meets a landmark of its operation. `x` are the operands of `v`.
template <class I>
Truth<I> meets(const MachineShape<I>& m, const View<I>& v, const OperandsOf<I>& x,
               const Landmark& landmark) {
  if (landmark.operand != 0) {
    const Operands which = landmark.operand;
    return meets_operand<I, free_w>(m,
                                    which == on_dst   ? x.dst
                                    : which == on_src ? x.src
                                                      : x.src1,
                                    landmark.of_operand);
  }
  const Dim4<I>& shape = v.shape;
  const auto mark = static_cast<LandmarkId>(landmark.bit);
  switch (mark) {
    case LandmarkId::one_element: return is_one(shape);
    case LandmarkId::rows_collapse: return rows_collapse(x);
    case LandmarkId::rows_apart: return all_of(shape.h > I(1), negation(rows_collapse(x)));
    case LandmarkId::run_tail: return run_has_tail(x);
    case LandmarkId::run_over_64ki: return shape.h * shape.w > I(largest_extent);
    case LandmarkId::src_in_place: return maps_onto_itself(m, x.dst.tensor, x.src.tensor);
    case LandmarkId::src1_in_place: return maps_onto_itself(m, x.dst.tensor, x.src1.tensor);
    case LandmarkId::src_interleaved: return ranges_meet(m, x.dst, x.src);
    case LandmarkId::src1_interleaved: return ranges_meet(m, x.dst, x.src1);
    case LandmarkId::sources_same: return maps_onto_itself(m, x.src.tensor, x.src1.tensor);
    case LandmarkId::sources_overlap: return ranges_meet(m, x.src, x.src1);
    default: return meets_constant(v.C, mark);
  }
}

// See spec/family_spec.h.
struct Formulas : TensorFamily {
  static constexpr int dimensions = free_w;
  static constexpr auto visit = [](const auto& operation, const auto& arguments, auto see) {
    return see(view_of(operation, arguments));
  };
  static constexpr auto slack = STRIDEPROOF_OVERLOADS(okk_bdc::slack);
  static constexpr auto step = [](const auto&, const auto&, const Constraint& constraint) {
    return edge_step(constraint);
  };
  static constexpr auto seen = STRIDEPROOF_OVERLOADS(operands_of);
  static constexpr auto meets = STRIDEPROOF_OVERLOADS(okk_bdc::meets);
  static constexpr auto tensor = STRIDEPROOF_OVERLOADS(operand_of);
};

}  // namespace strideproof::spec::okk_bdc
