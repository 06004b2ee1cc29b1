#pragma once
// Every family with a planted fault, each in mutant_<family>.cpp.

#include "mutants/mutants.h"

namespace strideproof::mutants {

Result run_okk_gdma(Machine& machine, const Case& c);
Result run_okk_bdc(Machine& machine, const Case& c);
Result run_tik(Machine& machine, const Case& c);
Result run_asc(Machine& machine, const Case& c);
Result run_bm_atomic(Machine& machine, const Case& c);

}  // namespace strideproof::mutants
