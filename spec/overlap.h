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

// Sorts dimensions by stride; those of extent 1 have no stride and come first.
template <class I, int R>
void sort_dimensions(Box<I, R>& box) {
  for (int k = 0; k < R; ++k) box.stride[k] = select(box.extent[k] == I(1), I(0), box.stride[k]);
  for (int round = 1; round < R; ++round)
    for (int k = 0; k < R - round; ++k) {
      const I s = box.stride[k], t = box.stride[k + 1], e = box.extent[k], f = box.extent[k + 1];
      const auto keep = s <= t;
      box.stride[k] = select(keep, s, t);
      box.stride[k + 1] = select(keep, t, s);
      box.extent[k] = select(keep, e, f);
      box.extent[k + 1] = select(keep, f, e);
    }
}

// The smallest difference, over the dimensions, between a stride and the reach of all smaller
// strides.
//   >= 0           no two runs share a unit
//   [-run, -1]     two do: a step lands in the last run before it
//   below          unknown: the runs may interleave
template <class I, int R>
I nested_slack(Box<I, R> box) {
  sort_dimensions(box);
  I slack = I(unbounded);
  I reach = box.run;
  for (int k = 0; k < R; ++k) {
    slack = select(box.extent[k] == I(1), slack, min_of(slack, box.stride[k] - reach));
    reach = reach + (box.extent[k] - I(1)) * box.stride[k];
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

enum class Answer : uint8_t { no, yes, too_costly };

// The budget of one question in search nodes, about a millisecond.
inline constexpr int64_t overlap_budget = int64_t{1} << 16;

// The values x*stride, 0 <= x <= most.
struct Term {
  int64_t stride, most;
};
// True if target is a sum of one value of each term. Strides and bounds >= 0, the sum of all terms
// below 2^62, at most max_terms of them.
inline constexpr int max_terms = 10;
Answer terms_reach(std::span<const Term> terms, int64_t target, int64_t budget);

// True if no unit belongs to two runs. Sums of reach below 2^61.
template <int R>
Answer is_injective(const Box<int64_t, R>& box, int64_t budget = overlap_budget);

// True if no unit is in both. Sums of reach below 2^61.
template <int R>
Answer are_disjoint(const Box<int64_t, R>& a, const Box<int64_t, R>& b,
                    int64_t budget = overlap_budget);

}  // namespace strideproof::spec
