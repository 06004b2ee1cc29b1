#pragma once
// The report for a terminal.

#include <string>

#include "conform/report/report.h"

namespace strideproof {

std::string to_text(const RunReport& report);

}  // namespace strideproof
