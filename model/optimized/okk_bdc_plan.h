#pragma once
// The address plan of an operation on the words of three tensors, over the integer type I
// (spec/vocabulary/integer.h): the code that runs with int64_t is proved with solver::Sym. Columns
// are those of plan.h: channels c, c + X, c + 2X, ... lie on one lane, and inside a column every
// step is constant. All steps are in BYTES, addresses are flat.
//
//   word (n, c, h, w) of an operand =
//       column_start(walk, l) + k*walk.block + n*walk.n + h*walk.h + w*w_step,   c = k*X + l
//
// A constant is an operand whose steps are 0.

#include <array>

#include "model/optimized/plan.h"
#include "model/optimized/word_runs.h"
#include "spec/operations/okk_bdc.h"

namespace strideproof::optimized {

// The steps of one operand from column to column, inside a column and inside a row.
template <class I>
struct WordWalk {
  ColumnStrides<I> walk;
  I w;
};

template <class I>
WordWalk<I> word_walk_of(const MachineShape<I>& m, const OperandView<I>& o) {
  return {walk_of(m, m.lanes, okk_bdc::element_bytes, o), I(okk_bdc::element_bytes) * o.stride.w};
}

template <class I>
WordWalk<I> constant_walk(const MachineShape<I>& m) {
  return {{I(0), I(0), m.lanes, I(0), I(0), I(0), I(0)}, I(0)};
}

// A nest of loops, the innermost first: loops[0] is the run. Loops from index `depth` on have a
// count of 1.
template <class I>
struct WordNest {
  std::array<WordLoop<I>, 4> loops;
  int depth;
};

// True if each step of `outer` starts where `inner` ends, in all operands.
template <class I>
Truth<I> is_contiguous(const WordLoop<I>& inner, const WordLoop<I>& outer) {
  const auto on = [&](size_t k) { return outer.step[k] == inner.step[k] * inner.count; };
  return all_of(on(0), on(1), on(2));
}

template <class I>
void push_loop(WordNest<I>& nest, const WordLoop<I>& loop) {
  if (loop.count == I(1)) return;
  if (nest.depth > 0) {
    WordLoop<I>& last = nest.loops[static_cast<size_t>(nest.depth - 1)];
    if (is_contiguous(last, loop)) {
      last.count = last.count * loop.count;
      return;
    }
  }
  nest.loops[static_cast<size_t>(nest.depth++)] = loop;
}

template <class I>
struct WordPlan {
  std::array<WordWalk<I>, 3> operands;  // dst, a, b
  I columns;                            // min(C, X)
  I tall;                               // columns [0, tall) hold one channel more than the others
  WordNest<I> tall_nest, low_nest;
};

// The loops of a column of `channels`.
template <class I>
WordNest<I> word_nest(const Dim4<I>& shape, const I& channels,
                      const std::array<WordWalk<I>, 3>& operands) {
  const auto& [dst, a, b] = operands;
  WordNest<I> nest{};
  nest.loops.fill({I(1), {I(0), I(0), I(0)}});
  push_loop(nest, WordLoop<I>{shape.w, {dst.w, a.w, b.w}});
  push_loop(nest, WordLoop<I>{shape.h, {dst.walk.h, a.walk.h, b.walk.h}});
  push_loop(nest, WordLoop<I>{channels, {dst.walk.block, a.walk.block, b.walk.block}});
  push_loop(nest, WordLoop<I>{shape.n, {dst.walk.n, a.walk.n, b.walk.n}});
  return nest;
}

// Extents >= 1.
template <class I>
WordPlan<I> word_plan(const MachineShape<I>& m, const Dim4<I>& shape,
                      const std::array<WordWalk<I>, 3>& operands) {
  const I channels = shape.c / m.lanes;
  return {operands, min_of(shape.c, m.lanes), shape.c % m.lanes,
          word_nest(shape, channels + I(1), operands), word_nest(shape, channels, operands)};
}

}  // namespace strideproof::optimized
