#pragma once
// The rows of a tensor as the boxes of spec/tensor_overlap.h have them: with R = 3 each row is a
// run of adjacent elements; with R = 4 the w stride is free, and a row whose elements are not
// adjacent is W runs of one element.

#include "proofs/theorems/boxes.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver {

template <int R>
bool are_adjacent(Proof& proof, const Tensor<Sym>& t) {
  if (R == 3) return true;
  const SymBool adjacent = any_of(t.shape.w == 1, t.stride.w == 1);
  const bool are(adjacent);
  proof.prove("elements of a row are adjacent, or not", are ? adjacent : !adjacent);
  return are;
}

// The place of an element in a box whose block rows count from `first_block`.
template <int R>
struct InBox {
  Index<R> row;
  Sym unit;   // of the run
  Fact step;  // of w
};
template <int R>
InBox<R> in_box(const AnyOperand& x, const Element& e, bool adjacent, const Sym& first_block) {
  const ExactArithmetic exact;
  const Sym block = e.block - first_block;
  const Sym w = adjacent ? Sym(0) : e.at.w;
  InBox<R> in{
      {e.at.n, block, e.at.h}, e.at.w - w, equal_steps(e.at.w, x.t.shape.w, x.t.stride.w, 1)};
  if constexpr (R == 4) in.row[3] = w;
  return in;
}

// The unit of an element lies in the range of the rows of a lane that has its block row.
template <int R>
void unit_in_range(Proof& proof, const AnyOperand& x, const Element& e, const SymBox<R>& box,
                   const Sym& first_block, const SymBool& has_block) {
  const Tensor<Sym>& t = x.t;
  const Sym last = spec::last_of(box);
  const bool adjacent = are_adjacent<R>(proof, t);
  const ExactArithmetic exact;
  const Sym unit = x.address.start.offset / t.element_bytes +
                   spec::element_offset(t.stride, e.at.n, e.block, e.at.h, e.at.w);
  const InBox<R> in = in_box<R>(x, e, adjacent, first_block);
  Facts steps = {in.step};
  for (int k = 0; k < R; ++k)
    steps.push_back(step_in_range(in.row[k], box.extent[k], box.stride[k]));
  proof.prove("the unit lies in the range",
              implies(has_block, all_of(box.first <= unit, unit <= last)), steps);
}

}  // namespace strideproof::solver
