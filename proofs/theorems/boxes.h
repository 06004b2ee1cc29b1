#pragma once
// Unknowns of the theorems about overlap: boxes of rows (spec/overlap.h), their rows, and their
// nested slack. R is 3 if rows are adjacent elements, 4 if the w stride is free.

#include <array>

#include "proofs/theorems/domain.h"
#include "spec/overlap.h"

namespace strideproof::solver {

template <int R>
using SymBox = spec::Box<Sym, R>;
template <int R>
using Index = std::array<Sym, static_cast<size_t>(R)>;

// Enough for the rows of a tensor in units of elements: a lane has less than 2^17 block rows.
template <int R>
SymBox<R> any_box(Proof& proof, const std::string& mark = "");
// The bounds of its numbers, and that no stride of several rows is negative.
template <int R>
Facts known_of(Proof& proof, const SymBox<R>& box);

template <int R>
struct BoxRow {
  Index<R> at;
  Facts known;  // 0 <= at[k] < extent[k]
};
template <int R>
BoxRow<R> any_row(Proof& proof, const SymBox<R>& box, const std::string& mark = "");
template <int R>
SymBool is_row(const SymBox<R>& box, const Index<R>& at);
// The first unit of a row, without box.first. Exact.
template <int R>
Sym offset_of(const SymBox<R>& box, const Index<R>& at);

// 0 <= i < extent, no negative stride of several: 0 <= i*stride <= (extent - 1)*stride.
// Arguments i, extent, stride.
Lemma<3> step_in_range(Prover& prover);
// 0 <= w < extent, and the extent or the stride is 1: w*stride = w. Arguments w, extent, stride.
Lemma<3> adjacent_step(Prover& prover);

// A box in ascending order of strides, as in nested_slack: each exchange swaps dimensions k and k +
// 1 if the stride of k is larger. No path forks for it.
struct Exchange {
  int k;
  SymBool keep;                      // they stay
  std::array<Sym, 2> before, after;  // their strides
  Facts known;                       // what is named
};
template <int R>
struct Nest {
  SymBox<R> unsorted, box;  // strides of single rows are 0
  Facts zeros;              // that they are
  std::vector<Exchange> exchanges;
  std::array<Sym, R> reach;  // the offsets below a step of dimension k: the run and smaller steps
  Sym slack;                 // nested_slack
  Facts known;               // ascending; slack = the least stride[k] - reach[k] of several rows
};
// The unknowns of one box in a theorem.
template <int R>
Nest<R> nested_as(Proof& proof, const SymBox<R>& box, const Sym& slack);

template <class Code, int R>
Nest<R> nested(Proof& proof, const SymBox<R>& box) {
  return nested_as(proof, box, Code::slack(spec::nested_slack(box)));
}

// Two rows of a box are equal if the nest has a slack >= 0 and their units u and v are one unit;
// `shared` says both.
template <int R>
Fact the_same_row(Proof& proof, const Nest<R>& nest, const SymBox<R>& box, const BoxRow<R>& i,
                  const BoxRow<R>& j, const Sym& u, const Sym& v, const Facts& shared);

}  // namespace strideproof::solver
