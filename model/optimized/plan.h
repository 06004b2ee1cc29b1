#pragma once
// The plan of an operation that goes through all its operands alike: their layouts, and the order
// in which loops go through them, over the integer type I. The destination is the first operand.
//
// Channels c, c + X, c + 2X, ... of a tensor in local memory lie on one lane: a column. Column
// l, 0 <= l < min(C, X), begins with channel l. Inside a column every step is constant for every
// start lane, and from column to column the lanes wrap at most once. So its plan is
//
//   for l in [0, columns):  a nest of plain loops from channel l, in all operands
//
// An operation without an operand in local memory has a single column of all channels (lanes = 1).

#include "model/optimized/layouts.h"

namespace strideproof::optimized {

// ---- loops ----

// `count` iterations, each operand `step` bytes after the one before.
template <class I, size_t operands>
struct Loop {
  I count;
  std::array<I, operands> step;
};

// The loops of a column, the innermost first: the elements of a row, rows, channels, batches.
template <class I, size_t operands>
using Loops = std::array<Loop<I, operands>, 4>;

// The same loops with fewer levels: without those of one iteration, contiguous ones coalesced.
// loops[0] is the run. Loops from index `depth` on have a count of 1.
template <class I, size_t operands>
struct Nest {
  Loops<I, operands> loops;
  int depth;
};

// Two loops of several operands coalesce if, in all operands, each step of the outer one starts
// where the inner one ends: (i, j) -> i + j * inner.count.
template <class I, size_t operands>
Truth<I> coalesces(const Loop<I, operands>& inner, const Loop<I, operands>& outer) {
  Truth<I> all(true);
  for (size_t k = 0; k < operands; ++k)
    all = all_of(all, outer.step[k] == inner.step[k] * inner.count);
  return all;
}
template <class I, size_t operands>
I coalesced_count(const Loop<I, operands>& inner, const Loop<I, operands>& outer) {
  return inner.count * outer.count;
}

// If there is one operand, only the set of bytes matters. Two loops coalesce if the steps of the
// outer one stay on the grid of the inner one and leave no gap in it. Then i * inner.step + j *
// outer.step, over all (i, j), is i' * inner.step, i' < coalesced_count. inner.step > 0.
template <class I>
Truth<I> coalesces(const Loop<I, 1>& inner, const Loop<I, 1>& outer) {
  return all_of(outer.step[0] % inner.step[0] == I(0),
                outer.step[0] <= inner.step[0] * inner.count);
}
template <class I>
I coalesced_count(const Loop<I, 1>& inner, const Loop<I, 1>& outer) {
  return inner.count + (outer.count - I(1)) * (outer.step[0] / inner.step[0]);
}

template <class I, size_t operands>
void push_loop(Nest<I, operands>& nest, const Loop<I, operands>& loop) {
  if (loop.count == I(1)) return;
  Loop<I, operands>& last = nest.loops[static_cast<size_t>(nest.depth - 1)];
  if (coalesces(last, loop))
    last.count = coalesced_count(last, loop);
  else
    nest.loops[static_cast<size_t>(nest.depth++)] = loop;
}

template <class I, size_t operands>
Nest<I, operands> nest_of(const Loops<I, operands>& loops) {
  Nest<I, operands> nest{{}, 1};
  nest.loops.fill({I(1), {}});
  nest.loops[0] = loops[0];
  for (size_t k = 1; k < loops.size(); ++k) push_loop(nest, loops[k]);
  return nest;
}

// ---- plans ----

template <class I, size_t count>
struct Plan {
  Layouts<I, count> operands;
  I columns;                                 // min(C, lanes)
  I extra_columns;                           // columns [0, extra_columns) have an extra channel
  Loops<I, count> extra_loops, plain_loops;  // of a column with one, and of another
};

// The loops of a column of `channels`.
template <class I, size_t count>
Loops<I, count> loops_of(const Layouts<I, count>& operands, const I& channels) {
  Loops<I, count> loops{};
  auto& [elements, rows, blocks, batches] = loops;
  const Dim4<I>& shape = operands[0].shape;
  elements.count = shape.w, rows.count = shape.h;
  blocks.count = channels, batches.count = shape.n;
  for (size_t k = 0; k < count; ++k) {
    elements.step[k] = operands[k].w, rows.step[k] = operands[k].h;
    blocks.step[k] = operands[k].channels.block, batches.step[k] = operands[k].n;
  }
  return loops;
}

// The plan of operands of one shape, with as many lanes: layouts(), made in place. Extents >= 1,
// except that no channel (shape.c = 0) is a plan without columns.
template <class I, size_t count>
Plan<I, count> plan_by(const I& lanes, auto layouts) {
  Plan<I, count> plan{layouts(), I(0), I(0), {}, {}};
  const I &c = plan.operands[0].shape.c, channels = c / lanes;
  plan.columns = min_of(c, lanes);
  plan.extra_columns = c % lanes;
  plan.extra_loops = loops_of(plan.operands, channels + I(1));
  plan.plain_loops = loops_of(plan.operands, channels);
  return plan;
}

template <class I, size_t count>
Plan<I, count> plan_of(const I& lanes, const Layouts<I, count>& operands) {
  return plan_by<I, count>(lanes, [&] { return operands; });
}

template <class I, class Tensors, size_t count = std::tuple_size<Tensors>::value>
Plan<I, count> plan_of(const MachineShape<I>& m, const Tensors& tensors) {
  return plan_by<I, count>(lanes_of(m, tensors), [&] { return layouts_of(m, tensors); });
}

// ---- matrices ----

// A matrix in local memory is a tensor with one row in each channel. It is copied in two parts: the
// full channels, and the partly filled last channel (no channel if all are full). A part is dst and
// src.
template <class I>
using MatrixParts = std::array<Layouts<I, 2>, 2>;

// The matrix in system memory with the shape of that in local memory.
template <class I>
Tensor<I> in_channels(Tensor<I> system, const Tensor<I>& local) {
  system.shape = local.shape, system.stride.c = local.shape.w, system.last_width = local.last_width;
  return system;
}

// The parts of operands whose last channel has rows of `last_width`.
template <class I>
MatrixParts<I> parts_of(const Layouts<I, 2>& operands, const I& last_width) {
  MatrixParts<I> parts = {operands, operands};
  for (size_t k = 0; k < 2; ++k) {
    Dim4<I>&full = parts[0][k].shape, &partial = parts[1][k].shape;
    partial.c = select(last_width == full.w, I(0), I(1)), partial.w = last_width;
    full.c = full.c - partial.c;
    Rows<I>& channels = parts[1][k].channels;
    channels.start = row_at(channels, full.c), channels.first = I(0);
  }
  return parts;
}

// One of the operands is in local memory, the other in system memory.
template <class I>
MatrixParts<I> parts_of(const MachineShape<I>& m, const Tensor<I>& dst, const Tensor<I>& src) {
  if (dst.space == Space::local)
    return parts_of(layouts_of(m, std::array{dst, in_channels(src, dst)}), dst.last_width);
  return parts_of(layouts_of(m, std::array{in_channels(dst, src), src}), src.last_width);
}

// The plans that ship.
struct ShippedCopies {
  static auto plan_of(const auto&... values) { return optimized::plan_of(values...); }
  static auto parts_of(const auto&... values) { return optimized::parts_of(values...); }
};

// ---- groups of columns ----

// Adjacent columns: one nest for all, and equal steps from each column to the next.
template <class I, size_t operands>
struct ColumnGroup {
  I column, count;                // the columns [column, column + count)
  std::array<I, operands> start;  // of the first of them
};

// The number of columns of the group that starts at `first`: at most `most`; >= 1 if first <
// plan.columns.
template <class I, size_t operands>
I group_from(const Plan<I, operands>& plan, const I& first, const I& most) {
  I count = min_of(most, plan.columns - first);
  const auto end_at = [&](const I& edge) {
    count = min_of(count, select(first < edge, edge - first, most));
  };
  end_at(plan.extra_columns);
  for (const ByteLayout<I>& operand : plan.operands)
    end_at(operand.channels.lanes - operand.channels.first);
  return count;
}

template <class I, size_t operands>
ColumnGroup<I, operands> first_group(const Plan<I, operands>& plan, const I& most) {
  ColumnGroup<I, operands> group{I(0), group_from(plan, I(0), most), {}};
  for (size_t k = 0; k < operands; ++k) group.start[k] = first_of(plan.operands[k].channels);
  return group;
}

// The next group; without columns after the last one.
template <class I, size_t operands>
ColumnGroup<I, operands> next_group(const Plan<I, operands>& plan, ColumnGroup<I, operands> group,
                                    const I& most) {
  const I column = group.column + group.count;
  for (size_t k = 0; k < operands; ++k) {
    const auto& [start, first, lanes, lane, block] = plan.operands[k].channels;
    const I wrap = select(first + column == lanes, block - lanes * lane, I(0));
    group.start[k] = group.start[k] + group.count * lane + wrap;
  }
  return {column, group_from(plan, column, most), group.start};
}

// True if the columns of the group have an extra channel.
template <class I, size_t operands>
Truth<I> has_extra_channel(const Plan<I, operands>& plan, const ColumnGroup<I, operands>& group) {
  return group.column < plan.extra_columns;
}

}  // namespace strideproof::optimized
