#pragma once
// The reference of each family; reference.cpp dispatches to them. See model/implementation.h.

#include "model/implementation.h"

namespace strideproof::reference {

// run_okk_gdma, ...
#define FAMILY(family, ...) \
  Result run_##family(Machine& machine, const Case& c, const Readings& readings);
#include "spec/vocabulary/operations.def"

}  // namespace strideproof::reference
