#pragma once
// The plans of okk-gdma with a planted fault, over the integer type I: they run in the library of
// mutants, and proofs refute them.

#include <utility>

#include "model/optimized/okk_gdma.h"
#include "mutants/mutants.h"

namespace strideproof::mutants {

using optimized::Loops;
using optimized::Nest;
using optimized::OperandView;
using optimized::Plan;
using spec::MachineShape;

// ---- operands ----

template <class I>
optimized::ColumnStrides<I> walk_of(Fault fault, const MachineShape<I>& m, const I& lanes,
                                    int64_t element_bytes, const OperandView<I>& o) {
  optimized::ColumnStrides<I> walk = optimized::walk_of(m, lanes, element_bytes, o);
  if (o.space == Space::system) return walk;
  if (fault == Fault::start_lane_ignored) {
    walk.start = spec::start_of(m, o.address).offset;
    walk.wrap_at = m.lanes;
    walk.wrap = I(0);
  }
  if (fault == Fault::lane_wrap_early) {
    walk.wrap_at = walk.wrap_at - I(1);
    walk.wrap = walk.wrap + m.lane_bytes;
  }
  return walk;
}

template <class I>
MachineShape<I> machine_of(Fault fault, MachineShape<I> m, int64_t element_bytes) {
  if (fault == Fault::channels_unaligned) m.unit_bytes = I(element_bytes);
  if (fault == Fault::half_unit) m.unit_bytes = m.unit_bytes / I(2);
  return m;
}

template <class I>
OperandView<I> operand_of(Fault fault, const MachineShape<I>& machine, int64_t element_bytes,
                          Space space, const I& address, const Dim4<I>& shape,
                          const okk_gdma::Stride<I>& given) {
  const MachineShape<I> m = machine_of(fault, machine, element_bytes);
  OperandView<I> o = optimized::operand_of(m, element_bytes, space, address, shape, given);
  if (fault == Fault::n_stride_ignores_start_lane && given.null && space == Space::local)
    o.stride = spec::aligned_strides(m, element_bytes, I(0), shape);
  if (given.null) return o;
  if (fault == Fault::broadcast_as_default ||
      (fault == Fault::broadcast_column && shape.w == I(1))) {
    const Dim4<I> other =
        optimized::operand_of(m, element_bytes, space, address, shape, {true, {}}).stride;
    o.stride.n = select(o.stride.n == I(0), other.n, o.stride.n);
    o.stride.c = select(o.stride.c == I(0), other.c, o.stride.c);
    o.stride.h = select(o.stride.h == I(0), other.h, o.stride.h);
  }
  return o;
}

// ---- nests ----

// The elements that a fault loses of a run.
template <class I>
void shorten(Fault fault, int64_t element_bytes, Nest<I>& nest) {
  I& run = nest.loops[0].count;
  const I es(element_bytes), vector = I(32) * es;
  if (fault == Fault::tail_lost) run = select(run < vector, run, run / vector * vector);
  if (fault == Fault::counter_16_bit) {
    run = run / es % I(65536) * es;
    nest.loops[3].count = select(run == I(0), I(0), nest.loops[3].count);
    run = select(run == I(0), I(1), run);
  }
}

template <class I>
Nest<I> copy_nest(Fault fault, int64_t element_bytes, const Loops<I>& loops) {
  Nest<I> nest = optimized::copy_nest(loops);
  auto& [run, inner, middle, outer] = nest.loops;
  if (fault == Fault::rows_collapsed && nest.depth > 1 && inner.src == run.src * run.count) {
    run.count = run.count * inner.count;
    inner = middle;
    middle = outer;
    outer = {I(1), I(0), I(0)};
    --nest.depth;
  }
  shorten(fault, element_bytes, nest);
  return nest;
}

template <class I>
Nest<I> fill_nest(Fault fault, int64_t element_bytes, const Loops<I>& loops) {
  Nest<I> nest = optimized::fill_nest(loops);
  if (fault == Fault::byte_fill_as_16_bit && element_bytes == 1)
    nest.loops[0].count = nest.loops[0].count + I(1);
  shorten(fault, element_bytes, nest);
  return nest;
}

inline bool in_nest(Fault fault) {
  return fault == Fault::tail_lost || fault == Fault::counter_16_bit ||
         fault == Fault::rows_collapsed || fault == Fault::byte_fill_as_16_bit;
}

// ---- groups of columns ----

// Columns continue past the last lane.
template <class I>
Plan<I> grouped(Fault fault, Plan<I> plan) {
  if (fault == Fault::group_over_wrap) plan.dst.wrap_at = plan.src.wrap_at = plan.columns;
  return plan;
}

template <class I>
I group_from(Fault fault, const Plan<I>& plan, const I& first, const I& most) {
  return optimized::group_from(grouped(fault, plan), first, most);
}
template <class I>
optimized::ColumnGroup<I> first_group(Fault fault, const Plan<I>& plan, const I& most) {
  return optimized::first_group(grouped(fault, plan), most);
}
template <class I>
optimized::ColumnGroup<I> next_group(Fault fault, const Plan<I>& plan,
                                     const optimized::ColumnGroup<I>& group, const I& most) {
  return optimized::next_group(grouped(fault, plan), group, most);
}

// ---- plans of operands ----

template <class I>
void mistake_columns(Fault fault, const MachineShape<I>& m, const I& channels, Plan<I>& plan) {
  if (fault == Fault::lone_channel_lost)
    plan.tall = select(all_of(plan.tall == I(1), channels > m.lanes), I(0), plan.tall);
  plan = grouped(fault, plan);
  if (fault == Fault::heights_exchanged) std::swap(plan.tall_loops, plan.low_loops);
}

template <class I>
Plan<I> copy_plan(Fault fault, MachineShape<I> m, int64_t element_bytes, const Dim4<I>& shape,
                  const OperandView<I>& dst, const OperandView<I>& given_src) {
  const OperandView<I>& src = fault == Fault::source_as_destination ? dst : given_src;
  if (fault == Fault::one_column_if_either && dst.space != src.space) m.lanes = I(1);
  Plan<I> plan = optimized::copy_plan(m, element_bytes, shape, dst, src);
  const I lanes = dst.space == Space::system && src.space == Space::system ? I(1) : m.lanes;
  plan.dst = walk_of(fault, m, lanes, element_bytes, dst);
  plan.src = walk_of(fault, m, lanes, element_bytes, src);
  mistake_columns(fault, m, shape.c, plan);
  if (in_nest(fault))
    for (Loops<I>* loops : {&plan.tall_loops, &plan.low_loops})
      *loops = copy_nest(fault, element_bytes, *loops).loops;
  return plan;
}

template <class I>
Plan<I> fill_plan(Fault fault, const MachineShape<I>& m, int64_t element_bytes,
                  const Dim4<I>& shape, const OperandView<I>& dst) {
  Plan<I> plan = optimized::fill_plan(m, element_bytes, shape, dst);
  const I lanes = dst.space == Space::system ? I(1) : m.lanes;
  plan.dst = plan.src = walk_of(fault, m, lanes, element_bytes, dst);
  mistake_columns(fault, m, shape.c, plan);
  if (in_nest(fault))
    for (Loops<I>* loops : {&plan.tall_loops, &plan.low_loops})
      *loops = fill_nest(fault, element_bytes, *loops).loops;
  return plan;
}

// ---- plans of cases ----

// Runs lose their last element if channels of dst wrap and a row ends with a tail.
template <class I>
void lose_tails(const MachineShape<I>& m, const okk_gdma::Copy<I>& p, Plan<I>& plan) {
  const I row = p.shape.w * I(p.element_bytes), vector(32);
  const I lane = spec::start_of(m, p.dst_addr).lane;
  if (p.dst_space == Space::system || lane + p.shape.c <= m.lanes) return;
  if (row < vector || row % vector == I(0)) return;
  for (Loops<I>* loops : {&plan.tall_loops, &plan.low_loops}) {
    *loops = optimized::copy_nest(*loops).loops;
    (*loops)[0].count = (*loops)[0].count - I(p.element_bytes);
  }
}

template <class I>
Plan<I> plan_of(Fault fault, const MachineShape<I>& m, const okk_gdma::Copy<I>& p) {
  Plan<I> plan = copy_plan(
      fault, m, p.element_bytes, p.shape,
      operand_of(fault, m, p.element_bytes, p.dst_space, p.dst_addr, p.shape, p.dst_stride),
      operand_of(fault, m, p.element_bytes, p.src_space, p.src_addr, p.shape, p.src_stride));
  if (fault == Fault::wrap_with_tail) lose_tails(m, p, plan);
  return plan;
}

template <class I>
Plan<I> plan_of(Fault fault, const MachineShape<I>& m, const okk_gdma::Fill<I>& p) {
  return fill_plan(
      fault, m, p.element_bytes, p.shape,
      operand_of(fault, m, p.element_bytes, p.dst_space, p.dst_addr, p.shape, p.dst_stride));
}

// Copies element by element, w in place of h: down a column of the system matrix.
template <class I>
void transpose_parts(const okk_gdma::Matrix<I>& p, int64_t element_bytes,
                     optimized::MatrixParts<I>& parts) {
  const I full = parts.full.shape.c;
  for (optimized::MatrixPart<I>* part : {&parts.full, &parts.partial}) {
    std::swap(part->shape.h, part->shape.w);
    part->local.stride.h = I(1);
    part->system.stride = {I(1), p.cols_per_channel * p.row_stride, p.row_stride, I(1)};
  }
  parts.partial.system.address =
      parts.full.system.address + I(element_bytes) * full * parts.full.system.stride.c;
}

template <class I>
optimized::MatrixParts<I> parts_of(Fault fault, const MachineShape<I>& machine,
                                   const okk_gdma::Matrix<I>& p, int64_t element_bytes = 4) {
  const MachineShape<I> m = machine_of(fault, machine, element_bytes);
  optimized::MatrixParts<I> parts = optimized::parts_of(m, p, element_bytes);
  if (fault == Fault::n_stride_ignores_start_lane) {
    const Dim4<I> whole = spec::matrix_shape(p.rows, p.cols, p.cols_per_channel);
    const I n = spec::aligned_strides(m, element_bytes, I(0), whole).n;
    parts.full.local.stride.n = parts.partial.local.stride.n = n;
  }
  if (fault == Fault::last_channel_whole) parts.partial.shape.w = p.cols_per_channel;
  if (fault == Fault::square_transposed && p.rows == p.cols)
    transpose_parts(p, element_bytes, parts);
  return parts;
}

template <class I>
optimized::MatrixPlan<I> plan_of(Fault fault, const MachineShape<I>& m,
                                 const okk_gdma::Matrix<I>& p, int64_t element_bytes = 4) {
  const auto plan = [&](const optimized::MatrixPart<I>& part) {
    return p.dst_space == Space::local
               ? copy_plan(fault, m, element_bytes, part.shape, part.local, part.system)
               : copy_plan(fault, m, element_bytes, part.shape, part.system, part.local);
  };
  const optimized::MatrixParts<I> parts = parts_of(fault, m, p, element_bytes);
  return {plan(parts.full), plan(parts.partial)};
}

}  // namespace strideproof::mutants
