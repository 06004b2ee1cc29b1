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

// The budget of one question in search nodes, about a millisecond.
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
OverlapAnswer is_injective(const Box<int64_t>& box, int64_t budget = overlap_budget);

// True if no unit is in both. Sums of reach below 2^61.
OverlapAnswer are_disjoint(const Box<int64_t>& a, const Box<int64_t>& b,
                           int64_t budget = overlap_budget);

}  // namespace strideproof::spec
