#pragma once
// Spans: [0, end) divided into pieces of equal size; the last one may be shorter.

#include <cstdint>

#include "spec/vocabulary/integer.h"

namespace strideproof::optimized {

template <class I>
struct Span {
  I first, count;  // [first, first + count); none: a count of 0
};

// The span of at most `most` from `first` on; first <= end, most >= 1. rest_lost is a proof's
// control: it drops a span that is not whole.
template <bool rest_lost = false, class I>
Span<I> span_from(const I& first, const I& most, const I& end) {
  const I left = end - first;
  if constexpr (rest_lost) return {first, select(left < most, I(0), most)};
  return {first, min_of(left, most)};
}

template <bool rest_lost = false, class I>
Span<I> next_span(const Span<I>& span, const I& most, const I& end) {
  return span_from<rest_lost>(span.first + span.count, most, end);
}

// Calls each(span) for each span of `most` in [0, end).
template <bool rest_lost = false, class Each>
void for_each_span(int64_t most, int64_t end, Each each) {
  for (auto span = span_from<rest_lost>(int64_t{0}, most, end); span.count > 0;
       span = next_span<rest_lost>(span, most, end))
    each(span);
}

// A block of a transpose: rows of src and columns.
template <class I>
struct Block {
  Span<I> rows, columns;
};

// The start of the part of a row that lies in `along`; `start` is the start of the row.
template <class I>
I part_of_row(const I& start, const Span<I>& along, int64_t element_bytes) {
  return start + along.first * I(element_bytes);
}

}  // namespace strideproof::optimized
