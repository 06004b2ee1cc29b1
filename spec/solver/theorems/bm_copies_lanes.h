#pragma once
// Copies of memcpy_4D within lanes, case by case: what decides about the case has been decided, and
// range goals are owed by nobody (ExactArithmetic).

#include "spec/solver/theorems/bm_copies.h"

namespace strideproof::solver {

// What the cases share. Of dst: shape a, strides s, elements of a channel P; of src: b, t, P_.
struct InLanes {
  const TensorCopy& x;
  const Dim4<Sym>&a, &b, &s, &t;
  const Sym &X, &Q, &P, &P_;
  Facts known;  // of extents; as many elements

  InLanes(Proof& proof, const TensorCopy& copy);
};
// That channels have one size, as the code compares their walks.
Fact same_size_of(Proof& proof, const InLanes& l, const Compared& channels);

// Elements of both sides, one of a side and one of the other, in either order.
SymBool moves(const TensorCopy& x, bool of_dst, const Dim4<Sym>& one, const Dim4<Sym>& other);

// ---- channels of one size, walked alike ----

// An element of both sides.
struct Matched {
  Dim4<Sym> i, j;
  Sym M, M_;  // its channel, counted through all n
  Fact same_size, same_channel, in_channel, exist;
};
Matched matched(Proof& proof, const InLanes& l, const Compared& channels);

// The first channel in block row 1, in lane 0.
struct Next {
  SymBool moves;
  Facts known;
};
Next next_of(Proof& proof, const InLanes& l);

// ---- of them, not as many in each n ----

// Where one side's channels are no multiple of X, the first one of an n comes to another lane.
void lanes_are_left(Proof& proof, const TensorCopy& x, const SymBool& claimed);
// Else there are whole block rows, and the code is told of them.
void rows_part(Proof& proof, const InLanes& l, const SymBool& claimed, const Compared& rows);
void rows_alike(Proof& proof, const InLanes& l, const SymBool& claimed, const Compared& channels,
                const Compared& rows);

}  // namespace strideproof::solver
