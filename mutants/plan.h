#pragma once
// The plans of model/optimized/plan.h with a planted fault, over the integer type I: they run in
// the library of mutants, and proofs refute them.

#include "model/optimized/okk_gdma.h"
#include "mutants/mutants.h"

namespace strideproof::mutants {

using optimized::ByteLayout;
using optimized::Layouts;
using optimized::Loops;
using optimized::Nest;
using optimized::Plan;
using optimized::Rows;
using spec::MachineShape;
using spec::Tensor;

// ---- operands ----

template <class I>
MachineShape<I> machine_of(Fault fault, MachineShape<I> m, int64_t element_bytes) {
  if (fault == Fault::channels_unaligned) m.unit_bytes = I(element_bytes);
  if (fault == Fault::half_unit) m.unit_bytes = m.unit_bytes / I(2);
  return m;
}

// `t` has a default layout.
template <class I>
void misplace_images(Fault fault, Tensor<I>& t) {
  if (fault == Fault::images_too_close) t.stride.n = t.stride.n - t.stride.c;
}

template <class I>
ByteLayout<I> layout_of(Fault fault, const MachineShape<I>& m, Tensor<I> t, const I& lanes) {
  if (fault == Fault::broadcast_as_default ||
      (fault == Fault::broadcast_column && t.shape.w == I(1))) {
    const Dim4<I> other =
        spec::strides_of(m, t.space, t.element_bytes, t.address, t.shape, Stride<I>{});
    const auto or_default = [](const I& x, const I& y) { return select(x == I(0), y, x); };
    t.stride = {or_default(t.stride.n, other.n), or_default(t.stride.c, other.c),
                or_default(t.stride.h, other.h), or_default(t.stride.w, other.w)};
  }
  ByteLayout<I> layout = optimized::layout_of(m, t, lanes);
  if (t.space != Space::local) return layout;
  if (fault == Fault::start_lane_ignored) layout.channels.first = I(0);
  if (fault == Fault::lane_wrap_early) layout.channels.lanes = m.lanes - I(1);
  return layout;
}

// The layout of a tensor that no other one goes with.
template <class I>
ByteLayout<I> layout_of(Fault fault, const MachineShape<I>& m, const Tensor<I>& t) {
  return layout_of(fault, m, t, t.space == Space::local ? m.lanes : I(1));
}

template <class I, class Tensors, size_t count = std::tuple_size<Tensors>::value>
Layouts<I, count> layouts_of(Fault fault, const MachineShape<I>& m, const Tensors& tensors) {
  return optimized::layouts_by(m, tensors, [&](const Tensor<I>& t, const I& lanes) {
    return layout_of(fault, m, t, lanes);
  });
}

// ---- nests ----

template <class I, size_t operands>
Nest<I, operands> nest_of(Fault fault, int64_t vector, const Loops<I, operands>& loops) {
  Nest<I, operands> nest = optimized::nest_of(loops);
  auto& [run, inner, middle, outer] = nest.loops;
  if (fault == Fault::rows_collapsed && nest.depth > 1) {
    bool adjacent = true;
    for (size_t k = 1; k < operands; ++k)
      adjacent = adjacent && inner.step[k] == run.step[k] * run.count;
    if (adjacent) {
      run.count = run.count * inner.count;
      inner = middle;
      middle = outer;
      outer = {I(1), {}};
      --nest.depth;
    }
  }
  if (fault == Fault::byte_fill_as_16_bit) run.count = run.count + I(1);
  const I whole(vector);
  if (fault == Fault::tail_lost)
    run.count = select(run.count < whole, run.count, run.count / whole * whole);
  if (fault == Fault::counter_16_bit) {
    run.count = run.count % I(65536);
    outer.count = select(run.count == I(0), I(0), outer.count);
    run.count = select(run.count == I(0), I(1), run.count);
  }
  return nest;
}

// ---- groups of columns ----

// Columns continue past the last lane.
template <class I, size_t operands>
Plan<I, operands> grouped(Fault fault, Plan<I, operands> plan) {
  if (fault == Fault::group_over_wrap)
    for (ByteLayout<I>& operand : plan.operands) {
      Rows<I>& channels = operand.channels;
      channels.start = optimized::first_of(channels), channels.first = I(0);
    }
  return plan;
}

// ---- plans ----

// `vector`: the elements of a vector, for the fault that loses a tail.
template <class I, size_t operands>
Plan<I, operands> plan_of(Fault fault, const I& lanes, const Layouts<I, operands>& layouts,
                          int64_t vector = 32) {
  Plan<I, operands> plan = grouped(fault, optimized::plan_of(lanes, layouts));
  const auto& [shape, channels, n, h, w] = layouts[0];
  if (fault == Fault::lone_channel_lost)
    plan.extra_columns =
        select(all_of(plan.extra_columns == I(1), shape.c > lanes), I(0), plan.extra_columns);
  const bool in_nest = fault == Fault::tail_lost || fault == Fault::counter_16_bit ||
                       (fault == Fault::rows_collapsed && operands > 1) ||
                       (fault == Fault::byte_fill_as_16_bit && operands == 1 && w == I(1));
  if (in_nest)
    for (Loops<I, operands>* loops : {&plan.extra_loops, &plan.plain_loops})
      *loops = nest_of(fault, vector, *loops).loops;
  return plan;
}

// The plan of a copy, or a fill.
template <class I, class Tensors, size_t count = std::tuple_size<Tensors>::value>
Plan<I, count> plan_of(Fault fault, const MachineShape<I>& m, const Tensors& tensors,
                       int64_t vector = 32) {
  return plan_of(fault, optimized::lanes_of(m, tensors), layouts_of(fault, m, tensors), vector);
}

// ---- operands of okk-gdma and okk-bdc ----

// As the fault sees it.
template <class I>
Tensor<I> operand_of(Fault fault, const MachineShape<I>& machine, const okk::View<I>& v,
                     Operands which) {
  const MachineShape<I> m = machine_of(fault, machine, v.element_bytes);
  const auto& [space, address, stride] = spec::okk::given_of(v, which);
  Tensor<I> t = spec::okk::operand_of(m, v, which);
  if (fault == Fault::n_stride_ignores_start_lane && stride.null && space == Space::local)
    t.stride = spec::aligned_strides(m, t.element_bytes, I(0), t.shape);
  if (stride.null) misplace_images(fault, t);
  return t;
}

// ---- matrices ----

template <class I>
optimized::MatrixParts<I> parts_of(Fault fault, const MachineShape<I>& machine, Tensor<I> dst,
                                   Tensor<I> src) {
  const bool to_local = dst.space == Space::local;
  Tensor<I>&local = to_local ? dst : src, &system = to_local ? src : dst;
  const MachineShape<I> m = machine_of(fault, machine, local.element_bytes);
  const I lane =
      fault == Fault::n_stride_ignores_start_lane ? I(0) : spec::start_of(m, local.address).lane;
  local.stride = spec::aligned_strides(m, local.element_bytes, lane, local.shape);
  misplace_images(fault, local);
  system = optimized::in_channels(system, local);
  optimized::MatrixParts<I> parts =
      optimized::parts_of(layouts_of(fault, m, std::array{dst, src}), local.last_width);
  if (fault == Fault::last_channel_whole)
    for (ByteLayout<I>& side : parts[1]) side.shape.w = local.shape.w;
  return parts;
}

// The plans with the active fault.
struct MutantCopies {
  static auto plan_of(const auto&... values) { return mutants::plan_of(active(), values...); }
  static auto parts_of(const auto&... values) { return mutants::parts_of(active(), values...); }
};

}  // namespace strideproof::mutants
