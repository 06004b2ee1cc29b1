#pragma once
// What the theorems of sharing speak of: boxes of rows (spec/overlap.h), their rows, and what their
// nested margin is. R is 3 where rows are adjacent elements, 4 where the w stride is free.

#include <array>

#include "proofs/theorems/domain.h"
#include "spec/overlap.h"

namespace strideproof::solver {

template <int R>
using SymBox = spec::Box<Sym, R>;
template <int R>
using Index = std::array<Sym, static_cast<size_t>(R)>;

// Enough for the rows of a tensor, units being elements: a lane has less than 2^17 block rows.
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
// The first unit of a row, but for box.first. Exact.
template <int R>
Sym offset_of(const SymBox<R>& box, const Index<R>& at);

// 0 <= i < extent, no negative stride of several: 0 <= i*stride <= (extent - 1)*stride.
// Arguments i, extent, stride.
std::optional<Lemma<3>> step_in_range(Prover& prover);
// 0 <= w < extent, which is 1 or the stride is: w*stride = w. Arguments w, extent, stride.
std::optional<Lemma<3>> adjacent_step(Prover& prover);

// A box by ascending strides, as nested_slack has it: exchange by exchange, dimensions k and k + 1
// change places where the stride of k is the larger one. No path forks for that.
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
  std::array<Sym, R> reach;  // what lies below a step of dimension k: the run, and smaller steps
  Sym margin;                // nested_slack
  Facts known;               // ascending; margin = the least stride[k] - reach[k] of several rows
};
// Of one box in a theorem.
template <int R>
Nest<R> nested_as(Proof& proof, const SymBox<R>& box, const Sym& margin);

template <class Mutation, int R>
Nest<R> nested(Proof& proof, const SymBox<R>& box) {
  return nested_as(proof, box, spec::nested_slack<Sym, R, Mutation>(box));
}

// The indices of a row of the nest in the order of the box; the offset stays the same. `name` is new.
template <int R>
BoxRow<R> out_of(Proof& proof, const Nest<R>& nest, const SymBox<R>& box, const BoxRow<R>& row,
                 const std::string& name);

// Rows of a box, whose nest has a margin >= 0, whose units u and v are one unit (`shared` says all
// that) are one.
template <int R>
Fact the_same_row(Proof& proof, const Nest<R>& nest, const SymBox<R>& box, const BoxRow<R>& i,
                  const BoxRow<R>& j, const Sym& u, const Sym& v, const Facts& shared);

}  // namespace strideproof::solver
