#pragma once
// Decides if two elements of a tensor, or two tensors, share a byte, in three stages:
//
//   a  strides that nest, disjoint bounding ranges: sound, and enough for common cases
//   b  two free dimensions: a closed form with a gcd, exact
//   c  otherwise an exact search over the strides, pruned by reach and gcd, under a budget
//
// a is a template over the integer type and proved; b and c are compared with brute force.

#include <array>
#include <cstdint>
#include <span>

#include "spec/layout.h"

namespace strideproof::spec {

inline constexpr int dimensions = 4;

// Runs of `run` adjacent units (elements, or bytes) that start at
//   first + i[0]*stride[0] + ... + i[3]*stride[3],   0 <= i[k] < extent[k].
// run >= 1, strides >= 0 where the extent exceeds 1.
template <class I>
struct Box {
  I first, run;
  std::array<I, dimensions> extent, stride;
};

template <class I>
I last_of(const Box<I>& box) {
  I last = box.first + box.run - I(1);
  for (int k = 0; k < dimensions; ++k) last = last + (box.extent[k] - I(1)) * box.stride[k];
  return last;
}

// ---- stage a ----

// The steps of dimension j are smaller than those of k; of two equal strides, the first is.
template <class I>
Truth<I> is_smaller(const Box<I>& box, int j, int k) {
  return j < k ? box.stride[j] <= box.stride[k] : box.stride[j] < box.stride[k];
}

// The smallest difference, over the dimensions of several runs, between a stride and the reach of
// all smaller strides.
//   >= 0           no two runs share a unit
//   [-run, -1]     two do: a step lands in the last run before it
//   below          unknown: the runs may interleave
template <class I>
I nested_slack(const Box<I>& box) {
  const I one(1);
  I slack = I(unbounded);
  for (int k = 0; k < dimensions; ++k) {
    I reach = box.run;
    for (int j = 0; j < dimensions; ++j)
      if (j != k)
        reach = reach + select(is_smaller(box, j, k), (box.extent[j] - one) * box.stride[j], I(0));
    slack = select(box.extent[k] == one, slack, min_of(slack, box.stride[k] - reach));
  }
  return slack;
}

// Units between the bounding ranges of two boxes; below 0 if the ranges overlap. At -1 the boxes
// share a unit, as the ends of a bounding range are in use.
template <class I>
I range_slack(const Box<I>& a, const Box<I>& b) {
  return max_of(b.first - last_of(a), a.first - last_of(b)) - I(1);
}

// ---- stages b and c, and all stages together; in overlap.cpp ----

enum class OverlapAnswer : uint8_t { no, yes, too_costly };

// The search nodes allowed for one question, about a millisecond.
inline constexpr int64_t overlap_budget = int64_t{1} << 16;

// The values x*stride, 0 <= x <= most.
struct Term {
  int64_t stride, most;
};
// True if target is a sum of one value of each term. Strides and bounds >= 0, the sum of all terms
// below 2^62, at most max_terms of them.
inline constexpr int max_terms = 2 * (dimensions + 1);
OverlapAnswer terms_reach(std::span<const Term> terms, int64_t target, int64_t budget);

// True if no unit belongs to two runs. Sums of reach below 2^61.
OverlapAnswer is_injective(const Box<int64_t>& box);

// True if no unit is in both. Sums of reach below 2^61.
OverlapAnswer are_disjoint(const Box<int64_t>& a, const Box<int64_t>& b);

// ---- within a tensor and between two ----
//
// Lane by lane, in elements, as addresses are multiples of the element size. A row of adjacent
// elements (a w stride of 1) is one run; a row of others is W runs of one element.

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

// The smallest gap between the bounding ranges of two tensors in one memory, in elements (see
// range_slack). In local memory: over the deciding lanes that both touch; `unbounded` if there is
// none.
template <class I>
I overlap_slack(const MachineShape<I>& m, const Tensor<I>& a, const Tensor<I>& b) {
  if (a.space != Space::local) return range_slack(rows_in_system(a), rows_in_system(b));
  const I p = start_of(m, a.address).lane, q = start_of(m, b.address).lane;
  I slack(unbounded);
  for (const I& lane : deciding_lanes(m, a, b)) {
    const BlockRows<I> of_a = block_rows(m, p, a.shape.c, lane);
    const BlockRows<I> of_b = block_rows(m, q, b.shape.c, lane);
    const I gap = range_slack(rows_in_lane(m, a, of_a), rows_in_lane(m, b, of_b));
    slack = select(all_of((lane < m.lanes), of_a.count > I(0), of_b.count > I(0)),
                   min_of(slack, gap), slack);
  }
  return slack;
}

// Exact for every w stride. Strides >= 0 where used; all bytes exist.
OverlapAnswer is_injective(const MachineShape<int64_t>& m, const Tensor<int64_t>& t);
OverlapAnswer are_disjoint(const MachineShape<int64_t>& m, const Tensor<int64_t>& a,
                           const Tensor<int64_t>& b);

}  // namespace strideproof::spec
