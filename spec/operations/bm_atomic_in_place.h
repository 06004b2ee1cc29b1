#pragma once
// Family bm-atomic: does every element of a copy map onto itself, bytes unchanged? Shapes may differ.

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
  return outer.stride == next;
}
// Both as one dimension, where they go on.
template <class I>
Steps<I> as_one(const Steps<I>& inner, const Steps<I>& outer) {
  return {inner.extent * outer.extent, inner.stride};
}

// ---- of copies that are legal but for what operands share: counts equal, extents >= 1, X > 1 ----

bool is_in_place(const MachineShape<int64_t>& m, const Linear<int64_t>& op);
bool is_in_place(const MachineShape<int64_t>& m, const Tensor4D<int64_t>& op);

// Only element (0, 0) of dst and of src are in the same lane wherever they start together.
template <class I, class Plant = Sound>
Truth<I> is_in_place(const MachineShape<I>& m, const CWTranspose<I>& op) {
  const I one(1);
  return all_of(op.src_c == one,
                any_of(Truth<I>(Plant::has(Fault::in_place_ignores_columns)), op.src_w == one),
                operand_of(m, op, on_src).address == operand_of(m, op, on_dst).address);
}

}  // namespace strideproof::spec::bm_atomic
