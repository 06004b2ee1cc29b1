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

#include "model/optimized/faults.h"
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

template <class Mutation, class I>
ColumnStrides<I> walk_of(const MachineShape<I>& m, const I& lanes, int64_t element_bytes,
                         const OperandView<I>& o) {
  const I es(element_bytes);
  const I n = es * o.stride.n, c = es * o.stride.c, h = es * o.stride.h;
  if (o.space == Space::system) return {o.address, c, lanes, I(0), lanes * c, n, h};
  const spec::Start<I> at = spec::start_of(m, o.address);
  if (Mutation::has(Fault::start_lane_ignored))
    return {at.offset, m.lane_bytes, m.lanes, I(0), c, n, h};
  if (Mutation::has(Fault::lane_wrap_early))
    return {o.address,
            m.lane_bytes,
            m.lanes - at.lane - I(1),
            c - (m.lanes - I(1)) * m.lane_bytes,
            c,
            n,
            h};
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

// A nest of loops, the innermost first. loops[0] is the run: adjacent bytes. Loops from index
// `depth` on have a count of 1.
template <class I>
struct Nest {
  std::array<Loop<I>, 4> loops;
  int depth;
};

// One run of `bytes`; src_step is 0 for a fill, which has no source.
template <class I>
Nest<I> run_of(const I& bytes, const I& src_step) {
  const Loop<I> once = {I(1), I(0), I(0)};
  return {{Loop<I>{bytes, I(1), src_step}, once, once, once}, 1};
}

// Adds a loop around the nest, without coalescing.
template <class Mutation, class I>
bool keeps(Nest<I>& nest, const Loop<I>& loop) {
  if (Mutation::has(LoopFault::loops_kept)) nest.loops[nest.depth++] = loop;
  return Mutation::has(LoopFault::loops_kept);
}

// ---- copies ----

// True if each step of `outer` starts where `inner` ends, in both operands.
template <class Mutation, class I>
Truth<I> is_contiguous(const Loop<I>& inner, const Loop<I>& outer) {
  const auto src = outer.src == inner.src * inner.count;
  if (Mutation::has(Fault::rows_collapsed)) return src;
  return all_of(outer.dst == inner.dst * inner.count, src);
}

// Coalesces contiguous loops: (i, j) -> i + j * inner.count.
template <class I>
Loop<I> coalesce(const Loop<I>& inner, const Loop<I>& outer) {
  return {inner.count * outer.count, inner.dst, inner.src};
}

template <class Mutation, class I>
void push_loop(Nest<I>& nest, const Loop<I>& loop) {
  if (keeps<Mutation>(nest, loop)) return;
  if (loop.count == I(1)) return;
  Loop<I>& last = nest.loops[nest.depth - 1];
  if (is_contiguous<Mutation>(last, loop))
    last = coalesce(last, loop);
  else
    nest.loops[nest.depth++] = loop;
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

template <class Mutation, class I>
void push_fill_loop(Nest<I>& nest, const Loop<I>& loop) {
  if (keeps<Mutation>(nest, loop)) return;
  if (loop.count == I(1)) return;
  Loop<I>& last = nest.loops[nest.depth - 1];
  if (covers(last, loop))
    last = covered(last, loop);
  else
    nest.loops[nest.depth++] = loop;
}

// ---- plans ----

template <class I>
struct Plan {
  ColumnStrides<I> dst, src;  // in a fill, src equals dst
  I columns;                  // min(C, lanes)
  I tall;                     // columns [0, tall) hold one channel more than the others
  Nest<I> tall_nest, low_nest;
};

// A group of adjacent columns: one nest for all, and equal steps from each column to the next.
template <class I>
struct ColumnGroup {
  I column, count;  // the columns [column, column + count)
  I dst, src;       // where the first of them starts
};

// The number of columns of the group that starts at `first`: at most `most`; >= 1 if first <
// plan.columns.
template <class LoopMutation = OriginalLoop, class I>
I group_from(const Plan<I>& plan, const I& first, const I& most) {
  const auto until = [&](const I& edge) { return select(first < edge, edge - first, most); };
  const I no_wrap = LoopMutation::has(LoopFault::group_over_wrap)
                        ? most
                        : min_of(until(plan.dst.wrap_at), until(plan.src.wrap_at));
  return min_of(min_of(most, plan.columns - first), min_of(until(plan.tall), no_wrap));
}

template <class LoopMutation = OriginalLoop, class I>
ColumnGroup<I> first_group(const Plan<I>& plan, const I& most) {
  return {I(0), group_from<LoopMutation>(plan, I(0), most), plan.dst.start, plan.src.start};
}

// The next group; without columns after the last one.
template <class LoopMutation = OriginalLoop, class I>
ColumnGroup<I> next_group(const Plan<I>& plan, const ColumnGroup<I>& group, const I& most) {
  const I column = group.column + group.count, last = column - I(1);
  const auto start = [&](const ColumnStrides<I>& walk, const I& first) {
    return first + (group.count - I(1)) * walk.lane + column_step(walk, last);
  };
  return {column, group_from<LoopMutation>(plan, column, most), start(plan.dst, group.dst),
          start(plan.src, group.src)};
}

template <class I>
const Nest<I>& nest_of(const Plan<I>& plan, const ColumnGroup<I>& group) {
  if (group.column < plan.tall) return plan.tall_nest;
  return plan.low_nest;
}

// The bytes that faults remove from a run; 0 if Mutation is Original.
template <class Mutation, class I>
Nest<I> sealed(Nest<I> nest, int64_t element_bytes) {
  I& run = nest.loops[0].count;
  const I es(element_bytes);
  const I vector = I(32) * es;
  if (Mutation::has(Fault::tail_lost)) run = select(run < vector, run, run / vector * vector);
  if (Mutation::has(Fault::counter_16_bit)) {
    run = run / es % I(65536) * es;
    nest.loops[3].count = select(run == I(0), I(0), nest.loops[3].count);
  }
  return nest;
}

// The loops of a column of `channels`.
template <class Mutation, class I>
Nest<I> copy_nest(int64_t element_bytes, const Dim4<I>& shape, const I& channels,
                  const ColumnStrides<I>& dst, const ColumnStrides<I>& src) {
  Nest<I> nest = run_of(shape.w * I(element_bytes), I(1));
  push_loop<Mutation>(nest, Loop<I>{shape.h, dst.h, src.h});
  push_loop<Mutation>(nest, Loop<I>{channels, dst.block, src.block});
  push_loop<Mutation>(nest, Loop<I>{shape.n, dst.n, src.n});
  return sealed<Mutation>(nest, element_bytes);
}

template <class Mutation, class I>
Nest<I> fill_nest(int64_t element_bytes, const Dim4<I>& shape, const I& channels,
                  const ColumnStrides<I>& dst) {
  Nest<I> nest = run_of(shape.w * I(element_bytes), I(0));
  push_fill_loop<Mutation>(nest, Loop<I>{shape.h, dst.h, I(0)});
  push_fill_loop<Mutation>(nest, Loop<I>{channels, dst.block, I(0)});
  push_fill_loop<Mutation>(nest, Loop<I>{shape.n, dst.n, I(0)});
  if (Mutation::has(Fault::byte_fill_as_16_bit) && element_bytes == 1)
    nest.loops[0].count = nest.loops[0].count + I(1);
  return sealed<Mutation>(nest, element_bytes);
}

// Columns beyond the first `tall` hold C div lanes channels, those before one more.
template <class Mutation, class I>
I tall_columns(const I& channels, const I& lanes) {
  const I tall = channels % lanes;
  if (Mutation::has(Fault::lone_channel_lost))
    return select(all_of(tall == I(1), channels > lanes), I(0), tall);
  return tall;
}

// The channels of one of the first `tall` columns, or of another.
template <class Mutation, class I>
I column_height(const I& channels, const I& lanes, bool tall) {
  const bool higher = tall != Mutation::has(LoopFault::heights_exchanged);
  return channels / lanes + I(higher ? 1 : 0);
}

// dst(n, c, h, w) = src(n, c, h, w). The operands' w strides are 1; extents >= 1, except that no
// channel (shape.c = 0) is a plan without columns.
template <class Mutation, class I>
Plan<I> copy_plan(const MachineShape<I>& m, int64_t element_bytes, const Dim4<I>& shape,
                  const OperandView<I>& dst, const OperandView<I>& src) {
  const bool to_system = dst.space == Space::system, from_system = src.space == Space::system;
  const bool system = Mutation::has(LoopFault::one_column_if_either) ? to_system || from_system
                                                                     : to_system && from_system;
  const I lanes = system ? I(1) : m.lanes;
  const ColumnStrides<I> to = walk_of<Mutation>(m, lanes, element_bytes, dst);
  const ColumnStrides<I> from = walk_of<Mutation>(
      m, lanes, element_bytes, Mutation::has(LoopFault::source_as_destination) ? dst : src);
  const bool exchanged = Mutation::has(LoopFault::operands_exchanged);
  const auto nest = [&](bool tall) {
    return copy_nest<Mutation>(element_bytes, shape, column_height<Mutation>(shape.c, lanes, tall),
                               exchanged ? from : to, exchanged ? to : from);
  };
  return {to,         from,       min_of(shape.c, lanes), tall_columns<Mutation>(shape.c, lanes),
          nest(true), nest(false)};
}

// dst(n, c, h, w) = C.
template <class Mutation, class I>
Plan<I> fill_plan(const MachineShape<I>& m, int64_t element_bytes, const Dim4<I>& shape,
                  const OperandView<I>& dst) {
  const I lanes = dst.space == Space::system ? I(1) : m.lanes;
  const ColumnStrides<I> to = walk_of<Mutation>(m, lanes, element_bytes, dst);
  const Dim4<I> of_nests = Mutation::has(LoopFault::rows_as_batches)
                               ? Dim4<I>{shape.h, shape.c, shape.n, shape.w}
                               : shape;
  const auto nest = [&](bool tall) {
    return fill_nest<Mutation>(element_bytes, of_nests,
                               column_height<Mutation>(shape.c, lanes, tall), to);
  };
  return {to,         to,         min_of(shape.c, lanes), tall_columns<Mutation>(shape.c, lanes),
          nest(true), nest(false)};
}

}  // namespace strideproof::optimized
