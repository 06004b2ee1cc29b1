#pragma once
// A report for people at a terminal.

#include <string>

#include "conform/report/report.h"

namespace strideproof {

std::string to_text(const RunReport& report);

}  // namespace strideproof
