#pragma once
// The optimized implementation with a fault planted. Not shipped: the library strideproof_planted.

#include "model/implementation.h"
#include "model/optimized/faults.h"

namespace strideproof::planted {

using optimized::Fault;

void plant(Fault fault);  // one at a time; Fault::none: as the sound implementation

Result run(Machine& machine, const Case& c);

}  // namespace strideproof::planted
