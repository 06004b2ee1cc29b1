#pragma once
// Byte ranges, the parts of footprints. Templates over the integer type: the solver sees the code
// that runs.

#include "spec/vocabulary/integer.h"

namespace strideproof::spec {

// Bytes [first, first + size) of a lane; elsewhere lane is 0.
template <class I>
struct ByteRange {
  I lane, first, size;
};

// True if `next` begins where `before` ends.
template <class I>
Truth<I> is_contiguous(const ByteRange<I>& before, const ByteRange<I>& next) {
  return all_of(before.lane == next.lane, before.first + before.size == next.first);
}
// Both as one range, if they are contiguous.
template <class I>
ByteRange<I> coalesce(const ByteRange<I>& before, const ByteRange<I>& next) {
  return {before.lane, before.first, before.size + next.size};
}

}  // namespace strideproof::spec
