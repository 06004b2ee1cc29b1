#pragma once
// The implementation behind one of the shared libraries; each defines it in a file of its own.

#include "model/implementation.h"

namespace strideproof::exported {

const char* implementation_name();
Result run(Machine& machine, const Case& c);

}  // namespace strideproof::exported
