#pragma once
// The reference of each family; reference.cpp dispatches to them. See model/implementation.h.

#include "model/implementation.h"

namespace strideproof::reference {

Result run_okk_gdma(Machine& machine, const Case& c, const Readings& readings);
Result run_okk_bdc(Machine& machine, const Case& c, const Readings& readings);
Result run_bm_atomic(Machine& machine, const Case& c, const Readings& readings);
Result run_tik(Machine& machine, const Case& c, const Readings& readings);
Result run_asc(Machine& machine, const Case& c, const Readings& readings);

}  // namespace strideproof::reference
