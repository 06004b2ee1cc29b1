#pragma once
// Family tik: its constraints and landmarks; see spec/operand.h.
//
//   byte t of burst n is at  offset + n*(burst + gap)*32 + t    0 <= n < nburst, 0 <= t < 32*burst

#include "spec/footprint.h"
#include "spec/landmarks.h"
#include "spec/vocabulary/tik.h"

namespace strideproof::spec::tik {

using namespace strideproof::tik;

inline constexpr int64_t bytes_of_dtype[dtype_count] = {1, 1, 2, 2, 2, 4, 4, 4, 8, 8};

template <class I>
Truth<I> is(const I& space, Space which) {
  return space == I(static_cast<int64_t>(which));
}

struct Spec : TensorFamily<Spec> {
  using Base = TensorFamily<Spec>;

  template <class I, class See>
  static auto visit(const Operation&, const Arguments<I>& arguments, See see) {
    return see(slots_as<Move>(arguments));
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
  // A tensor of blocks, whose rows are the bursts.
  template <class I>
  static Tensor<I> tensor(const MachineShape<I>&, const Move<I>& op, Operands which) {
    const I zero(0), one(1), &gap = which == on_dst ? op.dst_stride : op.src_stride;
    const NamedOperand<I> at = side(op, which);
    return {at.space,
            block_bytes,
            at.address,
            {op.nburst, one, one, op.burst},
            {op.burst + gap, zero, zero, one},
            op.burst};
  }

  template <class I>
  static I unit(const MachineShape<I>&, const Move<I>& op, Operands which) {
    return select(is(space(op, which), Space::system), I(1), I(block_bytes));
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
  static I own(const MachineShape<I>&, const Move<I>& op, ConstraintId) {
    const auto from_ub =
        all_of(is(op.src_space, Space::ub),
               any_of(is(op.dst_space, Space::ub), is(op.dst_space, Space::system)));
    const auto from_gm = all_of(is(op.src_space, Space::system),
                                any_of(is(op.dst_space, Space::ub), is(op.dst_space, Space::l1)));
    return select(any_of(from_ub, from_gm), I(0), I(-1));
  }
  // In words in spec/vocabulary/tik.cpp.
  template <class I>
  static Truth<I> meets(const MachineShape<I>& m, const Move<I>& op, const OperandsOf<I>& x,
                        LandmarkId landmark) {
    const I zero(0), one(1), &from = op.src_stride, &to = op.dst_stride;
    switch (landmark) {
      case LandmarkId::strides_unused: return all_of(op.nburst == one, from + to > zero);
      case LandmarkId::both_apart:
        return all_of(op.nburst > one, from > zero, to > zero, from != to);
      case LandmarkId::maps_onto_itself:
        return all_of(Truth<I>(x.dst.tensor.space == x.src.tensor.space),
                      Spec::maps_onto_itself(m, op, on_src));
      case LandmarkId::operands_adjacent: return Spec::overlap(m, op, on_src) == zero;
      case LandmarkId::operands_interleaved: return interleaves<Spec>(m, op, on_src);
      default: return Truth<I>(false);  // of another family
    }
  }

  // 1 for an unknown dtype, as if bytes were moved.
  static int64_t dtype_bytes(const Move<int64_t>& op, Operands = on_dst) {
    const bool known = op.dtype >= 0 && op.dtype < dtype_count;
    return known ? bytes_of_dtype[op.dtype] : 1;
  }
  static int64_t cost(const Move<int64_t>& op) {
    return element_count({op.nburst, 1, block_bytes / dtype_bytes(op), op.burst});
  }
  static constexpr auto exists = [](const auto&, const auto& op, Operands which) {
    return is(space(op, which), side(op, which).space);
  };
};

}  // namespace strideproof::spec::tik
