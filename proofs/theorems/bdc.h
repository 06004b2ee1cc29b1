#pragma once
// Unknowns of the theorems about okk-bdc, and the cases of profile toy of their controls.

#include <string>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "spec/operations/okk_bdc.h"

namespace strideproof::solver {

// ---- any operand ----

// An operand of four-byte words with any strides, legal or not; and in the form of the call.
struct AnyWords {
  spec::okk_bdc::Given<Sym> given;
  AnyOperand operand;
};
// `name` names its address, `mark` its strides.
AnyWords any_words(Proof& proof, const MachineShape<Sym>& m, const Dim4<Sym>& shape,
                   const std::string& name = "A", const std::string& mark = "");

// ---- a case ----

struct PlacedWords {
  int64_t address;
  Strides stride;
};
// A, sn, sc, sh, sw of a model, with the mark.
PlacedWords words_of(const Model& model, const std::string& address = "A",
                     const std::string& mark = "");
// dst = src OR C.
std::string or_line(const Dim4<int64_t>& shape, const PlacedWords& dst, const PlacedWords& src,
                    uint32_t constant = 0);
// Every bit of a tensor set, in place.
std::string ones_line(const Dim4<int64_t>& shape, const PlacedWords& dst);
// dst = src0 AND src1.
std::string and_line(const Dim4<int64_t>& shape, const PlacedWords& dst, const PlacedWords& src0,
                     const PlacedWords& src1);

// Given strides have 32 bits; those of the aligned layout do not exceed them.
inline constexpr int64_t most_batch_stride = int64_t{1} << 50,
                         most_channel_stride = int64_t{1} << 33;

}  // namespace strideproof::solver
