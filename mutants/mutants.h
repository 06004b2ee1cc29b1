#pragma once
// The optimized implementation with a fault planted. Not shipped: the library strideproof_mutants.

#include "model/implementation.h"
#include "model/optimized/faults.h"

namespace strideproof::mutants {

using optimized::Fault;

void activate(Fault fault);  // one at a time; Fault::none: as the sound implementation

Result run(Machine& machine, const Case& c);

}  // namespace strideproof::mutants
