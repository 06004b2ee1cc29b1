#pragma once
// Family tik: the meaning of each constraint of data_move. Templates over the integer type: the
// code that evaluates a case is the code that the solver sees.
//
//   byte t of burst n is at  offset + n*(burst + gap)*32 + t    0 <= n < nburst, 0 <= t < 32*burst

#include "spec/footprint.h"
#include "spec/landmarks.h"
#include "spec/vocabulary/tik.h"

namespace strideproof::tik {

inline int64_t element_bytes(DType dtype) {
  constexpr int64_t bytes[dtype_count] = {1, 1, 2, 2, 2, 4, 4, 4, 8, 8};
  return bytes[static_cast<int>(dtype)];
}

}  // namespace strideproof::tik

namespace strideproof::spec::tik {

using namespace strideproof::tik;

inline constexpr int64_t block_bytes = 32;

template <class I>
Truth<I> is(const I& space, Space which) {
  return space == I(static_cast<int64_t>(which));
}

// ---- operands: tensors of blocks, whose rows are the bursts ----

template <class I>
Tensor<I> bursts_of(const Move<I>& op, Space space, const I& address, const I& gap) {
  const I zero(0), one(1);
  return {space,
          block_bytes,
          address,
          {op.nburst, one, one, op.burst},
          {op.burst + gap, zero, zero, one},
          op.burst};
}

// ---- constraints: slack(...) >= 0 iff the constraint holds, 0 on its edge ----

template <class I>
Truth<I> known_path(const Move<I>& op) {
  const auto from_ub = all_of(is(op.src_space, Space::ub),
                              any_of(is(op.dst_space, Space::ub), is(op.dst_space, Space::system)));
  const auto from_gm = all_of(is(op.src_space, Space::system),
                              any_of(is(op.dst_space, Space::ub), is(op.dst_space, Space::l1)));
  return any_of(from_ub, from_gm);
}

// The smallest gap in bytes between bursts with the same step (or a single burst); >= 0 iff they
// are disjoint. `upper` starts `distance` bytes after `lower`. The first burst of `upper` lies in
// period `skipped` of `lower`, `into` bytes after the start of that period.
template <class I>
I equal_step_slack(const Tensor<I>& a, const Tensor<I>& b) {
  const I one(1), far(unbounded), block(block_bytes), &count = a.shape.n;
  const I bytes = a.shape.w * block, step = select(count == one, bytes, a.stride.n * block);
  const I distance = max_of(a.address - b.address, b.address - a.address);
  const I skipped = distance / step, into = distance % step;
  const I before = select(skipped < count, into - bytes, far);
  const I next = select(skipped + one < count, step - into - bytes, far);
  return min_of(before, next);
}

// Two operands in UB. >= 0: disjoint. With equal steps, < 0: they share a byte. With other steps,
// -1: they share a byte or interleave, which are_disjoint() decides.
template <class I>
I bursts_slack(const MachineShape<I>& m, const Tensor<I>& dst, const Tensor<I>& src) {
  const I gap = overlap_slack(m, dst, src) * I(block_bytes);
  const auto equal_steps = any_of(dst.shape.n == I(1), dst.stride.n == src.stride.n);
  return select(equal_steps, equal_step_slack(dst, src), select(gap >= I(0), gap, I(-1)));
}

// ---- landmarks that a legal case meets; in words in spec/vocabulary/tik.cpp ----

// Landmarks of two operands in UB, which are disjoint or identical.
template <class I>
Truth<I> meets_pair(const MachineShape<I>& m, const Tensor<I>& a, const Tensor<I>& b,
                    LandmarkId landmark) {
  if (a.space != b.space) return Truth<I>(false);
  const auto same = maps_onto_itself(m, a, b);
  const I gap = overlap_slack(m, a, b);
  if (landmark == LandmarkId::maps_onto_itself) return same;
  if (landmark == LandmarkId::operands_adjacent) return gap == I(0);
  return all_of(negation(same), gap < I(0));
}

template <class I>
Truth<I> meets_own(const MachineShape<I>& m, const Move<I>& op, const Tensor<I>& dst,
                   const Tensor<I>& src, LandmarkId landmark) {
  const I zero(0), one(1), &from = op.src_stride, &to = op.dst_stride;
  switch (landmark) {
    case LandmarkId::strides_unused: return all_of(op.nburst == one, from + to > zero);
    case LandmarkId::both_apart: return all_of(op.nburst > one, from > zero, to > zero, from != to);
    case LandmarkId::maps_onto_itself:
    case LandmarkId::operands_adjacent:
    case LandmarkId::operands_interleaved: return meets_pair(m, dst, src, landmark);
    default: return Truth<I>(false);  // of another family
  }
}

struct Spec : TensorFamily<Spec> {
  using Base = TensorFamily<Spec>;

  template <class I, class See>
  static auto visit(const Operation&, const Arguments<I>& arguments, See see) {
    return see(move_of(arguments));
  }
  template <class I>
  static const I& space(const Move<I>& op, Operands which) {
    return which == on_dst ? op.dst_space : op.src_space;
  }
  // Elements are blocks. A case with an unknown space violates `path`, which is evaluated first.
  template <class I>
  static NamedOperand<I> side(const Move<I>& op, Operands which) {
    Space known = Space::l0b;
    for (const Space s : {Space::system, Space::ub, Space::l1})
      if (is(space(op, which), s)) known = s;
    return {known, block_bytes, which == on_dst ? op.dst : op.src};
  }
  template <class I>
  static Tensor<I> tensor(const MachineShape<I>&, const Move<I>& op, Operands which) {
    const NamedOperand<I> at = side(op, which);
    return bursts_of(op, at.space, at.address, which == on_dst ? op.dst_stride : op.src_stride);
  }
  static constexpr auto is_given = [](const auto&, Operands) { return true; };

  template <class I>
  static I unit(const MachineShape<I>&, const Move<I>& op, Operands which) {
    return select(is(space(op, which), Space::system), I(1), I(block_bytes));
  }
  template <class I>
  static I step(const MachineShape<I>& m, const Move<I>& op, const Constraint& constraint) {
    return constraint.rule == Rule::overlap ? I(block_bytes) : Base::step(m, op, constraint);
  }
  // Addresses in GM need no alignment.
  template <class I>
  static I aligned(const MachineShape<I>& m, const Move<I>& op, Operands which) {
    return select(is(space(op, which), Space::system), I(unbounded), Base::aligned(m, op, which));
  }
  // In a buffer the edge is the last block.
  template <class I>
  static I start(const MachineShape<I>& m, const Move<I>& op, Operands which) {
    const NamedOperand<I> at = side(op, which);
    if (at.space == Space::system) return start_slack(m, at.space, at.address);
    return buffer_bytes(m, at.space) - I(block_bytes) - min_of(at.address, I(unbounded));
  }
  template <class I>
  static I overlap(const MachineShape<I>& m, const Move<I>& op, Operands which) {
    const auto [dst, src] = Base::dst_and(m, op, which);
    if (dst.space != src.space) return I(unbounded);
    return select(spec::maps_onto_itself(m, dst, src), I(unbounded), bursts_slack(m, dst, src));
  }
  template <class I>
  static I own(const MachineShape<I>&, const Move<I>& op, ConstraintId) {
    return select(known_path(op), I(0), I(-1));
  }
  template <class I>
  static Truth<I> meets(const MachineShape<I>& m, const Move<I>& op, const OperandsOf<I>& x,
                        LandmarkId landmark) {
    return meets_own(m, op, x.dst.tensor, x.src.tensor, landmark);
  }

  // 1 for an unknown dtype, as if bytes were moved.
  static int64_t dtype_bytes(const Move<int64_t>& op, Operands = on_dst) {
    const bool known = op.dtype >= 0 && op.dtype < dtype_count;
    return known ? element_bytes(static_cast<DType>(op.dtype)) : 1;
  }
  static int64_t cost(const Move<int64_t>& op) {
    return element_count({op.nburst, 1, block_bytes / dtype_bytes(op), op.burst});
  }
  static constexpr auto exists = [](const auto&, const auto& op, Operands which) {
    return is(space(op, which), side(op, which).space);
  };
};

}  // namespace strideproof::spec::tik
