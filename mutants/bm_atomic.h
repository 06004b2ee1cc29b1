#pragma once
// Runs the plans of bm-atomic with the active fault, in the plan or in the operations on elements.

#include "mutants/mutants.h"

namespace strideproof::mutants {

void execute_plans(Machine& machine, const Case& c);

}  // namespace strideproof::mutants
