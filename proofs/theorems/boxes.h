#pragma once
// Unknowns of the theorems about overlap: boxes of runs (spec/overlap.h), their runs, and the places
// of a tensor's elements in the boxes of spec/tensor_overlap.h.

#include <array>

#include "proofs/theorems/domain.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver {

using SymBox = spec::Box<Sym>;
using Index = std::array<Sym, spec::dimensions>;

SymBool is_row(const SymBox& box, const Index& at);
// The first unit of a row, without box.first. Exact.
Sym offset_of(const SymBox& box, const Index& at);

// 0 <= i < extent, no negative stride of several: 0 <= i*stride <= (extent - 1)*stride.
// Arguments i, extent, stride.
extern const Lemma<3> step_in_range;

// Two rows of a box are equal if the box has a slack >= 0 (spec::nested_slack) and units u and v of
// the rows are known to be one unit: the smaller steps and the units do not make up for a step of
// the largest stride in which the rows differ.
Fact the_same_row(Proof& proof, const SymBox& box, const Index& i, const Index& j, const Sym& u,
                  const Sym& v);

// True if the elements of a row are one run, else each is a run. A path each.
bool are_adjacent(Proof& proof, const Tensor<Sym>& t);
// The place of an element in a box whose block rows count from `first_block`.
struct InBox {
  Index row;
  Sym unit;   // of the run
  Fact step;  // of w
};
InBox in_box(const AnyOperand& x, const Element& e, bool adjacent, const Sym& first_block);
// If `here`, the element lies in a lane with these block rows: they hold its block row.
void prove_block_row(Proof& proof, const AnyOperand& x, const Element& e, const Sym& lane,
                     const spec::BlockRows<Sym>& blocks, const SymBool& here = true);

}  // namespace strideproof::solver
