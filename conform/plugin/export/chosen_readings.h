#pragma once

#include "spec/vocabulary/readings.h"

namespace strideproof::exported {

// The readings that STRIDEPROOF_READINGS="ID=NUMBER,..." chooses, by number; else the defaults.
// Ends the process where it names none.
Readings chosen_readings();

}  // namespace strideproof::exported
