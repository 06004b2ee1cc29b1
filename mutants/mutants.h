#pragma once
// The optimized implementation with a planted fault: in libstrideproof_faulty.so and the command
// `faults`, never in libstrideproof_optimized.so.

#include "model/implementation.h"
#include "mutants/faults.h"

namespace strideproof::mutants {

// One at a time. The fault of a row is active in the operations of the row, elsewhere in all.
void activate(const FaultRow& row);
void activate(Fault fault);  // Fault::none: none is active
Fault active();
inline bool has(Fault fault) { return fault == active(); }

Result run(Machine& machine, const Case& c);

// ---- each family ----

#define FAMILY(family, ...) Result run_##family(Machine& machine, const Case& c);
#include "spec/vocabulary/operations.def"

}  // namespace strideproof::mutants
