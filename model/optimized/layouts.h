#pragma once
// Where the elements of an operand lie, over the integer type I (spec/vocabulary/integer.h): the
// address plans of the optimized implementation run with int64_t and are proved with solver::Sym.
// All steps are in BYTES. Addresses are flat: lane * S + offset in local memory, so a tensor starts
// at its address.

#include <array>
#include <tuple>

#include "spec/layout.h"

namespace strideproof::optimized {

using spec::MachineShape;
using spec::Tensor;

// Channels of a tensor, or rows of a matrix. Row i starts at
//   start + (q mod lanes)*lane + (q div lanes)*block  where q = first + i, 0 <= first < lanes.
template <class I>
struct Rows {
  I start, first, lanes, lane, block;
};

template <class I>
I row_at(const Rows<I>& rows, const I& i) {
  const I q = rows.first + i;
  return rows.start + q % rows.lanes * rows.lane + q / rows.lanes * rows.block;
}

template <class I>
I first_of(const Rows<I>& rows) {
  return rows.start + rows.first * rows.lane;
}

template <class I>
Rows<I> evenly(const I& start, const I& step) {
  return {start, I(0), I(1), I(0), step};
}

// The steps of an operand from element to element.
template <class I>
struct ByteLayout {
  Dim4<I> shape;
  Rows<I> channels;
  I n, h, w;
};

template <class I>
I address_of(const ByteLayout<I>& layout, const Dim4<I>& at) {
  return row_at(layout.channels, at.c) + at.n * layout.n + at.h * layout.h + at.w * layout.w;
}

// The operands of a plan.
template <class I, size_t operands>
using Layouts = std::array<ByteLayout<I>, operands>;

// `lanes`: those of a tensor in local memory; elsewhere the channels of a column are as far apart.
template <class I>
ByteLayout<I> layout_of(const MachineShape<I>& m, const Tensor<I>& t, const I& lanes) {
  const I es(t.element_bytes), c = es * t.stride.c, n = es * t.stride.n, h = es * t.stride.h,
                               w = es * t.stride.w;
  if (t.space != Space::local) return {t.shape, {t.address, I(0), lanes, c, lanes * c}, n, h, w};
  const spec::Start<I> at = spec::start_of(m, t.address);
  return {t.shape, {at.offset, at.lane, lanes, m.lane_bytes, c}, n, h, w};
}

// A tensor alone.
template <class I>
ByteLayout<I> layout_of(const MachineShape<I>& m, const Tensor<I>& t) {
  return layout_of(m, t, t.space == Space::local ? m.lanes : I(1));
}

// The lanes of tensors, an array or tuple.
template <class I>
I lanes_of(const MachineShape<I>& m, const auto& tensors) {
  const bool local =
      std::apply([](const auto&... t) { return (... || (t.space == Space::local)); }, tensors);
  return local ? m.lanes : I(1);
}

// The layouts layout(tensor, lanes) of tensors of one plan.
template <class I, class Tensors, size_t count = std::tuple_size<Tensors>::value>
Layouts<I, count> layouts_by(const MachineShape<I>& m, const Tensors& tensors, auto layout) {
  return std::apply([&, lanes = lanes_of(m, tensors)](
                        const auto&... t) -> Layouts<I, count> { return {layout(t, lanes)...}; },
                    tensors);
}

template <class I, class Tensors, size_t count = std::tuple_size<Tensors>::value>
Layouts<I, count> layouts_of(const MachineShape<I>& m, const Tensors& tensors) {
  return layouts_by(m, tensors,
                    [&](const Tensor<I>& t, const I& lanes) { return layout_of(m, t, lanes); });
}

}  // namespace strideproof::optimized
