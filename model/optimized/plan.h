#pragma once
// The address plan of a strided copy or fill, over the integer type I (spec/vocabulary/integer.h):
// the code that runs with int64_t is proved with solver::Sym. All counts and steps are in BYTES,
// addresses are flat: lane * S + offset in local memory, so the start of a tensor is its address.
//
// Channels c, c + X, c + 2X, ... of a tensor in local memory lie on one lane: a column. Column l, 0
// <= l < min(C, X), begins with channel l. Inside a column every step is constant for every start
// lane, and from column to column the lanes wrap at most once. So a plan is
//
//   for l in [0, columns):  a nest of plain loops from the start of column l, in both operands
//
//   byte (n, c, h, b) of an operand = column_start(walk, l) + k*walk.block + n*walk.n + h*walk.h + b
//                                     where c = k*lanes + l, 0 <= b < W*es
//
// A copy that stays in system memory is a single column of all channels (lanes = 1).

#include <array>

#include "spec/layout.h"

namespace strideproof::optimized {

using spec::MachineShape;

// One operand of a plan: its start and its strides, in elements.
template <class I>
struct OperandView {
  Space space;
  I address;
  Dim4<I> stride;
};

// The steps of one operand from column to column and inside a column.
template <class I>
struct ColumnStrides {
  I start;    // of column 0
  I lane;     // from a column to the next,
  I wrap_at;  // except that column wrap_at
  I wrap;     // lies this much further
  I block;    // from a channel of a column to the next
  I n, h;
};

template <class I>
ColumnStrides<I> walk_of(const MachineShape<I>& m, const I& lanes, int64_t element_bytes,
                         const OperandView<I>& o) {
  const I es(element_bytes);
  const I n = es * o.stride.n, c = es * o.stride.c, h = es * o.stride.h;
  if (o.space == Space::system) return {o.address, c, lanes, I(0), lanes * c, n, h};
  const spec::Start<I> at = spec::start_of(m, o.address);
  return {o.address, m.lane_bytes, m.lanes - at.lane, c - m.lanes * m.lane_bytes, c, n, h};
}

template <class I>
I column_start(const ColumnStrides<I>& walk, const I& column) {
  return walk.start + column * walk.lane + select(column < walk.wrap_at, I(0), walk.wrap);
}

// column_start(column + 1) - column_start(column).
template <class I>
I column_step(const ColumnStrides<I>& walk, const I& column) {
  return walk.lane + select(column + I(1) == walk.wrap_at, walk.wrap, I(0));
}

// `count` iterations, each `dst` and `src` bytes after the one before.
template <class I>
struct Loop {
  I count, dst, src;
};

// The loops of a column, the innermost first: the bytes of a row, rows, channels, batches.
template <class I>
using Loops = std::array<Loop<I>, 4>;

// The same loops with fewer levels: without those of one iteration, contiguous ones coalesced.
// loops[0] is the run: adjacent bytes. Loops from index `depth` on have a count of 1.
template <class I>
struct Nest {
  Loops<I> loops;
  int depth;
};

template <class I>
Nest<I> nest_of_run(const Loop<I>& run) {
  const Loop<I> once = {I(1), I(0), I(0)};
  return {{run, once, once, once}, 1};
}

// ---- copies ----

// True if each step of `outer` starts where `inner` ends, in both operands.
template <class I>
Truth<I> is_contiguous(const Loop<I>& inner, const Loop<I>& outer) {
  return all_of(outer.dst == inner.dst * inner.count, outer.src == inner.src * inner.count);
}

// Coalesces contiguous loops: (i, j) -> i + j * inner.count.
template <class I>
Loop<I> coalesce(const Loop<I>& inner, const Loop<I>& outer) {
  return {inner.count * outer.count, inner.dst, inner.src};
}

template <class I>
void push_loop(Nest<I>& nest, const Loop<I>& loop) {
  if (loop.count == I(1)) return;
  Loop<I>& last = nest.loops[nest.depth - 1];
  if (is_contiguous(last, loop))
    last = coalesce(last, loop);
  else
    nest.loops[nest.depth++] = loop;
}

template <class I>
Nest<I> copy_nest(const Loops<I>& loops) {
  Nest<I> nest = nest_of_run(loops[0]);
  for (int k = 1; k < 4; ++k) push_loop(nest, loops[k]);
  return nest;
}

// ---- fills: a byte may be written twice, so loops that touch or overlap coalesce ----

// True if the steps of `outer` stay on the grid of `inner` and leave no gap in it. inner.dst > 0.
template <class I>
Truth<I> covers(const Loop<I>& inner, const Loop<I>& outer) {
  return all_of(outer.dst % inner.dst == I(0), outer.dst <= inner.dst * inner.count);
}

// If so, i * inner.dst + j * outer.dst, over all (i, j), is exactly i' * inner.dst, i' < count.
template <class I>
Loop<I> covered(const Loop<I>& inner, const Loop<I>& outer) {
  return {inner.count + (outer.count - I(1)) * (outer.dst / inner.dst), inner.dst, I(0)};
}

template <class I>
void push_fill_loop(Nest<I>& nest, const Loop<I>& loop) {
  if (loop.count == I(1)) return;
  Loop<I>& last = nest.loops[nest.depth - 1];
  if (covers(last, loop))
    last = covered(last, loop);
  else
    nest.loops[nest.depth++] = loop;
}

template <class I>
Nest<I> fill_nest(const Loops<I>& loops) {
  Nest<I> nest = nest_of_run(loops[0]);
  for (int k = 1; k < 4; ++k) push_fill_loop(nest, loops[k]);
  return nest;
}

// ---- plans ----

template <class I>
struct Plan {
  ColumnStrides<I> dst, src;  // in a fill, src equals dst
  I columns;                  // min(C, lanes)
  I tall;                     // columns [0, tall) hold one channel more than the others
  Loops<I> tall_loops, low_loops;
};

// A group of adjacent columns: one nest for all, and equal steps from each column to the next.
template <class I>
struct ColumnGroup {
  I column, count;  // the columns [column, column + count)
  I dst, src;       // where the first of them starts
};

// The number of columns of the group that starts at `first`: at most `most`; >= 1 if first <
// plan.columns.
template <class I>
I group_from(const Plan<I>& plan, const I& first, const I& most) {
  const auto until = [&](const I& edge) { return select(first < edge, edge - first, most); };
  return min_of(min_of(most, plan.columns - first),
                min_of(until(plan.tall), min_of(until(plan.dst.wrap_at), until(plan.src.wrap_at))));
}

template <class I>
ColumnGroup<I> first_group(const Plan<I>& plan, const I& most) {
  return {I(0), group_from(plan, I(0), most), plan.dst.start, plan.src.start};
}

// The next group; without columns after the last one.
template <class I>
ColumnGroup<I> next_group(const Plan<I>& plan, const ColumnGroup<I>& group, const I& most) {
  const I column = group.column + group.count, last = column - I(1);
  const auto start = [&](const ColumnStrides<I>& walk, const I& first) {
    return first + (group.count - I(1)) * walk.lane + column_step(walk, last);
  };
  return {column, group_from(plan, column, most), start(plan.dst, group.dst),
          start(plan.src, group.src)};
}

// True if the columns of the group are tall.
template <class I>
Truth<I> is_tall(const Plan<I>& plan, const ColumnGroup<I>& group) {
  return group.column < plan.tall;
}

// The loops of a column of `channels`.
template <class I>
Loops<I> copy_loops(int64_t element_bytes, const Dim4<I>& shape, const I& channels,
                    const ColumnStrides<I>& dst, const ColumnStrides<I>& src) {
  return {{{shape.w * I(element_bytes), I(1), I(1)},
           {shape.h, dst.h, src.h},
           {channels, dst.block, src.block},
           {shape.n, dst.n, src.n}}};
}

// A fill has no source, so its steps are 0.
template <class I>
Loops<I> fill_loops(int64_t element_bytes, const Dim4<I>& shape, const I& channels,
                    const ColumnStrides<I>& dst) {
  return {{{shape.w * I(element_bytes), I(1), I(0)},
           {shape.h, dst.h, I(0)},
           {channels, dst.block, I(0)},
           {shape.n, dst.n, I(0)}}};
}

// dst(n, c, h, w) = src(n, c, h, w). The operands' w strides are 1; extents >= 1, except that no
// channel (shape.c = 0) is a plan without columns.
template <class I>
Plan<I> copy_plan(const MachineShape<I>& m, int64_t element_bytes, const Dim4<I>& shape,
                  const OperandView<I>& dst, const OperandView<I>& src) {
  const bool system = dst.space == Space::system && src.space == Space::system;
  const I lanes = system ? I(1) : m.lanes, channels = shape.c / lanes;
  const ColumnStrides<I> to = walk_of(m, lanes, element_bytes, dst);
  const ColumnStrides<I> from = walk_of(m, lanes, element_bytes, src);
  return {to,
          from,
          min_of(shape.c, lanes),
          shape.c % lanes,
          copy_loops(element_bytes, shape, channels + I(1), to, from),
          copy_loops(element_bytes, shape, channels, to, from)};
}

// dst(n, c, h, w) = C.
template <class I>
Plan<I> fill_plan(const MachineShape<I>& m, int64_t element_bytes, const Dim4<I>& shape,
                  const OperandView<I>& dst) {
  const I lanes = dst.space == Space::system ? I(1) : m.lanes, channels = shape.c / lanes;
  const ColumnStrides<I> to = walk_of(m, lanes, element_bytes, dst);
  return {to,
          to,
          min_of(shape.c, lanes),
          shape.c % lanes,
          fill_loops(element_bytes, shape, channels + I(1), to),
          fill_loops(element_bytes, shape, channels, to)};
}

}  // namespace strideproof::optimized
