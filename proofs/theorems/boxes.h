#pragma once
// Unknowns of the theorems about overlap: boxes of rows (spec/overlap.h), and their rows. R is 3 if
// rows are adjacent elements, 4 if the w stride is free.

#include <array>

#include "proofs/theorems/domain.h"
#include "spec/overlap.h"

namespace strideproof::solver {

template <int R>
using SymBox = spec::Box<Sym, R>;
template <int R>
using Index = std::array<Sym, static_cast<size_t>(R)>;

// Enough for the rows of a tensor in units of elements: a lane has less than 2^17 block rows.
inline constexpr int64_t most_rows = 131071;
template <int R>
SymBox<R> any_box(Proof& proof, const std::string& suffix = "") {
  SymBox<R> box;
  box.first = proof.variable("first" + suffix, 0, memory_end);
  box.run = proof.variable("run" + suffix, 1, most_extent);
  for (int k = 0; k < R; ++k) {
    const std::string name = std::to_string(k) + suffix;
    box.extent[k] = proof.variable("e" + name, 1, most_rows);
    box.stride[k] = proof.variable("s" + name, INT32_MIN, memory_end);
    proof.given(any_of(box.extent[k] == 1, box.stride[k] >= 0));
  }
  return box;
}

template <int R>
SymBool is_row(const SymBox<R>& box, const Index<R>& at) {
  SymBool row = true;
  for (int k = 0; k < R; ++k) row = all_of(row, 0 <= at[k], at[k] < box.extent[k]);
  return row;
}
template <int R>
Index<R> any_row(Proof& proof, const SymBox<R>& box, const std::string& suffix = "") {
  Index<R> at;
  for (int k = 0; k < R; ++k)
    at[k] = proof.variable("i" + std::to_string(k) + suffix, 0, most_rows - 1);
  proof.given(is_row(box, at));
  return at;
}
// The first unit of a row, without box.first. Exact.
template <int R>
Sym offset_of(const SymBox<R>& box, const Index<R>& at) {
  const ExactArithmetic exact;
  Sym offset = at[0] * box.stride[0];
  for (int k = 1; k < R; ++k) offset = offset + at[k] * box.stride[k];
  return offset;
}

// 0 <= i < extent, no negative stride of several: 0 <= i*stride <= (extent - 1)*stride.
// Arguments i, extent, stride.
extern const Lemma<3> step_in_range;

// Two rows of a box are equal if the box has a slack >= 0 (spec::nested_slack) and units u and v of
// the rows are known to be one unit: the smaller steps and the units do not make up for a step of
// the largest stride in which the rows differ.
template <int R>
Fact the_same_row(Proof& proof, const SymBox<R>& box, const Index<R>& i, const Index<R>& j,
                  const Sym& u, const Sym& v);

}  // namespace strideproof::solver
