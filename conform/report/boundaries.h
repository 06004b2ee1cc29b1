#pragma once
// How reports show which boundaries were met.

#include <string>

#include "conform/report/report.h"

namespace strideproof {

// "boundaries: 2,621 of 2,621 reachable edges and landmarks met (100 %); 71 proved unreachable". If
// all are required, a line for each operation with gaps precedes it. Empty: nothing is counted.
std::string boundaries_text(const RunReport& report);

// A table for each operation: constraint x {inside, outside}, and landmarks, with the letters of
// the layers.
std::string boundaries_html(const RunReport& report);

}  // namespace strideproof
