#pragma once
// Family bm-atomic: decides if both operands of a copy describe the same elements at the same
// addresses. Templates over the integer type, for copies that are legal apart from overlap.

#include "spec/operations/bm_atomic.h"
#include "spec/tensor_overlap.h"

namespace strideproof::spec::bm_atomic {

template <class I>
Truth<I> same_shape(const Dim4<I>& a, const Dim4<I>& b) {
  return all_of(a.n == b.n, a.c == b.c, a.h == b.h, a.w == b.w);
}

template <class I>
Truth<I> is_in_place(const MachineShape<I>&, const Linear<I>& op) {
  return op.src_addr == op.dst_addr;
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

}  // namespace strideproof::spec::bm_atomic
