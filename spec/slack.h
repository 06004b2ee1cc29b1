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

// A stride counts only if it is given and its extent is not 1.
template <class I>
I stride_slack(const Stride<I>& given, const I& stride, const I& extent) {
  if (given.null) return I(unbounded);
  return select(extent == I(1), I(unbounded), at_least(stride, 0));
}

// Rows of `width` elements that begin `stride` apart do not overlap. A single row has no next row.
template <class I, class Mutation = Original>
I rows_apart(const I& rows, const I& width, const I& stride) {
  const I meet(Mutation::has(FormulaFault::row_stride_one_short) ? 1 : 0);
  return select(rows == I(1), I(unbounded), stride - width + meet);
}

}  // namespace strideproof::spec
