#pragma once
// Family bm-atomic: does every element of a copy map onto itself, bytes unchanged? Shapes may differ.
// Templates over the integer type; of copies that are legal but for what operands share: counts
// equal, extents >= 1, X > 1.

#include <vector>

#include "spec/operations/bm_atomic.h"

namespace strideproof::spec::bm_atomic {

// ---- walks ----

// A dimension of a walk: `extent` steps of `stride`.
template <class I>
struct Steps {
  I extent, stride;
  friend bool operator==(const Steps&, const Steps&) = default;
};
// Is the step of the outer dimension the one that would follow the last of the inner one?
template <class I, class Plant = Sound>
Truth<I> go_on(const Steps<I>& inner, const Steps<I>& outer) {
  const I next = inner.extent * inner.stride;
  if constexpr (Plant::has(Fault::steps_joined_over_gap)) return outer.stride >= next;
  if constexpr (Plant::has(Fault::steps_never_joined)) return Truth<I>(false);
  return outer.stride == next;
}
// Both as one dimension, where they go on.
template <class I>
Steps<I> as_one(const Steps<I>& inner, const Steps<I>& outer) {
  return {inner.extent * outer.extent, inner.stride};
}

// Dimensions, the innermost first.
template <class I>
using Walk = std::vector<Steps<I>>;

// Adds a dimension outside the others: not where it is a single step, and as one with the last where
// they go on.
template <class I, class Plant = Sound>
void add_outside(Walk<I>& walk, const Steps<I>& outer) {
  if (outer.extent == I(1)) return;
  if (!walk.empty() && go_on<I, Plant>(walk.back(), outer))
    walk.back() = as_one(walk.back(), outer);
  else
    walk.push_back(outer);
}
// Two walks of as many steps visit the same places in the same order iff this form is the same: its
// innermost dimension ends with the first step that has another length.
template <class I, class Plant = Sound>
Walk<I> reduced(const Walk<I>& dimensions) {
  Walk<I> walk;
  for (const Steps<I>& dimension : dimensions) add_outside<I, Plant>(walk, dimension);
  return walk;
}

template <class I, class Plant = Sound>
Truth<I> are_equal(const Walk<I>& a, const Walk<I>& b) {
  if constexpr (Plant::has(Fault::walks_compared_by_number)) return a.size() == b.size();
  return a == b;
}

// Do two walks of as many steps visit the same places in the same order?
template <class Plant>
struct VisitTheSame {
  template <class I>
  Truth<I> operator()(const Walk<I>& a, const Walk<I>& b) const {
    return are_equal<I, Plant>(reduced<I, Plant>(a), reduced<I, Plant>(b));
  }
};

// ---- tensors that start at the same byte, of the same space ----

template <class I>
Walk<I> channel_of(const Tensor<I>& t) {
  return {{t.shape.w, I(1)}, {t.shape.h, t.stride.h}};
}
// What a lane holds of a tensor whose channels are a multiple of X.
template <class I>
Walk<I> rows_of_lane(const MachineShape<I>& m, const Tensor<I>& t) {
  return {{t.shape.c / m.lanes, t.stride.c}, {t.shape.n, t.stride.n}};
}

// `same` compares two walks of as many steps: VisitTheSame. Also of tensors in lanes that have one
// channel.
template <class I, class Same>
Truth<I> same_in_system(const Tensor<I>& a, const Tensor<I>& b, const Same& same) {
  const auto whole = [](const Tensor<I>& t) -> Walk<I> {
    return {{t.shape.w, I(1)},
            {t.shape.h, t.stride.h},
            {t.shape.c, t.stride.c},
            {t.shape.n, t.stride.n}};
  };
  return same(whole(a), whole(b));
}

// The first element in another lane ends the first channel, so channels have the same size unless
// there is one alone. Where their numbers differ, the step from the last channel of an n to the next
// n must lead one lane on: they are multiples of X, and each lane walks through n and block rows,
// lanes below the start lane from block row 1.
template <class I, class Plant = Sound, class Same>
Truth<I> same_in_lanes(const MachineShape<I>& m, const Tensor<I>& a, const Tensor<I>& b,
                       const Same& same) {
  const I zero(0), one(1);
  const Truth<I> refused(false);
  if (all_of(a.shape.c == one, b.shape.c == one)) return same_in_system(a, b, same);
  if (any_of(a.shape.c == one, b.shape.c == one, a.shape.h * a.shape.w != b.shape.h * b.shape.w))
    return refused;
  if (negation(same(channel_of(a), channel_of(b)))) return refused;
  const I start_lane = start_of(m, a.address).lane;
  if (a.shape.c == b.shape.c) {
    const auto one_row = block_row_of(m, start_lane, a.shape.c - one) == zero;
    return all_of(any_of(a.shape.n == one, a.stride.n == b.stride.n),
                  any_of(one_row, a.stride.c == b.stride.c));
  }
  if (any_of(a.shape.c % m.lanes != zero, b.shape.c % m.lanes != zero)) return refused;
  if (negation(same(rows_of_lane(m, a), rows_of_lane(m, b)))) return refused;
  const Truth<I> ignored(Plant::has(Fault::in_place_ignores_start));
  return any_of(ignored, start_lane == zero, a.stride.c == b.stride.c);
}

// ---- copies ----

// Rows of dst in the order in which transposed rows of src come.
template <class I>
Tensor<I> transposed(const Tensor<I>& t) {
  const auto exchanged = [](const Dim4<I>& d) -> Dim4<I> { return {d.c, d.n, d.h, d.w}; };
  return {t.space,     t.element_bytes, t.address, exchanged(t.shape), exchanged(t.stride),
          t.last_width};
}

template <class I, class Plant = Sound>
Truth<I> is_in_place(const MachineShape<I>&, const Linear<I>& op) {
  return op.src_addr == op.dst_addr;
}

template <class I, class Plant = Sound, class Same = VisitTheSame<Plant>>
Truth<I> is_in_place(const MachineShape<I>& m, const Tensor4D<I>& op, const Same& same = {}) {
  const Truth<I> refused(false);
  const Tensor<I> src = operand_of(m, op, on_src), dst = operand_of(m, op, on_dst);
  if (src.space != dst.space) return refused;
  if (any_of(op.src_format != op.dst_format, src.address != dst.address)) return refused;
  if (op.transpose == I(0)) {
    if (src.space == Space::system) return same_in_system(src, dst, same);
    return same_in_lanes<I, Plant>(m, src, dst, same);
  }
  // In lanes a channel of src lies one lane on from the one before, as an n of dst does not.
  if (src.space == Space::local)
    if (src.shape.n * src.shape.c != I(1)) return refused;
  const bool ignored = Plant::has(Fault::in_place_not_exchanged);
  return same_in_system(src, ignored ? dst : transposed(dst), same);
}

// Only element (0, 0) of dst and of src are in the same lane wherever they start together.
template <class I, class Plant = Sound>
Truth<I> is_in_place(const MachineShape<I>& m, const CWTranspose<I>& op) {
  const I one(1);
  return all_of(op.src_c == one,
                any_of(Truth<I>(Plant::has(Fault::in_place_ignores_columns)), op.src_w == one),
                operand_of(m, op, on_src).address == operand_of(m, op, on_dst).address);
}

}  // namespace strideproof::spec::bm_atomic
