#pragma once
// The bytes of a tensor as runs; see spec.h.

#include <cstdint>

#include "spec/layout.h"
#include "spec/spec.h"

namespace strideproof::spec {

// An operand of a case, as spec/operations calls it; the operand exists.
Tensor<int64_t> tensor_of(const Case& c, Operands which);
// The memory of an operand that exists. Its tensor lies in system memory if it is flat: if it sees
// local memory as one lane after the other.
Space space_of(const Case& c, Operands which);
// The size of an element of the dtype or format of an operand.
int64_t dtype_bytes(const Case& c, Operands which);

// N*C*H*W; saturates at 2^62; 0 if an extent is below 1.
int64_t element_count(const Dim4<int64_t>& shape);

// The same bytes with fewer elements: a dimension of stride 0 counts once. t lies in local memory.
Tensor<int64_t> read_once(const MachineShape<int64_t>& m, Tensor<int64_t> t);

// ---- the runs of a tensor ----

// Bytes [first, first + size) of a lane; elsewhere lane is 0.
template <class I>
struct ByteRange {
  I lane, first, size;
};

// A row is one run if its elements are adjacent, else each element is a run.
template <class I>
struct RowRuns {
  I count, bytes;  // bytes of each
};
template <class I>
RowRuns<I> row_runs(const Tensor<I>& t, const I& channel) {
  const I one(1), es(t.element_bytes);
  const I width = select(channel + one == t.shape.c, t.last_width, t.shape.w);
  const auto adjacent = t.stride.w == one;
  return {select(adjacent, one, width), es * select(adjacent, width, one)};
}
// The run of row (n, c, h) that begins with element w.
template <class I>
ByteRange<I> run_at(const MachineShape<I>& m, const Tensor<I>& t, const RowRuns<I>& runs,
                    const Dim4<I>& at) {
  const ElementPlace<I> place = place_of(m, t, at);
  return {place.lane, place.byte, runs.bytes};
}

// The part of bytes [first, end) of flat memory (MachineShape::flat) in a lane; empty if its size
// is below 1.
template <class I>
ByteRange<I> flat_run(const MachineShape<I>& m, const I& first, const I& end, const I& lane) {
  const I base = I(m.flat.first) + lane * m.lane_bytes;
  const I from = max_of(first, base);
  return {lane, from - base, min_of(end, base + m.lane_bytes) - from};
}

// ---- bounding ranges ----

// Bytes [first, last]; empty if last < first.
template <class I>
struct BoundingRange {
  I first, last;
};
// The range from the first to the last byte of the blocks [first, first + count) of all n, with
// rows of `width` elements in the last block. A negative stride leads below the start. Both ends
// are bytes of elements if no stride of several steps is negative and the last channel of the
// blocks has rows of `width`; with narrower rows the end is only a bound. In a lane `width` is that
// of the lane's last channel; in system memory every row has W elements.
template <class I>
BoundingRange<I> bounding_range_of(const Tensor<I>& t, const I& start, const BlockRows<I>& blocks,
                                   const I& width) {
  const I zero(0), one(1), es(t.element_bytes);
  const I ways[] = {(t.shape.n - one) * t.stride.n, (blocks.count - one) * t.stride.c,
                    (t.shape.h - one) * t.stride.h, (width - one) * t.stride.w};
  I low = blocks.first * t.stride.c, high = low;
  for (const I& way : ways) {
    low = low + min_of(zero, way);
    high = high + max_of(zero, way);
  }
  return {start + es * low, start + es * (high + one) - one};
}

}  // namespace strideproof::spec
