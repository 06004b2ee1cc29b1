#pragma once
// Family bm-atomic: its constraints and landmarks; see spec/operand.h. Selectors decide by a fork
// of the path.

#include <type_traits>

#include "spec/footprint.h"
#include "spec/landmarks.h"
#include "spec/operations/bm_atomic.h"

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

template <class Op>
inline constexpr bool is_masked = requires(const Op& op) {
  op.mask_local_mem_addr;
};
template <class Op>
inline constexpr bool has_default_layout = is_masked<Op> || requires(const Op& op) {
  op.sec_size;
};

// ---- in place: both operands have the same elements at the same addresses ----

template <class I, class Op>
Truth<I> maps_onto_itself(const MachineShape<I>&, const Op&) {
  return Truth<I>(false);
}
template <class I>
Truth<I> maps_onto_itself(const MachineShape<I>&, const Linear<I>& op) {
  if (side_of(op, on_dst).flat != side_of(op, on_src).flat) return Truth<I>(false);
  return op.src_addr == op.dst_addr;
}

// A transpose with N = C = 1 moves nothing.
template <class I>
Truth<I> maps_onto_itself(const MachineShape<I>& m, const Tensor4D<I>& op) {
  const Tensor<I> src = operand_of(m, op, on_src), dst = operand_of(m, op, on_dst);
  if (src.space != dst.space) return Truth<I>(false);
  const I one(1);
  return all_of(op.src_format == op.dst_format, same_shape(src.shape, dst.shape),
                any_of(op.transpose == I(0), all_of(src.shape.n == one, src.shape.c == one)),
                maps_onto_itself(m, dst, src));
}

// A transpose of several elements is not in place, even if a single lane has each where it was.
template <class I>
Truth<I> maps_onto_itself(const MachineShape<I>& m, const CWTranspose<I>& op) {
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
  const auto distance = [](const I& a, const I& b) { return max_of(a - b, b - a); };
  return I(0) - (distance(src.n, dst.c) + distance(src.c, dst.n) + distance(src.h, dst.h) +
                 distance(src.w, dst.w));
}

template <class I>
I convertible_slack(const I& from, const I& to) {
  Truth<I> known = from == to;
  for (const auto& [a, b] : conversions) known = any_of(known, all_of(is(from, a), is(to, b)));
  return exactly<I>(known);
}

// ---- constraints that compare no value with a bound ----

template <class I>
I own_slack(const Matrix2D<I>& op, ConstraintId id) {
  if (id == ConstraintId::row_stride_col)
    return where<I>(is(op.direction, Direction::L2S), row_slack(op.row, op.col, op.row_stride));
  return where<I>(op.result_add != I(0), at_most(op.format, static_cast<int>(Format::float32)));
}
template <class I>
I own_slack(const Tensor4D<I>& op, ConstraintId id) {
  const auto transposed = op.transpose != I(0);
  switch (id) {
    case ConstraintId::shapes_count:
      return where<I>(negation(transposed), same_count_slack(op.src_shape, op.dst_shape));
    case ConstraintId::transpose_shape:
      return where<I>(transposed, transposed_slack(op.src_shape, op.dst_shape));
    case ConstraintId::formats_convertible: return convertible_slack(op.src_format, op.dst_format);
    default: return where<I>(transposed, exactly<I>(op.src_format == op.dst_format));
  }
}
template <class I>
I own_slack(const CWTranspose<I>& op, ConstraintId) {
  return row_slack(op.src_w, op.src_c, op.dst_c_stride);
}

struct Spec : TensorFamily<Spec> {
  using Base = TensorFamily<Spec>;
  static constexpr auto visit = STRIDEPROOF_OVERLOADS(with_view);
  static constexpr auto side = STRIDEPROOF_OVERLOADS(side_of);
  static constexpr auto tensor = STRIDEPROOF_OVERLOADS(operand_of);
  static constexpr auto use_of = STRIDEPROOF_OVERLOADS(run_operand);

  template <class Op>
  static bool is_given(const Op&, Operands) {
    return !has_default_layout<Op>;
  }
  template <class I, class Op>
  static I unit(const MachineShape<I>& m, const Op& op, Operands which) {
    if constexpr (is_masked<Op>)
      return m.unit_bytes * I(which == on_dst ? mask_dst_units : mask_local_units);
    else
      return I(side(op, which).element_bytes);
  }
  template <class I, class Op>
  static I step(const MachineShape<I>& m, const Op& op, const Constraint& constraint) {
    if (constraint.rule == Rule::end) return I(side(op, constraint.operand).element_bytes);
    return Base::step(m, op, constraint);
  }
  template <class I, class Op>
  static I start(const MachineShape<I>& m, const Op& op, Operands which) {
    const NamedOperand<I> at = side(op, which);
    if (at.space == Space::local) return m.lane_bytes - I(1) - at.address;
    return Base::start(m, op, which);
  }
  // In units of the smaller element.
  template <class I, class Op>
  static std::pair<Tensor<I>, Tensor<I>> dst_and(const MachineShape<I>& m, const Op& op,
                                                 Operands which) {
    const Tensor<I> dst = tensor(m, op, on_dst), src = tensor(m, op, which);
    const int64_t unit = min_of(dst.element_bytes, src.element_bytes);
    return {in_units(dst, unit), in_units(src, unit)};
  }
  template <class I, class Op>
  static Truth<I> maps_onto_itself(const MachineShape<I>& m, const Op& op, Operands) {
    return bm_atomic::maps_onto_itself(m, op);
  }
  template <class I, class Op>
  static I own(const MachineShape<I>& m, const Op& op, ConstraintId id) {
    if (id == ConstraintId::dst_local_idx_max || id == ConstraintId::src_local_idx_max) {
      const Operands which = id == ConstraintId::dst_local_idx_max ? on_dst : on_src;
      const NamedOperand<I> at = side(op, which);
      return at.space == Space::local ? m.lanes - I(1) - at.lane : I(unbounded);
    }
    if constexpr (requires { own_slack(op, id); })
      return own_slack(op, id);
    else
      return I(unbounded);  // of another operation
  }
  // In words in spec/vocabulary/bm_atomic.cpp.
  template <class I, class Op>
  static Truth<I> meets(const MachineShape<I>& m, const Op& op, const OperandsOf<I>& x,
                        LandmarkId landmark) {
    if constexpr (std::is_same_v<Op, Matrix2D<I>>)
      return meets_matrix<I>({op.row, op.col, op.row_stride, local_columns(op), op.sec_size,
                              element_bytes_of(op.format)},
                             landmark);
    if constexpr (std::is_same_v<Op, Tensor4D<I>>)
      if (landmark == LandmarkId::reshaped)
        return all_of(op.transpose == I(0), negation(same_shape(op.src_shape, op.dst_shape)));
    if constexpr (std::is_same_v<Op, CWTranspose<I>>) {
      if (landmark == LandmarkId::run_over_64ki) return op.src_c * op.src_w > I(many_elements);
      if (landmark == LandmarkId::square) return all_of(op.src_c == op.src_w, op.src_c > I(1));
    }
    if constexpr (std::is_same_v<Op, MaskedCopy<I>>) {
      auto same = op.data_local_mem_addr == op.mask_local_mem_addr;
      if (landmark == LandmarkId::mask_is_data) return same;
      if (landmark == LandmarkId::mask_meets_data)
        return all_of(negation(same), overlap_slack(m, x.src.tensor, x.src1.tensor) < I(0));
    }
    // Runs that share bytes; in a legal case they share all.
    if constexpr (std::is_same_v<Op, Linear<I>>)
      if (landmark == LandmarkId::maps_onto_itself) return overlap(m, op, on_src) < I(0);
    return meets_tensors<Spec>(m, op, x, landmark);
  }
  static constexpr auto exists = [](const auto& m, const auto& op, Operands which) {
    const auto at = side(op, which);
    return at.space != Space::local || (at.lane < m.lanes && at.address < m.lane_bytes);
  };
  template <class Op>
  static int64_t cost(const Op& op) {
    if constexpr (requires { op.length; }) return op.length;
    if constexpr (requires { op.row; }) return element_count({op.row, op.col, 1, 1});
    if constexpr (requires { op.src_c; }) return element_count({op.src_c, op.src_w, 1, 1});
    if constexpr (requires { op.shape; }) return element_count(op.shape);
    if constexpr (requires { op.dst_shape; }) {
      const int64_t src = element_count(op.src_shape), dst = element_count(op.dst_shape);
      return src == 0 || dst == 0 ? 0 : max_of(src, dst);
    }
  }
};

}  // namespace strideproof::spec::bm_atomic
