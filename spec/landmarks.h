#pragma once
// The landmarks that operands of several families have, for legal cases.

#include "spec/operand.h"

namespace strideproof::spec {

inline constexpr int64_t four_gib = int64_t{1} << 32, vector_bytes = 32;
inline constexpr int64_t block_bytes = 32;  // the unit of data_move
inline constexpr int64_t many_elements = 65535;

// ---- values ----

template <class I>
Truth<I> in_ranges(const Arguments<I>& arguments, const std::vector<ValueRange>& ranges) {
  Truth<I> all(true);
  for (const auto& [slot, low, high] : ranges) {
    const I& value = arguments.value[static_cast<size_t>(slot)];
    all =
        low == high ? all_of(all, value == I(low)) : all_of(all, I(low) <= value, value <= I(high));
  }
  return all;
}

// ---- one operand ----

template <class I>
Truth<I> wraps(const Operand<I>& x) {
  const I start_lane = start_of(x.machine, x.tensor.address).lane;
  return block_row_of(x.machine, start_lane, x.tensor.shape.c - I(1)) > I(0);
}

template <class I>
Truth<I> ends_in_last_lane(const Operand<I>& x) {
  const I start_lane = start_of(x.machine, x.tensor.address).lane;
  return lane_of(x.machine, start_lane, x.tensor.shape.c - I(1)) == x.machine.lanes - I(1);
}

// N > 1, and the stride of n in the default layout differs from the stride for start lane 0.
template <class I>
Truth<I> start_lane_counts(const Operand<I>& x) {
  const I &channels = x.tensor.shape.c, &lanes = x.machine.lanes;
  const I start_lane = start_of(x.machine, x.tensor.address).lane;
  return all_of(Truth<I>(!x.given), x.tensor.shape.n > I(1),
                ceil_div(start_lane + channels, lanes) != ceil_div(channels, lanes));
}

template <class I>
Truth<I> has_padding(const Operand<I>& x) {
  return all_of(Truth<I>(!x.given), x.tensor.shape.h * x.tensor.shape.w < x.tensor.stride.c);
}

// A stride of 0 that is used, between channels in local memory: between those of one lane.
template <class I>
Truth<I> broadcasts(const Operand<I>& x) {
  const Box<I> rows = fullest_rows(x.machine, x.tensor);
  Truth<I> found(false);
  for (int k = 0; k < dimensions; ++k)
    found = any_of(found, all_of(rows.extent[k] > I(1), rows.stride[k] == I(0)));
  return found;
}

// The first and the last byte, in system memory, have a multiple of 2^32 between them.
template <class I>
Truth<I> over_4gib(const Operand<I>& x) {
  if (x.flat || x.tensor.space != Space::system) return Truth<I>(false);
  return x.tensor.address / I(four_gib) != last_byte(x.machine, x.tensor) / I(four_gib);
}

template <class I>
Truth<I> crosses_lane(const Operand<I>& x) {
  if (!x.flat) return Truth<I>(false);
  const I first(x.machine.flat.first);
  const auto lane = [&](const I& address) { return (address - first) / x.machine.lane_bytes; };
  return all_of(first <= x.tensor.address,
                lane(x.tensor.address) != lane(last_byte(x.machine, x.tensor)));
}

template <class I>
Truth<I> elements_adjacent(const Operand<I>& x) {
  return any_of(x.tensor.shape.w == I(1), x.tensor.stride.w == I(1));
}

template <class I>
Truth<I> meets_operand(const Operand<I>& x, LandmarkId landmark) {
  const auto in_lanes = [&](const auto& met) {
    return x.tensor.space == Space::local ? met() : Truth<I>(false);
  };
  switch (landmark) {
    case LandmarkId::given: return Truth<I>(x.given);
    case LandmarkId::wrap: return in_lanes([&] { return wraps(x); });
    case LandmarkId::exact_lanes: return in_lanes([&] { return ends_in_last_lane(x); });
    case LandmarkId::start_lane: return start_lane_counts(x);
    case LandmarkId::padding: return has_padding(x);
    case LandmarkId::off_unit:
      return in_lanes([&] { return x.tensor.address % x.machine.unit_bytes != I(0); });
    case LandmarkId::over_4gib: return over_4gib(x);
    case LandmarkId::last_byte: return end_slack(x.machine, x.tensor) == I(0);
    case LandmarkId::w_stride: return negation(elements_adjacent(x));
    case LandmarkId::broadcast: return broadcasts(x);
    case LandmarkId::interleaved: return alias_slack(x.machine, x.tensor) < I(0);
    case LandmarkId::crosses_lane: return crosses_lane(x);
    case LandmarkId::extent_4gib:
      return last_byte(x.machine, x.tensor) - x.tensor.address + I(1) >= I(four_gib);
    case LandmarkId::off_block:
      return all_of(Truth<I>(x.tensor.space == Space::system),
                    x.tensor.address % I(block_bytes) != I(0));
    default: return Truth<I>(false);  // of no operand
  }
}

// ---- all operands ----

// A row of elements ends with a part of a vector.
template <class I>
Truth<I> has_tail(const I& row, int64_t element_bytes) {
  const I bytes = row * I(element_bytes);
  return all_of(bytes >= I(vector_bytes), bytes % I(vector_bytes) != I(0));
}
template <class I>
Truth<I> same_shape(const Dim4<I>& a, const Dim4<I>& b) {
  return all_of(a.n == b.n, a.c == b.c, a.h == b.h, a.w == b.w);
}

// The bounding ranges of dst and a source overlap, and not every element maps onto itself.
template <class F, class I, class Op>
Truth<I> interleaves(const MachineShape<I>& m, const Op& op, Operands which) {
  return all_of(F::overlap(m, op, which) < I(0), negation(F::maps_onto_itself(m, op, which)));
}

// A landmark of the tensors of an operation.
template <class F, class I, class Op>
Truth<I> meets_tensors(const MachineShape<I>& m, const Op& op, const OperandsOf<I>& x,
                       LandmarkId landmark) {
  const Dim4<I>& shape = x.src.tensor.shape;
  const auto in_each = [&](const auto& test) {
    return all_of(test(x.dst), test(x.src), test(x.src1));
  };
  const auto adjacent = [](const Operand<I>& o) { return elements_adjacent(o); };
  const auto rows_adjacent = [](const Operand<I>& o) {
    return any_of(o.tensor.shape.h == I(1),
                  all_of(elements_adjacent(o), o.tensor.stride.h == o.tensor.shape.w));
  };
  const auto rows = any_of(x.dst.tensor.shape.h > I(1), shape.h > I(1));
  switch (landmark) {
    case LandmarkId::one_element: return same_shape(shape, {I(1), I(1), I(1), I(1)});
    case LandmarkId::rows_collapse: return all_of(rows, in_each(rows_adjacent));
    case LandmarkId::rows_apart: return all_of(rows, negation(in_each(rows_adjacent)));
    case LandmarkId::run_tail:
      return all_of(in_each(adjacent), has_tail(shape.w, x.src.tensor.element_bytes));
    case LandmarkId::run_over_64ki: return shape.h * shape.w > I(many_elements);
    case LandmarkId::maps_onto_itself: return F::maps_onto_itself(m, op, on_src);
    case LandmarkId::operands_interleaved: return interleaves<F>(m, op, on_src);
    default: return Truth<I>(false);  // of another operation
  }
}

// A matrix that a copy spreads over lanes; its rows in system memory are `row_stride` apart.
template <class I>
struct MatrixCopy {
  I rows, cols, row_stride;
  I local_cols, section;  // columns in local memory, those of a channel
  int64_t element_bytes;
};
template <class I>
Truth<I> meets_matrix(const MatrixCopy<I>& x, LandmarkId landmark) {
  const auto several = x.rows > I(1);
  switch (landmark) {
    case LandmarkId::one_element: return all_of(x.rows == I(1), x.cols == I(1));
    case LandmarkId::run_tail: return has_tail(x.cols, x.element_bytes);
    case LandmarkId::run_over_64ki: return x.rows * x.cols > I(many_elements);
    case LandmarkId::partial_channel:
      return all_of(x.local_cols > x.section, x.local_cols % x.section != I(0));
    case LandmarkId::section_wider: return x.section > x.local_cols;
    case LandmarkId::square: return all_of(x.rows == x.cols, several);
    case LandmarkId::rows_gapped: return all_of(x.row_stride > x.cols, several);
    case LandmarkId::rows_overlap: return all_of(x.row_stride < x.cols, several);
    default: return Truth<I>(false);  // of another operation
  }
}

// True if a legal case meets a landmark of its operation.
template <class F, class I, class Op>
Truth<I> meets(const MachineShape<I>& m, const Op& op, const OperandsOf<I>& x,
               const Arguments<I>& arguments, const Landmark& landmark) {
  if (landmark.id == LandmarkId::values) return in_ranges(arguments, landmark.ranges);
  if (landmark.operand != 0) return meets_operand(x[landmark.operand], landmark.id);
  return F::meets(m, op, x, landmark.id);
}

}  // namespace strideproof::spec
