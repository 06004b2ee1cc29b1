#pragma once
// The formulas of the spec that theorems receive. The fault of a control is a struct that derives
// from Formulas and replaces one of them.

#include "spec/footprint.h"
#include "spec/layout.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver {

#define STRIDEPROOF_FORMULAS(each)                                            \
  each(block_rows) each(bounding_range_of) each(flat_run) each(is_contiguous) \
      each(maps_onto_itself) each(row_runs)

struct Formulas {
#define STRIDEPROOF_FORMULA(name) \
  static auto name(const auto&... given) { return spec::name(given...); }
  STRIDEPROOF_FORMULAS(STRIDEPROOF_FORMULA)
#undef STRIDEPROOF_FORMULA
  // The tensor that the spec makes of an operand.
  static auto tensor(const auto&, const auto& t) { return t; }
};

#undef STRIDEPROOF_FORMULAS

}  // namespace strideproof::solver
