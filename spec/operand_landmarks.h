#pragma once
// Landmarks of one operand of a legal case of any family.

#include "spec/tensor_overlap.h"

namespace strideproof::spec {

// An operand of a legal case.
template <class I>
struct LandmarkOperand {
  Tensor<I> tensor;
  bool given;  // its strides are explicit
};

template <class I>
Truth<I> wraps(const MachineShape<I>& m, const LandmarkOperand<I>& x) {
  const I start_lane = start_of(m, x.tensor.address).lane;
  return block_row_of(m, start_lane, x.tensor.shape.c - I(1)) > I(0);
}

template <class I>
Truth<I> ends_in_last_lane(const MachineShape<I>& m, const LandmarkOperand<I>& x) {
  const I start_lane = start_of(m, x.tensor.address).lane;
  return lane_of(m, start_lane, x.tensor.shape.c - I(1)) == m.lanes - I(1);
}

// N > 1, and the stride of n in the default layout differs from the stride for start lane 0.
template <class I>
Truth<I> start_lane_counts(const MachineShape<I>& m, const LandmarkOperand<I>& x) {
  const I channels = x.tensor.shape.c, start_lane = start_of(m, x.tensor.address).lane;
  return all_of(Truth<I>(!x.given), x.tensor.shape.n > I(1),
                ceil_div(start_lane + channels, m.lanes) != ceil_div(channels, m.lanes));
}

template <class I>
Truth<I> has_padding(const LandmarkOperand<I>& x) {
  return all_of(Truth<I>(!x.given), x.tensor.shape.h * x.tensor.shape.w < x.tensor.stride.c);
}

template <class I>
Truth<I> off_unit(const MachineShape<I>& m, const LandmarkOperand<I>& x) {
  return x.tensor.address % m.unit_bytes != I(0);
}

template <class I>
Truth<I> uses_last_byte(const MachineShape<I>& m, const LandmarkOperand<I>& x) {
  return end_slack(m, x.tensor) == I(0);
}

// A stride of 0 that is used: over n, over h, over channels (of one lane in local memory) or, with
// R = 4, over w.
template <class I, int R = 3>
Truth<I> broadcasts(const MachineShape<I>& m, const LandmarkOperand<I>& x) {
  const Box<I, R> rows = fullest_rows<I, Original, R>(m, x.tensor);
  Truth<I> found(false);
  for (int k = 0; k < R; ++k)
    found = any_of(found, all_of(rows.extent[k] > I(1), rows.stride[k] == I(0)));
  return found;
}

}  // namespace strideproof::spec
