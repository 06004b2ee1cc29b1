#pragma once
// What the theorems of sharing speak of: boxes of rows (spec/sharing.h), their rows, and what their
// nested margin is.

#include <array>

#include "spec/sharing.h"
#include "spec/solver/theorems/domain.h"

namespace strideproof::solver {

using Box3 = spec::Box<Sym, 3>;
using Index3 = std::array<Sym, 3>;

// Enough for the rows of a tensor, units being elements: a lane has less than 2^17 block rows.
Box3 any_box(Proof& proof, const std::string& mark = "");
// The bounds of its numbers, and that no stride of several rows is negative.
Facts known_of(Proof& proof, const Box3& box);

struct Row {
  Index3 at;
  Facts known;  // 0 <= at[k] < extent[k]
};
Row any_row(Proof& proof, const Box3& box, const std::string& mark = "");
SymBool is_row(const Box3& box, const Index3& at);
// The first unit of a row, but for box.first. Exact.
Sym offset_of(const Box3& box, const Index3& at);

// 0 <= i < extent, no negative stride of several: 0 <= i*stride <= (extent - 1)*stride.
// Arguments i, extent, stride.
std::optional<Lemma<3>> step_in_range(Prover& prover);

// A box by ascending strides, as nested_margin has it: a path for each order.
struct Nest {
  std::array<size_t, 3> from;  // dimension k is dimension from[k] of the box
  Box3 box;                    // strides of single rows are 0
  std::array<Sym, 3> reach;    // what lies below a step of dimension k: the run, and smaller steps
  Sym margin;                  // nested_margin
  Facts known;                 // ascending; margin = the least stride[k] - reach[k] of several rows
};
Nest nested_as(Proof& proof, const Box3& box, const Sym& margin);

template <class Plant>
Nest nested(Proof& proof, const Box3& box) {
  return nested_as(proof, box, spec::nested_margin<Sym, 3, Plant>(box));
}

// The indices of a row, in the order of a nest and back; the offset stays the same.
Row into(Proof& proof, const Nest& nest, const Box3& box, const Row& row);
Row out_of(Proof& proof, const Nest& nest, const Box3& box, const Row& row);

// Rows of a nest, of margin >= 0, whose units u and v are one unit (`shared` says all that) are one.
Fact the_same_row(Proof& proof, const Nest& nest, const Row& i, const Row& j, const Sym& u,
                  const Sym& v, const Facts& shared);

}  // namespace strideproof::solver
