#pragma once
// The address plan of an operation that goes through all its operands alike, over the integer type
// I (spec/vocabulary/integer.h): it runs with int64_t and is proved with solver::Sym. All steps are
// in BYTES. Addresses are flat: lane * S + offset in local memory, so a tensor starts at its
// address. The destination is the first operand.
//
// Channels c, c + X, c + 2X, ... of a tensor in local memory lie on one lane: a column. Column l, 0
// <= l < min(C, X), begins with channel l. Inside a column every step is constant for every start
// lane, and from column to column the lanes wrap at most once. So a plan is
//
//   for l in [0, columns):  a nest of plain loops from the start of column l, in all operands
//
//   element (n, c, h, w) of an operand, c = k*lanes + l, is at
//       column_start(strides, l) + k*strides.block + n*strides.n + h*strides.h + w*strides.w
//
// An operation without an operand in local memory has a single column of all channels (lanes = 1).

#include <array>
#include <tuple>

#include "spec/layout.h"

namespace strideproof::optimized {

using spec::MachineShape;
using spec::Tensor;

// ---- operands ----

// The steps of one operand from column to column and inside a column.
template <class I>
struct ColumnStrides {
  I start;    // of column 0
  I lane;     // from a column to the next,
  I wrap_at;  // except that column wrap_at
  I wrap;     // lies this much further
  I block;    // from a channel of a column to the next
  I n, h, w;
};

template <class I>
ColumnStrides<I> column_strides(const MachineShape<I>& m, const I& lanes, const Tensor<I>& t) {
  const I es(t.element_bytes);
  const I n = es * t.stride.n, c = es * t.stride.c, h = es * t.stride.h, w = es * t.stride.w;
  if (t.space != Space::local) return {t.address, c, lanes, I(0), lanes * c, n, h, w};
  const spec::Start<I> at = spec::start_of(m, t.address);
  return {t.address, m.lane_bytes, m.lanes - at.lane, c - m.lanes * m.lane_bytes, c, n, h, w};
}

template <class I>
I column_start(const ColumnStrides<I>& strides, const I& column) {
  return strides.start + column * strides.lane +
         select(column < strides.wrap_at, I(0), strides.wrap);
}

// column_start(column + 1) - column_start(column).
template <class I>
I column_step(const ColumnStrides<I>& strides, const I& column) {
  return strides.lane + select(column + I(1) == strides.wrap_at, strides.wrap, I(0));
}

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
  std::array<ColumnStrides<I>, count> operands;
  I columns;                                 // min(C, lanes)
  I extra_columns;                           // columns [0, extra_columns) have an extra channel
  Loops<I, count> extra_loops, plain_loops;  // of a column with one, and of another
};

// The loops of a column of `channels`.
template <class I, size_t count>
Loops<I, count> loops_of(const Dim4<I>& shape, const I& channels,
                         const std::array<ColumnStrides<I>, count>& operands) {
  Loops<I, count> loops{};
  auto& [elements, rows, blocks, batches] = loops;
  elements.count = shape.w, rows.count = shape.h;
  blocks.count = channels, batches.count = shape.n;
  for (size_t k = 0; k < count; ++k) {
    elements.step[k] = operands[k].w, rows.step[k] = operands[k].h;
    blocks.step[k] = operands[k].block, batches.step[k] = operands[k].n;
  }
  return loops;
}

// The plan of tensors of one shape, an array or tuple, whose strides are strides_of(lanes, tensor).
// Extents >= 1, except that no channel (shape.c = 0) is a plan without columns.
template <class I, class Tensors, size_t count = std::tuple_size<Tensors>::value>
Plan<I, count> plan_from(const MachineShape<I>& m, const Tensors& operands, auto strides_of) {
  const auto plan = [&](const auto&... t) -> Plan<I, count> {
    const I lanes = (... || (t.space == Space::local)) ? m.lanes : I(1);
    const std::array<ColumnStrides<I>, count> strides{strides_of(lanes, t)...};
    const Dim4<I>& shape = std::get<0>(operands).shape;
    const I channels = shape.c / lanes;
    return {strides, min_of(shape.c, lanes), shape.c % lanes,
            loops_of(shape, channels + I(1), strides), loops_of(shape, channels, strides)};
  };
  return std::apply(plan, operands);
}

template <class I, class Tensors, size_t count = std::tuple_size<Tensors>::value>
Plan<I, count> plan_of(const MachineShape<I>& m, const Tensors& operands) {
  return plan_from(m, operands,
                   [&](const I& lanes, const Tensor<I>& t) { return column_strides(m, lanes, t); });
}

// ---- matrices ----

// A matrix in local memory is a tensor with one row in each channel. It is copied in two parts: the
// full channels, and the partly filled last channel (no channel if all are full). A part is dst and
// src, of one shape.
template <class I>
using MatrixPart = std::array<Tensor<I>, 2>;
template <class I>
struct MatrixParts {
  MatrixPart<I> full, partial;
};

// One of the operands is in local memory, the other in system memory.
template <class I>
MatrixParts<I> parts_of(const MachineShape<I>& m, const Tensor<I>& dst, const Tensor<I>& src) {
  const bool to_local = dst.space == Space::local;
  const Tensor<I>&local = to_local ? dst : src, &system = to_local ? src : dst;
  const I &columns = system.shape.w, &of_channel = local.shape.w;
  const auto part = [&](const I& in_local, const I& in_system, const I& channels, const I& width) {
    const auto of = [&](Tensor<I> t, const I& address) {
      t.address = address, t.last_width = width;
      t.shape = {local.shape.n, channels, I(1), width};
      return t;
    };
    Tensor<I> a = of(local, in_local), b = of(system, in_system);
    b.stride.c = of_channel;
    return to_local ? MatrixPart<I>{a, b} : MatrixPart<I>{b, a};
  };
  const I full = columns / of_channel, left = columns % of_channel;
  const auto [lane, byte] = spec::place_of(m, local, {I(0), full, I(0), I(0)});
  return {
      part(local.address, system.address, full, of_channel),
      part(lane * m.lane_bytes + byte, system.address + I(local.element_bytes) * full * of_channel,
           select(left == I(0), I(0), I(1)), left)};
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
  for (const ColumnStrides<I>& strides : plan.operands) end_at(strides.wrap_at);
  return count;
}

template <class I, size_t operands>
ColumnGroup<I, operands> first_group(const Plan<I, operands>& plan, const I& most) {
  ColumnGroup<I, operands> group{I(0), group_from(plan, I(0), most), {}};
  for (size_t k = 0; k < operands; ++k) group.start[k] = plan.operands[k].start;
  return group;
}

// The next group; without columns after the last one.
template <class I, size_t operands>
ColumnGroup<I, operands> next_group(const Plan<I, operands>& plan, ColumnGroup<I, operands> group,
                                    const I& most) {
  const I column = group.column + group.count, last = column - I(1);
  for (size_t k = 0; k < operands; ++k) {
    const ColumnStrides<I>& strides = plan.operands[k];
    group.start[k] =
        group.start[k] + (group.count - I(1)) * strides.lane + column_step(strides, last);
  }
  return {column, group_from(plan, column, most), group.start};
}

// True if the columns of the group have an extra channel.
template <class I, size_t operands>
Truth<I> has_extra_channel(const Plan<I, operands>& plan, const ColumnGroup<I, operands>& group) {
  return group.column < plan.extra_columns;
}

}  // namespace strideproof::optimized
