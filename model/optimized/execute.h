#pragma once
// Dispatches to each family, one line each.

#include "model/optimized/asc.h"
#include "model/optimized/bm_atomic.h"
#include "model/optimized/okk_bdc.h"
#include "model/optimized/okk_gdma.h"
#include "model/optimized/tik.h"

namespace strideproof::optimized {

// Precondition: c is legal and all that it touches is open.
inline void execute(Machine& machine, const Case& c) {
  switch (c.operation->family) {
    case Family::okk_gdma: return execute_okk_gdma(machine, c);
    case Family::okk_bdc: return execute_okk_bdc(machine, c);
    case Family::bm_atomic: return execute_bm_atomic(machine, c);
    case Family::tik: return execute_tik(machine, c);
    case Family::asc: break;
  }
  execute_asc(machine, c);
}

// Adds the constraints of Stage::data, which the contents of memory decide, where they are
// evaluated.
inline void evaluate_contents(Machine& machine, const Case& c,
                              ConstraintResults& constraint_results) {
  if (c.operation->family == Family::okk_bdc) evaluate_counts(machine, c, constraint_results);
}

}  // namespace strideproof::optimized
