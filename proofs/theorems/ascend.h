#pragma once
// Unknowns of the theorems about data_move and the transposing copy.

#include <string>
#include <vector>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "spec/operations/asc.h"
#include "spec/operations/tik.h"

namespace strideproof::solver {

// Buffers of any size; the windows of a profile, a path each.
MachineShape<Sym> any_buffers(Proof& proof);

// ---- data_move ----

inline constexpr int64_t largest_offset = (int64_t{1} << 40) - 1;

// Any legal values; the places of the operands are free.
tik::Move<Sym> any_move(Proof& proof);

// A byte of an operand: `at` of burst n.
struct BurstByte {
  Sym n, at;
};
BurstByte any_byte(Proof& proof, const tik::Move<Sym>& op, const std::string& mark = "");

// ---- the transposing copy ----

// Any legal values, the dtype of each width on a path of its own.
struct AnyTranspose {
  asc::Transpose<Sym> op;
  int64_t element_bytes, columns, fractals;  // columns of a fractal; fractals of a square
};
AnyTranspose any_transpose(Proof& proof);

// The bytes of L1 and of L0B from 0 on after the reference has run a case, with distinct contents of
// L1; none if the case is rejected.
struct Buffers {
  std::vector<uint8_t> l1, l0b;
};
Buffers buffers_after(const std::string& line, int64_t bytes);

}  // namespace strideproof::solver
