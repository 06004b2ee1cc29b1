#pragma once
// Family bm-atomic: the meaning of each constraint. slack(...) >= 0 iff the constraint holds, 0 on
// its edge. Templates over the integer type: the code that evaluates a case is the code that the
// solver sees.

#include "spec/operations/bm_atomic.h"
#include "spec/slack.h"
#include "spec/tensor_overlap.h"

namespace strideproof::spec::bm_atomic {

// 0 if it holds, else -1: a constraint without distance to its edge.
template <class I>
I exactly(const Truth<I>& holds) {
  return select(holds, I(0), I(-1));
}

template <class I>
I where(const Truth<I>& counts, const I& slack) {
  return select(counts, slack, I(unbounded));
}

// ---- the place of an operand ----

// Applies only if the operand is in lanes.
template <class I>
I lane_slack(const MachineShape<I>& m, const Side<I>& side) {
  return side.memory == Memory::lanes ? m.lanes - I(1) - side.lane : I(unbounded);
}

template <class I, class Op>
I operand_start_slack(const MachineShape<I>& m, const Op& op, Operands which) {
  const Side<I> side = side_of(op, which);
  if (side.memory == Memory::lanes) return m.lane_bytes - I(1) - side.address;
  return start_slack(machine_of(m, side.memory), Space::system, side.address);
}

template <class I, class Op>
I operand_end_slack(const MachineShape<I>& m, const Op& op, Operands which) {
  const MachineShape<I> seen = machine_of(m, side_of(op, which).memory);
  return end_slack(seen, operand_of(seen, op, which));
}

// The distance of adjacent aligned addresses of an operand.
template <class I, class Op>
I unit_of(const MachineShape<I>& m, const Op& op, Operands which) {
  if constexpr (requires { op.mask_local_mem_addr; })
    return m.unit_bytes * I(which == on_dst ? mask_dst_units : mask_local_units);
  return I(side_of(op, which).element_bytes);
}
template <class I, class Op>
I operand_alignment_slack(const MachineShape<I>& m, const Op& op, Operands which) {
  return I(0) - side_of(op, which).address % unit_of(m, op, which);
}

template <class I, class Op>
I place_slack(const MachineShape<I>& m, const Op& op, ConstraintId id) {
  const Operands which = operand_of(id);
  switch (of_dst(id)) {
    case ConstraintId::dst_local_idx_max: return lane_slack(m, side_of(op, on_dst));
    case ConstraintId::src_local_idx_max: return lane_slack(m, side_of(op, on_src));
    case ConstraintId::dst_aligned: return operand_alignment_slack(m, op, which);
    case ConstraintId::dst_start: return operand_start_slack(m, op, which);
    case ConstraintId::dst_end: return operand_end_slack(m, op, which);
    default: return I(unbounded);  // of another operation
  }
}

// ---- overlap of two operands ----

// See overlap_slack: only the sound part; exact() decides values below -1. In units of the smaller
// element. Operands of different memories never meet.
template <class I, class Op>
I operands_gap(const MachineShape<I>& m, const Op& op) {
  if (side_of(op, on_dst).memory != side_of(op, on_src).memory) return I(unbounded);
  const Tensor<I> dst = operand_of(m, op, on_dst), src = operand_of(m, op, on_src);
  const int64_t unit = min_of(dst.element_bytes, src.element_bytes);
  return overlap_slack(m, in_units(dst, unit), in_units(src, unit));
}

template <class I>
Truth<I> same_shape(const Dim4<I>& a, const Dim4<I>& b) {
  return all_of(a.n == b.n, a.c == b.c, a.h == b.h, a.w == b.w);
}

// True if both operands of a copy, legal apart from overlap, have the same elements at the same
// addresses.
template <class I>
Truth<I> is_in_place(const MachineShape<I>&, const Linear<I>& op) {
  return op.src_addr == op.dst_addr;
}

// Of an operation without a constraint of overlap.
template <class I, class Op>
Truth<I> is_in_place(const MachineShape<I>&, const Op&) {
  return Truth<I>(false);
}

// A transpose with N = C = 1 moves nothing.
template <class I>
Truth<I> is_in_place(const MachineShape<I>& m, const Tensor4D<I>& op) {
  const Tensor<I> src = operand_of(m, op, on_src), dst = operand_of(m, op, on_dst);
  if (src.space != dst.space) return Truth<I>(false);
  const I one(1);
  return all_of(op.src_format == op.dst_format, same_shape(src.shape, dst.shape),
                any_of(op.transpose == I(0), all_of(src.shape.n == one, src.shape.c == one)),
                maps_onto_itself(m, dst, src));
}

// Only element (0, 0) of dst and of src are in the same lane for every common start.
template <class I>
Truth<I> is_in_place(const MachineShape<I>& m, const CWTranspose<I>& op) {
  const I one(1);
  return all_of(op.src_c == one, op.src_w == one,
                operand_of(m, op, on_src).address == operand_of(m, op, on_dst).address);
}

// ---- constraints of memcpy_4D on both shapes and formats ----

// high * 2^16 + low, 0 <= low < 2^16: the product of four extents may not fit 63 bits.
template <class I>
struct Count {
  I high, low;
};
template <class I>
Count<I> count_of(const Dim4<I>& shape) {
  const I part(1 << 16), channels = shape.n * shape.c, channel = shape.h * shape.w;
  const I low = channels % part * channel;
  return {channels / part * channel + low / part, low % part};
}

// -|a - b|, clamped near -unbounded.
template <class I>
I same_count_slack(const Dim4<I>& a, const Dim4<I>& b) {
  const I part(1 << 16), far(unbounded >> 16);
  const Count<I> x = count_of(a), y = count_of(b);
  const I high = max_of(I(0) - far, min_of(far, x.high - y.high));
  const I difference = high * part + (x.low - y.low);
  return min_of(difference, I(0) - difference);
}

template <class I>
I transposed_slack(const Dim4<I>& src, const Dim4<I>& dst) {
  const auto apart = [](const I& a, const I& b) { return max_of(a - b, b - a); };
  return I(0) -
         (apart(src.n, dst.c) + apart(src.c, dst.n) + apart(src.h, dst.h) + apart(src.w, dst.w));
}

template <class I>
I convertible_slack(const I& from, const I& to) {
  Truth<I> known(false);
  for (int a = 0; a < format_count; ++a)
    for (int b = 0; b < format_count; ++b)
      if (is_convertible(static_cast<Format>(a), static_cast<Format>(b)))
        known = any_of(known, all_of(from == I(a), to == I(b)));
  return exactly<I>(known);
}

// ---- constraints that compare no value with a bound ----

template <class I>
I slack(const MachineShape<I>& m, const Linear<I>& op, ConstraintId id) {
  if (id == ConstraintId::overlap) return operands_gap(m, op);
  return place_slack(m, op, id);
}

template <class I>
I slack(const MachineShape<I>& m, const Matrix2D<I>& op, ConstraintId id) {
  if (id == ConstraintId::row_stride_col)
    return where<I>(is(op.direction, Direction::L2S), rows_apart(op.row, op.col, op.row_stride));
  if (id == ConstraintId::result_add_float32)
    return where<I>(op.result_add != I(0), at_most(op.format, static_cast<int>(Format::float32)));
  return place_slack(m, op, id);
}

template <class I>
I slack(const MachineShape<I>& m, const Tensor4D<I>& op, ConstraintId id) {
  const auto transposed = op.transpose != I(0);
  switch (id) {
    case ConstraintId::shapes_count:
      return where<I>(negation(transposed), same_count_slack(op.src_shape, op.dst_shape));
    case ConstraintId::transpose_shape:
      return where<I>(transposed, transposed_slack(op.src_shape, op.dst_shape));
    case ConstraintId::formats_convertible: return convertible_slack(op.src_format, op.dst_format);
    case ConstraintId::transpose_formats:
      return where<I>(transposed, exactly<I>(op.src_format == op.dst_format));
    case ConstraintId::dst_alias: return alias_slack(m, operand_of(m, op, on_dst));
    case ConstraintId::overlap: return operands_gap(m, op);
    default: return place_slack(m, op, id);
  }
}

template <class I>
I slack(const MachineShape<I>& m, const Fill4D<I>& op, ConstraintId id) {
  return place_slack(m, op, id);
}

template <class I>
I slack(const MachineShape<I>& m, const CWTranspose<I>& op, ConstraintId id) {
  if (id == ConstraintId::dst_c_stride_min) return rows_apart(op.src_w, op.src_c, op.dst_c_stride);
  if (id == ConstraintId::overlap) return operands_gap(m, op);
  return place_slack(m, op, id);
}

template <class I>
I slack(const MachineShape<I>& m, const MaskedCopy<I>& op, ConstraintId id) {
  return place_slack(m, op, id);
}

// See spec::step.
template <class I, class Op>
I edge_step(const MachineShape<I>& m, const Op& op, const Constraint& constraint) {
  if (!is_of_place(constraint.rule)) return I(1);
  if (constraint.rule == Rule::end) return I(side_of(op, constraint.operand).element_bytes);
  return unit_of(m, op, constraint.operand);
}

}  // namespace strideproof::spec::bm_atomic
