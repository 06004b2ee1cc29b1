#pragma once
// Unknowns of the theorems about overlap: boxes of runs (spec/overlap.h), their runs, and the
// places of a tensor's elements in the boxes of spec/overlap.h.

#include <array>

#include "proofs/theorems/domain.h"
#include "spec/overlap.h"

namespace strideproof::solver {

using SymBox = spec::Box<Sym>;
using BoxIndex = std::array<Sym, spec::dimensions>;

// True if `at` is the index of a row.
SymBool is_index_of(const SymBox& box, const BoxIndex& at);
// The first unit of a row, without box.first. Exact.
Sym offset_of(const SymBox& box, const BoxIndex& at);

// Forks: true if the elements of a row are one run, false if each element is a run.
bool are_adjacent(Proof& proof, const Tensor<Sym>& t);
// The place of an element in a box whose block rows count from `first_block`.
struct InBox {
  BoxIndex row;
  Sym unit;   // of the run
  Fact step;  // of w
};
InBox in_box(const AnyOperand& x, const Element& e, bool adjacent, const Sym& first_block);
// Proves that these block rows of the element's lane hold its block row. `here`: a condition.
void prove_block_row(Proof& proof, const AnyOperand& x, const Element& e, const Sym& lane,
                     const spec::BlockRows<Sym>& blocks, const SymBool& here = true);

}  // namespace strideproof::solver
