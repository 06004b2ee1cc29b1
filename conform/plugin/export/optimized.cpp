// libstrideproof_optimized.so.

#include "conform/plugin/export/implementation.h"

namespace strideproof::exported {

const char* implementation_name() { return "strideproof optimized"; }

Result run(Machine& machine, const Case& c) { return optimized::run(machine, c); }

}  // namespace strideproof::exported
