#pragma once
// The formulas of the spec that theorems receive. The fault of a control is a struct that derives
// from Formulas and replaces one of them.

#include "spec/footprint.h"
#include "spec/layout.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver {

#define STRIDEPROOF_FORMULAS(each)                                                                 \
  each(block_rows) each(bounding_range_of) each(deciding_lanes) each(flat_run) each(is_contiguous) \
      each(lane_of) each(last_byte) each(maps_onto_itself) each(row_runs) each(start_slack)

struct Formulas {
#define STRIDEPROOF_FORMULA(name) \
  static auto name(const auto&... given) { return spec::name(given...); }
  STRIDEPROOF_FORMULAS(STRIDEPROOF_FORMULA)
#undef STRIDEPROOF_FORMULA
  // The tensor that the spec makes of an operand.
  static auto tensor(const auto&, const auto& t) { return t; }
  static auto slack(const auto& of_spec) { return of_spec; }
};

#undef STRIDEPROOF_FORMULAS

// The slack is one too large.
struct SlackOneTooLarge : Formulas {
  static auto slack(const auto& of_spec) { return of_spec + 1; }
};

}  // namespace strideproof::solver
