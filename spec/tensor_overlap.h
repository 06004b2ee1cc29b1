#pragma once
// Overlap within a tensor and between two, lane by lane, in elements, as addresses are multiples of
// the element size. A row of adjacent elements (a w stride of 1) is one run; a row of others is W
// runs of one element.

#include "spec/layout.h"
#include "spec/overlap.h"

namespace strideproof::spec {

// The runs of a tensor: the first lies `first` units from the start of its memory, the others n,
// `blocks`, h (and w) steps further in each dimension.
template <class I>
Box<I> runs_of(const Tensor<I>& t, const I& first, const I& blocks) {
  const auto adjacent = any_of(t.shape.w == I(1), t.stride.w == I(1));
  return {first,
          select(adjacent, t.shape.w, I(1)),
          {t.shape.n, blocks, t.shape.h, select(adjacent, I(1), t.shape.w)},
          {t.stride.n, t.stride.c, t.stride.h, t.stride.w}};
}

// The rows of a tensor in one lane, offsets in elements from the start of the lane.
template <class I>
Box<I> rows_in_lane(const MachineShape<I>& m, const Tensor<I>& t, const BlockRows<I>& blocks) {
  const I start = start_of(m, t.address).offset / I(t.element_bytes);
  return runs_of(t, start + blocks.first * t.stride.c, blocks.count);
}

// The rows of a tensor outside local memory.
template <class I>
Box<I> rows_in_system(const Tensor<I>& t) {
  return runs_of(t, t.address / I(t.element_bytes), t.shape.c);
}

// All rows, in local memory those of the start lane: no lane has more block rows.
template <class I>
Box<I> fullest_rows(const MachineShape<I>& m, const Tensor<I>& t) {
  if (t.space != Space::local) return rows_in_system(t);
  const I lane = start_of(m, t.address).lane;
  return rows_in_lane(m, t, block_rows(m, lane, t.shape.c, lane));
}

// In ascending order of lanes, a tensor gains block row 0 at its start lane and loses its last
// block row after the lane of its last channel; nothing else changes. So every combination of block
// rows of two tensors occurs in one of these lanes.
template <class I>
std::array<I, 3> deciding_lanes(const MachineShape<I>& m, const Tensor<I>& a, const Tensor<I>& b) {
  return {I(0), start_of(m, a.address).lane, start_of(m, b.address).lane};
}

// True if every element of one lies at the address of the same element of the other. Precondition:
// shapes and element sizes are equal.
template <class I>
Truth<I> maps_onto_itself(const MachineShape<I>& m, const Tensor<I>& a, const Tensor<I>& b) {
  const Dim4<I>& shape = a.shape;
  I last_block = shape.c - I(1);
  if (a.space == Space::local)
    last_block = block_row_of(m, start_of(m, a.address).lane, last_block);
  return all_of(a.address == b.address, any_of(shape.n == I(1), a.stride.n == b.stride.n),
                any_of(last_block == I(0), a.stride.c == b.stride.c),
                any_of(shape.h == I(1), a.stride.h == b.stride.h),
                any_of(shape.w == I(1), a.stride.w == b.stride.w));
}

// See nested_slack: >= 0 only where no two elements share a byte, and from -1 down to the negated
// length of a run two do.
template <class I>
I alias_slack(const MachineShape<I>& m, const Tensor<I>& t) {
  return nested_slack(fullest_rows(m, t));
}

// The smallest gap between the bounding ranges of two tensors in local memory, in elements, over
// those of the given lanes that both touch (see range_slack); `unbounded` if there is no such lane.
template <class I>
I overlap_slack_in(const MachineShape<I>& m, const Tensor<I>& a, const Tensor<I>& b,
                   const std::array<I, 3>& lanes) {
  const I p = start_of(m, a.address).lane, q = start_of(m, b.address).lane;
  I slack(unbounded);
  for (const I& lane : lanes) {
    const BlockRows<I> of_a = block_rows(m, p, a.shape.c, lane);
    const BlockRows<I> of_b = block_rows(m, q, b.shape.c, lane);
    const I gap = range_slack(rows_in_lane(m, a, of_a), rows_in_lane(m, b, of_b));
    slack = select(all_of((lane < m.lanes), of_a.count > I(0), of_b.count > I(0)),
                   min_of(slack, gap), slack);
  }
  return slack;
}

// The same over all lanes, or outside local memory. Both tensors are in one space.
template <class I>
I overlap_slack(const MachineShape<I>& m, const Tensor<I>& a, const Tensor<I>& b) {
  if (a.space != Space::local) return range_slack(rows_in_system(a), rows_in_system(b));
  return overlap_slack_in(m, a, b, deciding_lanes(m, a, b));
}

// Exact for every w stride. Strides >= 0 where used; all bytes exist.
OverlapAnswer is_injective(const MachineShape<int64_t>& m, const Tensor<int64_t>& t,
                           int64_t budget = overlap_budget);
OverlapAnswer are_disjoint(const MachineShape<int64_t>& m, const Tensor<int64_t>& a,
                           const Tensor<int64_t>& b, int64_t budget = overlap_budget);

}  // namespace strideproof::spec
