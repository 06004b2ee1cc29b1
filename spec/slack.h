#pragma once
// Slacks that every family has: >= 0 iff the constraint holds, 0 on its edge; see spec.h.

#include "spec/layout.h"

namespace strideproof::spec {

template <class I>
I at_least(const I& value, int64_t low) {
  return value - I(low);
}
template <class I>
I at_most(const I& value, int64_t high) {
  return I(high) - value;
}

// The constraints of a shape, and those of a stride, follow each other in the order of dimensions.
// The position of one among them; -1: it is another constraint.
template <class ConstraintId>
constexpr int position(ConstraintId label, ConstraintId first, ConstraintId last) {
  return first <= label && label <= last ? static_cast<int>(label) - static_cast<int>(first) : -1;
}

template <class T>
const T& at(const Dim4<T>& values, int dimension) {
  const T* const all[] = {&values.n, &values.c, &values.h, &values.w};
  return *all[dimension];
}

// Minimum and maximum of n, of c, of h, of w.
template <class I>
I limit_slack(const Dim4<I>& shape, int position, const Dim4<int64_t>& most) {
  const I& extent = at(shape, position / 2);
  return position % 2 == 0 ? at_least(extent, 1) : at_most(extent, at(most, position / 2));
}

// A stride counts only if it is given and its extent is not 1.
template <class I>
I stride_slack(const Stride<I>& given, const Dim4<I>& shape, int dimension) {
  if (given.null) return I(unbounded);
  return select(at(shape, dimension) == I(1), I(unbounded),
                at_least(at(given.stride, dimension), 0));
}

// Exactly 1.
template <class I>
I one_slack(const I& value) {
  return min_of(at_least(value, 1), at_most(value, 1));
}

// Rows of `width` elements that begin `stride` apart do not overlap. A single row has no next row.
template <class I, class Mutation = Original>
I rows_apart(const I& rows, const I& width, const I& stride) {
  const I meet(Mutation::has(FormulaFault::row_stride_one_short) ? 1 : 0);
  return select(rows == I(1), I(unbounded), stride - width + meet);
}

}  // namespace strideproof::spec
