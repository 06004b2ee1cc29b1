#pragma once
// Decides if two elements of a tensor, or two tensors, share a byte, in three stages:
//
//   a  strides that nest, disjoint bounding ranges: sound, and enough for common cases
//   b  two free dimensions: a closed form with a gcd, exact
//   c  otherwise an exact search over the strides, pruned by reach and gcd, under a budget
//
// a and b are templates over the integer type and proved; c is proved by its steps and compared
// with brute force.

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

// ---- stage b ----

// True if i*a == j*b for some 1 <= i <= a_most, 1 <= j <= b_most. a, b > 0; g = gcd(a, b).
template <class I>
Truth<I> multiples_meet(const I& a, const I& a_most, const I& b, const I& b_most, const I& g) {
  return all_of(b / g <= a_most, a / g <= b_most);
}

// The values x*stride, 0 <= x <= most.
template <class I>
struct Term {
  I stride, most;
};

template <class I>
struct StepRange {
  I first, last;  // inclusive; empty if last < first
};

// The x for which target - x*stride lies in [0, rest]. stride > 0, target, rest >= 0.
template <class I>
StepRange<I> candidates(const Term<I>& term, const I& rest, const I& target) {
  const I above = max_of(I(0), target - rest);
  return {ceil_div(above, term.stride), min_of(term.most, target / term.stride)};
}

// Input of the closed form for two strides a, b > 0: g divides both, and (a/g)*inverse is 1 modulo
// b/g (0 if b/g is 1); 0 <= inverse < b/g.
template <class I>
struct Bezout {
  I g, inverse;
};

// True if `known` belongs to a, b > 0. Then g is their greatest common divisor: a divisor of both
// a/g and b/g divides 1. known.g > 0; I must hold a*b.
template <class I>
Truth<I> certifies(const Bezout<I>& known, const I& a, const I& b) {
  const I modulus = b / known.g;
  return all_of(a % known.g == I(0), b % known.g == I(0), I(0) <= known.inverse,
                known.inverse < modulus, a / known.g * known.inverse % modulus == I(1) % modulus);
}
// Computes the input for a, b > 0. Checks it, and throws std::logic_error if it is wrong.
Bezout<int64_t> bezout(int64_t a, int64_t b);

// True if target is a sum of one value of a and one of b. Strides > 0, target >= 0, b.stride/g <
// 2^31. The smallest candidate for a that leaves a multiple of b.stride decides.
template <class I>
Truth<I> two_terms_reach(const Term<I>& a, const Term<I>& b, const I& target,
                         const Bezout<I>& known) {
  const StepRange<I> x = candidates(a, b.most * b.stride, target);
  const I modulus = b.stride / known.g;
  const I residue = target / known.g % modulus * known.inverse;
  const I smallest = x.first + (residue + modulus - x.first % modulus) % modulus;
  return all_of(target % known.g == I(0), smallest <= x.last);
}

// ---- steps of stage c ----

// True if the sums of a value of `small` and one of `large` are the values of one term, without a
// gap. Strides > 0.
template <class I>
Truth<I> merges(const Term<I>& small, const Term<I>& large) {
  return all_of(large.stride % small.stride == I(0),
                large.stride / small.stride <= small.most + I(1));
}
template <class I>
Term<I> merged(const Term<I>& small, const Term<I>& large) {
  return {small.stride, small.most + large.stride / small.stride * large.most};
}

// ---- stage c, and all stages together; in overlap.cpp ----

enum class Answer : uint8_t { no, yes, too_costly };

// The budget of one question in search nodes, about a millisecond.
inline constexpr int64_t overlap_budget = int64_t{1} << 16;

// True if target is a sum of one value of each term. Strides and bounds >= 0, the sum of all terms
// below 2^62, at most max_terms of them.
inline constexpr int max_terms = 10;
Answer terms_reach(std::span<const Term<int64_t>> terms, int64_t target, int64_t budget);

// True if no unit belongs to two runs. Sums of reach below 2^61.
template <int R>
Answer is_injective(const Box<int64_t, R>& box, int64_t budget = overlap_budget);

// True if no unit is in both. Sums of reach below 2^61.
template <int R>
Answer are_disjoint(const Box<int64_t, R>& a, const Box<int64_t, R>& b,
                    int64_t budget = overlap_budget);

}  // namespace strideproof::spec
