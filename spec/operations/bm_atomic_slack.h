#pragma once
// Family bm-atomic: the meaning of each constraint. slack(...) >= 0 iff the constraint holds, 0 on
// its edge. Templates over the integer type: the code that evaluates a case is the code that the
// solver sees.

#include "spec/operations/bm_atomic.h"
#include "spec/slack.h"
#include "spec/tensor_overlap.h"

namespace strideproof::spec::bm_atomic {

inline constexpr int64_t largest_extent = 65535;
inline constexpr Dim4<int64_t> largest_shape = {largest_extent, largest_extent, largest_extent,
                                                largest_extent};

// 0 if it holds, else -1: a constraint without distance to its edge.
template <class I>
I exactly(const Truth<I>& holds) {
  return select(holds, I(0), I(-1));
}

template <class I>
I where(const Truth<I>& counts, const I& slack) {
  return select(counts, slack, I(unbounded));
}

template <class I>
I format_slack(const I& format) {
  return at_most(format, format_count - 1);
}

// Positions among the limits of dst's shape, or the only one, and of src's; see slack.h.
inline int dst_limit(ConstraintId label) {
  return position(label, ConstraintId::dst_shape_n_min, ConstraintId::dst_shape_w_max);
}
inline int src_limit(ConstraintId label) {
  return position(label, ConstraintId::src_shape_n_min, ConstraintId::src_shape_w_max);
}

// ---- the place of an operand ----

// Applies only if the operand is in lanes.
template <class I>
I lane_slack(const MachineShape<I>& m, const Side<I>& side) {
  return side.memory == Memory::lanes ? m.lanes - I(1) - side.lane : I(unbounded);
}

template <class I, class Mutation, class Op>
I operand_start_slack(const MachineShape<I>& m, const Op& op, Operands which) {
  const Side<I> side = side_of(op, which);
  if (side.memory == Memory::lanes) return m.lane_bytes - I(1) - side.address;
  return start_slack<I, Mutation>(machine_of(m, side.memory), Space::system, side.address);
}

template <class I, class Mutation, class Op>
I operand_end_slack(const MachineShape<I>& m, const Op& op, Operands which) {
  const MachineShape<I> seen = machine_of(m, side_of(op, which).memory);
  return end_slack<I, Mutation>(seen, operand_of<I, Mutation>(seen, op, which));
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

template <class I, class Mutation, class Op>
I place_slack(const MachineShape<I>& m, const Op& op, ConstraintId label) {
  switch (label) {
    case ConstraintId::dst_local_idx_max:
      return lane_slack(m, side_of(op, operands_of(op) == on_all ? on_src : on_dst));
    case ConstraintId::src_local_idx_max: return lane_slack(m, side_of(op, on_src));
    case ConstraintId::local_aligned:
    case ConstraintId::dst_addr_aligned: return operand_alignment_slack(m, op, on_dst);
    case ConstraintId::global_aligned:
    case ConstraintId::src_addr_aligned: return operand_alignment_slack(m, op, on_src);
    case ConstraintId::src1_addr_aligned: return operand_alignment_slack(m, op, on_src1);
    case ConstraintId::local_start:
    case ConstraintId::dst_addr_start: return operand_start_slack<I, Mutation>(m, op, on_dst);
    case ConstraintId::global_start:
    case ConstraintId::src_addr_start: return operand_start_slack<I, Mutation>(m, op, on_src);
    case ConstraintId::src1_addr_start: return operand_start_slack<I, Mutation>(m, op, on_src1);
    case ConstraintId::local_end:
    case ConstraintId::dst_end: return operand_end_slack<I, Mutation>(m, op, on_dst);
    case ConstraintId::global_end:
    case ConstraintId::src_end: return operand_end_slack<I, Mutation>(m, op, on_src);
    case ConstraintId::src1_end: return operand_end_slack<I, Mutation>(m, op, on_src1);
    default: return I(unbounded);  // of another operation
  }
}

// ---- overlap of two operands ----

// See overlap_slack: only the sound part; holds() decides values below -1. In units of the smaller
// element. Operands of different memories never meet.
template <class I, class Mutation, class Op>
I operands_gap(const MachineShape<I>& m, const Op& op) {
  if (side_of(op, on_dst).memory != side_of(op, on_src).memory) return I(unbounded);
  const Tensor<I> dst = operand_of<I, Mutation>(m, op, on_dst),
                  src = operand_of<I, Mutation>(m, op, on_src);
  const int64_t unit = min_of(dst.element_bytes, src.element_bytes);
  return overlap_slack<I, Mutation>(m, in_units(dst, unit), in_units(src, unit));
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

// ---- constraints ----

template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const Linear<I>& op, ConstraintId label) {
  switch (label) {
    case ConstraintId::length_min: return at_least(op.length, 1);
    case ConstraintId::format_known: return format_slack(op.format);
    case ConstraintId::direction_known: return at_most(op.direction, direction_count - 1);
    case ConstraintId::overlap: return operands_gap<I, Mutation>(m, op);
    default: return place_slack<I, Mutation>(m, op, label);
  }
}

template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const Matrix2D<I>& op, ConstraintId label) {
  switch (label) {
    case ConstraintId::row_min: return at_least(op.row, 1);
    case ConstraintId::row_max: return at_most(op.row, largest_extent);
    case ConstraintId::col_min: return at_least(op.col, 1);
    case ConstraintId::col_max: return at_most(op.col, largest_extent);
    case ConstraintId::sec_size_min: return at_least(op.sec_size, 1);
    case ConstraintId::sec_size_max: return at_most(op.sec_size, largest_extent);
    case ConstraintId::row_stride_col:
      return where<I>(is(op.direction, Direction::L2S),
                      rows_apart<I, Mutation>(op.row, op.col, op.row_stride));
    case ConstraintId::format_known: return format_slack(op.format);
    case ConstraintId::direction_allowed:
      return at_most(op.direction, static_cast<int>(Direction::L2S));
    case ConstraintId::result_add_float32:
      return where<I>(op.result_add != I(0), at_most(op.format, static_cast<int>(Format::float32)));
    default: return place_slack<I, Mutation>(m, op, label);
  }
}

template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const Tensor4D<I>& op, ConstraintId label) {
  if (const int i = dst_limit(label); i >= 0) return limit_slack(op.dst_shape, i, largest_shape);
  if (const int i = src_limit(label); i >= 0) return limit_slack(op.src_shape, i, largest_shape);
  const auto transposed = op.transpose != I(0);
  switch (label) {
    case ConstraintId::src_format_known: return format_slack(op.src_format);
    case ConstraintId::dst_format_known: return format_slack(op.dst_format);
    case ConstraintId::direction_known: return at_most(op.direction, direction_count - 1);
    case ConstraintId::dst_stride_w_one: return one_slack(op.dst_stride.w);
    case ConstraintId::src_stride_w_one: return one_slack(op.src_stride.w);
    case ConstraintId::shapes_count:
      return where<I>(negation(transposed), same_count_slack(op.src_shape, op.dst_shape));
    case ConstraintId::transpose_shape:
      return where<I>(transposed, transposed_slack(op.src_shape, op.dst_shape));
    case ConstraintId::formats_convertible: return convertible_slack(op.src_format, op.dst_format);
    case ConstraintId::transpose_formats:
      return where<I>(transposed, exactly<I>(op.src_format == op.dst_format));
    case ConstraintId::dst_alias:
      return alias_slack<I, Mutation>(m, operand_of<I, Mutation>(m, op, on_dst));
    case ConstraintId::overlap: return operands_gap<I, Mutation>(m, op);
    default: return place_slack<I, Mutation>(m, op, label);
  }
}

template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const Fill4D<I>& op, ConstraintId label) {
  if (const int i = dst_limit(label); i >= 0) return limit_slack(op.shape, i, largest_shape);
  switch (label) {
    case ConstraintId::format_known: return format_slack(op.format);
    case ConstraintId::dst_stride_w_one: return one_slack(op.stride.w);
    default: return place_slack<I, Mutation>(m, op, label);
  }
}

template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const CWTranspose<I>& op, ConstraintId label) {
  switch (label) {
    case ConstraintId::src_c_min: return at_least(op.src_c, 1);
    case ConstraintId::src_c_max: return at_most(op.src_c, largest_extent);
    case ConstraintId::src_w_min: return at_least(op.src_w, 1);
    case ConstraintId::src_w_max: return at_most(op.src_w, largest_extent);
    case ConstraintId::dst_c_stride_min:
      return rows_apart<I, Mutation>(op.src_w, op.src_c, op.dst_c_stride);
    case ConstraintId::format_known: return format_slack(op.format);
    case ConstraintId::overlap: return operands_gap<I, Mutation>(m, op);
    default: return place_slack<I, Mutation>(m, op, label);
  }
}

template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const MaskedCopy<I>& op, ConstraintId label) {
  if (const int i = dst_limit(label); i >= 0) return limit_slack(op.shape, i, largest_shape);
  return place_slack<I, Mutation>(m, op, label);
}

// ---- steps, see spec::step ----

template <class I, class Op>
I edge_step(const MachineShape<I>& m, const Op& op, ConstraintId label) {
  switch (label) {
    case ConstraintId::local_aligned:
    case ConstraintId::local_start:
    case ConstraintId::dst_addr_aligned:
    case ConstraintId::dst_addr_start: return unit_of(m, op, on_dst);
    case ConstraintId::global_aligned:
    case ConstraintId::global_start:
    case ConstraintId::src_addr_aligned:
    case ConstraintId::src_addr_start: return unit_of(m, op, on_src);
    case ConstraintId::src1_addr_aligned:
    case ConstraintId::src1_addr_start: return unit_of(m, op, on_src1);
    case ConstraintId::local_end:
    case ConstraintId::dst_end: return I(side_of(op, on_dst).element_bytes);
    case ConstraintId::global_end:
    case ConstraintId::src_end:
    case ConstraintId::src1_end: return I(side_of(op, on_src).element_bytes);
    default: return I(1);
  }
}

template <class I>
I edge_step(const MachineShape<I>& m, const Operation& operation, const Arguments<I>& arguments,
            ConstraintId label) {
  return with_view(operation, arguments, [&](const auto& op) { return edge_step(m, op, label); });
}

template <class I, class Mutation = Original>
I slack(const MachineShape<I>& m, const Operation& operation, const Arguments<I>& arguments,
        ConstraintId label) {
  return with_view(operation, arguments,
                   [&](const auto& op) { return slack<I, Mutation>(m, op, label); });
}

}  // namespace strideproof::spec::bm_atomic
