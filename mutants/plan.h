#pragma once
// The plans of model/optimized/plan.h with a planted fault, over the integer type I: they run in the
// library of mutants, and proofs refute them.

#include <utility>

#include "model/optimized/okk_gdma.h"
#include "mutants/mutants.h"

namespace strideproof::mutants {

using optimized::ColumnStrides;
using optimized::Loops;
using optimized::Nest;
using optimized::Plan;
using spec::MachineShape;
using spec::Tensor;

// ---- operands ----

template <class I>
MachineShape<I> machine_of(Fault fault, MachineShape<I> m, int64_t element_bytes) {
  if (fault == Fault::channels_unaligned) m.unit_bytes = I(element_bytes);
  if (fault == Fault::half_unit) m.unit_bytes = m.unit_bytes / I(2);
  return m;
}

template <class I>
ColumnStrides<I> column_strides(Fault fault, const MachineShape<I>& m, const I& lanes,
                                Tensor<I> t) {
  if (fault == Fault::broadcast_as_default ||
      (fault == Fault::broadcast_column && t.shape.w == I(1))) {
    const Dim4<I> other =
        spec::strides_of(m, t.space, t.element_bytes, t.address, t.shape, Stride<I>{});
    const auto or_default = [](const I& x, const I& y) { return select(x == I(0), y, x); };
    t.stride = {or_default(t.stride.n, other.n), or_default(t.stride.c, other.c),
                or_default(t.stride.h, other.h), or_default(t.stride.w, other.w)};
  }
  ColumnStrides<I> strides = optimized::column_strides(m, lanes, t);
  if (t.space != Space::local) return strides;
  if (fault == Fault::start_lane_ignored) {
    strides.start = spec::start_of(m, t.address).offset;
    strides.wrap_at = m.lanes;
  }
  if (fault == Fault::lane_wrap_early) {
    strides.wrap_at = strides.wrap_at - I(1);
    strides.wrap = strides.wrap + m.lane_bytes;
  }
  return strides;
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
    for (ColumnStrides<I>& strides : plan.operands) strides.wrap_at = plan.columns;
  return plan;
}

// ---- plans ----

// `vector`: the elements of a vector, for the fault that loses a tail.
template <class I, size_t operands>
Plan<I, operands> mistaken(Fault fault, const MachineShape<I>& m, const Tensor<I>& dst,
                           const Plan<I, operands>& made, int64_t vector = 32) {
  Plan<I, operands> plan = grouped(fault, made);
  if (fault == Fault::lone_channel_lost)
    plan.extra_columns =
        select(all_of(plan.extra_columns == I(1), dst.shape.c > m.lanes), I(0), plan.extra_columns);
  const bool in_nest =
      fault == Fault::tail_lost || fault == Fault::counter_16_bit ||
      (fault == Fault::rows_collapsed && operands > 1) ||
      (fault == Fault::byte_fill_as_16_bit && operands == 1 && dst.element_bytes == 1);
  if (in_nest)
    for (Loops<I, operands>* loops : {&plan.extra_loops, &plan.plain_loops})
      *loops = nest_of(fault, vector, *loops).loops;
  return plan;
}

// The plan of a copy, or a fill.
template <class I, class Tensors, size_t count = std::tuple_size<Tensors>::value>
Plan<I, count> plan_of(Fault fault, const MachineShape<I>& m, const Tensors& operands) {
  return mistaken(fault, m, std::get<0>(operands),
                  optimized::plan_from(m, operands, [&](const I& lanes, const Tensor<I>& t) {
                    return column_strides(fault, m, lanes, t);
                  }));
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
  return t;
}

// ---- matrices ----

// The side of a part in local memory, or in system memory.
template <class I>
Tensor<I>& side_of(optimized::MatrixPart<I>& part, bool local) {
  return (part[0].space == Space::local) == local ? part[0] : part[1];
}

// Copies element by element, w in place of h: down a column of the system matrix.
template <class I>
void transpose_parts(const Tensor<I>& whole, const I& of_channel,
                     optimized::MatrixParts<I>& parts) {
  const I full = parts.full[0].shape.c, &row_stride = whole.stride.n;
  for (optimized::MatrixPart<I>* part : {&parts.full, &parts.partial}) {
    for (Tensor<I>& side : *part) std::swap(side.shape.h, side.shape.w);
    side_of(*part, true).stride.h = I(1);
    side_of(*part, false).stride = {I(1), of_channel * row_stride, row_stride, I(1)};
  }
  Tensor<I>& last = side_of(parts.partial, false);
  last.address = whole.address + I(whole.element_bytes) * full * last.stride.c;
}

template <class I>
optimized::MatrixParts<I> parts_of(Fault fault, const MachineShape<I>& machine, Tensor<I> dst,
                                   Tensor<I> src) {
  const bool to_local = dst.space == Space::local;
  Tensor<I>&local = to_local ? dst : src, &system = to_local ? src : dst;
  const MachineShape<I> m = machine_of(fault, machine, local.element_bytes);
  const I lane =
      fault == Fault::n_stride_ignores_start_lane ? I(0) : spec::start_of(m, local.address).lane;
  local.stride = spec::aligned_strides(m, local.element_bytes, lane, local.shape);
  optimized::MatrixParts<I> parts = optimized::parts_of(m, dst, src);
  if (fault == Fault::last_channel_whole)
    for (Tensor<I>& side : parts.partial) side.shape.w = local.shape.w;
  if (fault == Fault::square_transposed && system.shape.n == system.shape.w)
    transpose_parts(system, local.shape.w, parts);
  return parts;
}

// The plans with the active fault.
struct MutantCopies {
  static auto plan_of(const auto&... values) { return mutants::plan_of(active(), values...); }
  static auto parts_of(const auto&... values) { return mutants::parts_of(active(), values...); }
};

}  // namespace strideproof::mutants
