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
// Sets every bit of a tensor, in place.
std::string ones_line(const Dim4<int64_t>& shape, const PlacedWords& dst);
// dst = src0 AND src1.
std::string and_line(const Dim4<int64_t>& shape, const PlacedWords& dst, const PlacedWords& src0,
                     const PlacedWords& src1);

}  // namespace strideproof::solver
