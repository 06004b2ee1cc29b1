#pragma once
// Spans: [0, end) divided into pieces of equal size; the last one may be shorter.

#include <cstdint>

#include "spec/vocabulary/integer.h"

namespace strideproof::optimized {

template <class I>
struct Span {
  I first, count;  // [first, first + count); none: a count of 0
};

// The span of at most `most` from `first` on; first <= end, most >= 1.
template <class I>
Span<I> span_from(const I& first, const I& most, const I& end) {
  return {first, min_of(most, end - first)};
}

template <class I>
Span<I> next_span(const Span<I>& span, const I& most, const I& end) {
  return span_from(span.first + span.count, most, end);
}

// Calls each(span) for each span of `most` in [0, end).
template <class Each>
void for_each_span(int64_t most, int64_t end, Each each) {
  for (auto span = span_from(int64_t{0}, most, end); span.count > 0;
       span = next_span(span, most, end))
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
