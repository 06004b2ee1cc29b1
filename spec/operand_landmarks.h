#pragma once
// Landmarks of one operand of a legal case of a family of tensors.

#include "spec/tensor_overlap.h"

namespace strideproof::spec {

// An operand of a legal case.
template <class I>
struct LandmarkOperand {
  Tensor<I> tensor;
  bool given;         // its strides are explicit
  bool flat = false;  // in local memory as one lane after the other
};
inline constexpr int64_t four_gib = int64_t{1} << 32, vector_bytes = 32;

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
  const Box<I, R> rows = fullest_rows<I, R>(m, x.tensor);
  Truth<I> found(false);
  for (int k = 0; k < R; ++k)
    found = any_of(found, all_of(rows.extent[k] > I(1), rows.stride[k] == I(0)));
  return found;
}

// The first and the last byte, in system memory, have a multiple of 2^32 between them.
template <class I>
Truth<I> over_4gib(const MachineShape<I>& m, const LandmarkOperand<I>& x) {
  if (x.flat || x.tensor.space != Space::system) return Truth<I>(false);
  return x.tensor.address / I(four_gib) != last_byte(m, x.tensor) / I(four_gib);
}

template <class I>
Truth<I> crosses_lane(const MachineShape<I>& m, const LandmarkOperand<I>& x) {
  if (!x.flat) return Truth<I>(false);
  const I first(m.flat.first);
  const auto lane = [&](const I& address) { return (address - first) / m.lane_bytes; };
  return all_of(first <= x.tensor.address, lane(x.tensor.address) != lane(last_byte(m, x.tensor)));
}

template <class I>
Truth<I> elements_adjacent(const LandmarkOperand<I>& x) {
  return any_of(x.tensor.shape.w == I(1), x.tensor.stride.w == I(1));
}

// `m` is the machine as the operand sees it. R: see tensor_overlap.h.
template <class I, int R = 3>
Truth<I> meets_operand(const MachineShape<I>& m, const LandmarkOperand<I>& x,
                       OperandLandmark landmark) {
  const auto in_lanes = [&](const auto& met) {
    return x.tensor.space == Space::local ? met() : Truth<I>(false);
  };
  switch (landmark) {
    case OperandLandmark::given: return Truth<I>(x.given);
    case OperandLandmark::wrap: return in_lanes([&] { return wraps(m, x); });
    case OperandLandmark::exact_lanes: return in_lanes([&] { return ends_in_last_lane(m, x); });
    case OperandLandmark::start_lane: return start_lane_counts(m, x);
    case OperandLandmark::padding: return has_padding(x);
    case OperandLandmark::off_unit: return in_lanes([&] { return off_unit(m, x); });
    case OperandLandmark::over_4gib: return over_4gib(m, x);
    case OperandLandmark::last_byte: return uses_last_byte(m, x);
    case OperandLandmark::w_stride: return negation(elements_adjacent(x));
    case OperandLandmark::broadcast: return broadcasts<I, R>(m, x);
    case OperandLandmark::interleaved: return alias_slack<I, R>(m, x.tensor) < I(0);
    case OperandLandmark::crosses_lane: return crosses_lane(m, x);
  }
  return Truth<I>(false);
}

// A row of elements ends with a part of a vector.
template <class I>
Truth<I> has_tail(const I& row, int64_t element_bytes) {
  const I bytes = row * I(element_bytes);
  return all_of(bytes >= I(vector_bytes), bytes % I(vector_bytes) != I(0));
}
template <class I>
Truth<I> is_one(const Dim4<I>& shape) {
  const I one(1);
  return all_of(shape.n == one, shape.c == one, shape.h == one, shape.w == one);
}

}  // namespace strideproof::spec
