#pragma once
// The rows of a tensor as the boxes of spec/tensor_overlap.h have them: with R = 3 each row is a
// run of adjacent elements; with R = 4 the w stride is free, and a row whose elements are not
// adjacent is W runs of one element.

#include "proofs/theorems/boxes.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver {

struct Adjacency {
  bool adjacent;
  Facts known;  // that they are, or are not
};
template <int R>
Adjacency runs_of(Proof& proof, const Tensor<Sym>& t) {
  if (R == 3) return {true, {}};
  const SymBool adjacent = any_of(t.shape.w == 1, t.stride.w == 1);
  const bool are(adjacent);
  return {are, {proof.prove("elements of a row are adjacent, or not", are ? adjacent : !adjacent)}};
}

// The place of an element in a box whose block rows count from `first_block`.
template <int R>
struct InBox {
  Index<R> row;
  Sym unit;     // of the run
  Facts known;  // of w
};
template <int R>
InBox<R> in_box(Proof& proof, const AnyOperand& x, const Element& e, const Adjacency& runs,
                const Sym& first_block) {
  const ExactArithmetic exact;
  const Sym block = e.block - first_block;
  const Fact step = proof.use(adjacent_step).instance(e.at.w, x.t.shape.w, x.t.stride.w);
  const Sym w = runs.adjacent ? Sym(0) : e.at.w;
  InBox<R> in{{e.at.n, block, e.at.h}, e.at.w - w, runs.known + Facts{step}};
  if constexpr (R == 4) in.row[3] = w;
  return in;
}

// The unit of an element lies in the range of the rows of a lane that has its block row.
template <int R>
Fact unit_in_range(Proof& proof, const AnyOperand& x, const Element& e, const SymBox<R>& box,
                   const Sym& first_block, const SymBool& has_block, const Facts& known) {
  const auto step = proof.use(step_in_range);
  const Tensor<Sym>& t = x.t;
  const Sym last = spec::last_of(box);
  const Adjacency runs = runs_of<R>(proof, t);
  const ExactArithmetic exact;
  const Sym unit = x.address.start.offset / t.element_bytes +
                   spec::element_offset(t.stride, e.at.n, e.block, e.at.h, e.at.w);
  const InBox<R> in = in_box<R>(proof, x, e, runs, first_block);
  Facts steps = known + in.known;
  for (int k = 0; k < R; ++k)
    steps.push_back(step.instance(in.row[k], box.extent[k], box.stride[k]));
  return proof.prove("the unit lies in the range",
                     implies(has_block, all_of(box.first <= unit, unit <= last)), steps);
}

}  // namespace strideproof::solver
