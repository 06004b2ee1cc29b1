#pragma once
// Family okk-bdc: the meaning of each constraint. Templates over the integer type: the code that
// evaluates a case is the code that the solver sees.

#include "spec/layout.h"
#include "spec/slack.h"
#include "spec/tensor_overlap.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::okk_bdc {

inline constexpr int64_t element_bytes = 4;
inline constexpr int64_t largest_count = 32;  // counts are in [-32, 32]

}  // namespace strideproof::okk_bdc

namespace strideproof::spec::okk_bdc {

using namespace strideproof::okk_bdc;

// ---- operands ----

// An operand as the call gives it.
template <class I>
struct Given {
  I address;
  Stride<I> stride;
};

// The parameters of any operation of the family; src is src0, or the one source.
template <class I>
struct View {
  Dim4<I> shape;
  Given<I> dst, src;
  Given<I> src1;  // if there are two sources; else equal to src, and no label uses it
  I C;            // where there is one source
};

template <class I>
View<I> view_of(const Operation& operation, const Arguments<I>& arguments) {
  if (is_binary(kind(operation))) {
    const Binary<I> op = binary_of(arguments);
    return {op.shape,
            {op.dst_addr, op.dst_stride},
            {op.src0_addr, op.src0_stride},
            {op.src1_addr, op.src1_stride},
            I(0)};
  }
  const Constant<I> op = constant_of(arguments);
  const Given<I> src = {op.src_addr, op.src_stride};
  return {op.shape, {op.dst_addr, op.dst_stride}, src, src, op.C};
}

template <class I, class Mutation = Original>
Tensor<I> tensor_of(const MachineShape<I>& m, const Dim4<I>& shape, const Given<I>& given) {
  return {
      Space::local,
      element_bytes,
      given.address,
      shape,
      strides_of<I, Mutation>(m, Space::local, element_bytes, given.address, shape, given.stride),
      shape.w};
}

// on_dst, on_src or on_src1.
template <class I>
const Given<I>& given_of(const View<I>& v, Operands operand) {
  return operand == on_dst ? v.dst : operand == on_src ? v.src : v.src1;
}
template <class I, class Mutation = Original>
Tensor<I> operand_of(const MachineShape<I>& m, const View<I>& v, Operands operand) {
  return tensor_of<I, Mutation>(m, v.shape, given_of(v, operand));
}

// ---- constraints: slack(...) >= 0 iff the constraint holds, 0 on its edge ----

inline constexpr int64_t largest_extent = 65535;
inline constexpr int64_t most_channels = 4095;
inline constexpr int free_w = 4;  // dimensions of a tensor with any w stride; see tensor_overlap.h

inline constexpr Dim4<int64_t> largest_shape = {largest_extent, most_channels, largest_extent,
                                                largest_extent};

template <class I>
I values_slack(const View<I>& v, ConstraintId label) {
  using enum ConstraintId;
  if (const int limit = position(label, shape_n_min, shape_w_max); limit >= 0)
    return limit_slack(v.shape, limit, largest_shape);
  if (label == C_min) return at_least(v.C, -largest_count);
  if (label == C_max) return at_most(v.C, largest_count);
  const int d = position(label, dst_stride_n_min, src1_stride_w_min);
  if (d < 0) return I(unbounded);  // of a later stage
  const Operands operands[] = {on_dst, on_src, on_src1};
  return stride_slack(given_of(v, operands[d / 4]).stride, v.shape, d % 4);
}

// 0 where both start in one lane, else the negated distance of their lanes.
template <class I, class Mutation = Original>
I same_lane_slack(const MachineShape<I>& m, const I& dst, const I& src) {
  const I p = start_of(m, dst).lane, q = start_of(m, src).lane;
  if constexpr (Mutation::has(FormulaFault::later_lane_passes)) return min_of(I(0), q - p);
  return min_of(p - q, q - p);
}

// dst.alias and overlap: only the sound part; holds() decides values below -1. The contents of
// memory decide Stage::data, so its slack is `unbounded` here.
template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const View<I>& v, ConstraintId label) {
  const auto lane = [&](const I& address) {
    return start_slack<I, Mutation>(m, Space::local, address);
  };
  const auto same_lane = [&](const I& src) {
    return same_lane_slack<I, Mutation>(m, v.dst.address, src);
  };
  const auto end = [&](Operands operand) {
    return end_slack<I, Mutation>(m, operand_of<I, Mutation>(m, v, operand));
  };
  const auto overlap = [&](Operands source) {
    return overlap_slack<I, Mutation, free_w>(m, operand_of<I, Mutation>(m, v, on_dst),
                                              operand_of<I, Mutation>(m, v, source));
  };
  switch (label) {
    case ConstraintId::dst_addr_aligned: return alignment_slack(element_bytes, v.dst.address);
    case ConstraintId::src_addr_aligned: return alignment_slack(element_bytes, v.src.address);
    case ConstraintId::src1_addr_aligned: return alignment_slack(element_bytes, v.src1.address);
    case ConstraintId::dst_addr_lane: return lane(v.dst.address);
    case ConstraintId::src_addr_lane: return lane(v.src.address);
    case ConstraintId::src1_addr_lane: return lane(v.src1.address);
    case ConstraintId::src_addr_same_lane: return same_lane(v.src.address);
    case ConstraintId::src1_addr_same_lane: return same_lane(v.src1.address);
    case ConstraintId::dst_end: return end(on_dst);
    case ConstraintId::src_end: return end(on_src);
    case ConstraintId::src1_end: return end(on_src1);
    case ConstraintId::dst_alias:
      return alias_slack<I, Mutation, free_w>(m, operand_of<I, Mutation>(m, v, on_dst));
    case ConstraintId::src_overlap: return overlap(on_src);
    case ConstraintId::src1_overlap: return overlap(on_src1);
    default: return values_slack(v, label);
  }
}

// See spec::step.
inline int64_t edge_step(ConstraintId label) {
  const bool place = label >= ConstraintId::dst_addr_aligned && label <= ConstraintId::src1_end;
  const bool same_lane =
      label == ConstraintId::src_addr_same_lane || label == ConstraintId::src1_addr_same_lane;
  return place && !same_lane ? element_bytes : 1;
}

}  // namespace strideproof::spec::okk_bdc
