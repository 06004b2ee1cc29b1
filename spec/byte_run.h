#pragma once
// Runs of bytes, of which footprints are made. Templates over the integer type: what appends them
// is what the solver sees.

#include "spec/plant.h"
#include "spec/vocabulary/integer.h"

namespace strideproof::spec {

// Bytes [first, first + size) of a lane; elsewhere lane is 0.
template <class I>
struct ByteRun {
  I lane, first, size;
};

// Does `next` begin where `before` ends?
template <class I, class Plant = Sound>
Truth<I> goes_on(const ByteRun<I>& before, const ByteRun<I>& next) {
  const I end = before.first + before.size;
  const auto here = before.lane == next.lane;
  if constexpr (Plant::has(Fault::runs_joined_over_gap)) return all_of(here, end <= next.first);
  return all_of(here, end == next.first);
}
// Both as one, where next goes on.
template <class I>
ByteRun<I> joined(const ByteRun<I>& before, const ByteRun<I>& next) {
  return {before.lane, before.first, before.size + next.size};
}

}  // namespace strideproof::spec
