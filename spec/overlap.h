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

// Runs of `run` adjacent units (elements, or bytes) that start at
//   first + i[0]*stride[0] + ... + i[R-1]*stride[R-1],   0 <= i[k] < extent[k].
// run >= 1, strides >= 0 where the extent exceeds 1.
template <class I, int R>
struct Box {
  I first, run;
  std::array<I, R> extent, stride;
};

template <class I, int R>
I last_of(const Box<I, R>& box) {
  I last = box.first + box.run - I(1);
  for (int k = 0; k < R; ++k) last = last + (box.extent[k] - I(1)) * box.stride[k];
  return last;
}

// ---- stage a ----

// The steps of dimension j are smaller than those of k; of two equal strides, the first is.
template <class I, int R>
Truth<I> is_smaller(const Box<I, R>& box, int j, int k) {
  return j < k ? box.stride[j] <= box.stride[k] : box.stride[j] < box.stride[k];
}

// The smallest difference, over the dimensions of several runs, between a stride and the reach of
// all smaller strides.
//   >= 0           no two runs share a unit
//   [-run, -1]     two do: a step lands in the last run before it
//   below          unknown: the runs may interleave
template <class I, int R>
I nested_slack(const Box<I, R>& box) {
  const I one(1);
  I slack = I(unbounded);
  for (int k = 0; k < R; ++k) {
    I reach = box.run;
    for (int j = 0; j < R; ++j)
      if (j != k)
        reach = reach + select(is_smaller(box, j, k), (box.extent[j] - one) * box.stride[j], I(0));
    slack = select(box.extent[k] == one, slack, min_of(slack, box.stride[k] - reach));
  }
  return slack;
}

// Units between the bounding ranges of two boxes; below 0 if the ranges overlap. At -1 the boxes
// share a unit, as the ends of a bounding range are in use.
template <class I, int R>
I range_slack(const Box<I, R>& a, const Box<I, R>& b) {
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
inline constexpr int max_terms = 10;
OverlapAnswer terms_reach(std::span<const Term> terms, int64_t target, int64_t budget);

// True if no unit belongs to two runs. Sums of reach below 2^61.
template <int R>
OverlapAnswer is_injective(const Box<int64_t, R>& box, int64_t budget = overlap_budget);

// True if no unit is in both. Sums of reach below 2^61.
template <int R>
OverlapAnswer are_disjoint(const Box<int64_t, R>& a, const Box<int64_t, R>& b,
                           int64_t budget = overlap_budget);

}  // namespace strideproof::spec
