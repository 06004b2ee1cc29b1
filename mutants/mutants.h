#pragma once
// The optimized implementation with a planted fault. It is in the library strideproof_mutants,
// which does not ship.

#include "model/implementation.h"
#include "model/optimized/faults.h"

namespace strideproof::mutants {

using optimized::Fault;

void activate(Fault fault);  // one at a time; Fault::none: the original implementation
inline Fault active() { return optimized::Mutant::fault; }
inline bool has(Fault fault) { return fault == active(); }

Result run(Machine& machine, const Case& c);

}  // namespace strideproof::mutants
