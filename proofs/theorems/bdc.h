#pragma once
// Cases of okk-bdc of profile toy, for controls.

#include <string>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "spec/operations/okk_bdc.h"

namespace strideproof::solver {

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

}  // namespace strideproof::solver
