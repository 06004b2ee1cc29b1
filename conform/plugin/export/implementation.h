#pragma once
// The implementation behind one of the shared libraries; each defines it in a file of its own.

#include "model/implementation.h"

namespace strideproof::exported {

const char* implementation_name();
Result run(Machine& machine, const Case& c);

// The readings that STRIDEPROOF_READINGS="ID=NUMBER,..." chooses, by number; else the defaults.
// Ends the process where it names none.
Readings chosen_readings();

}  // namespace strideproof::exported
