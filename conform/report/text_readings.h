#pragma once
// The part of the text of a report about readings of the ledger.

#include <set>
#include <string>

#include "conform/report/report.h"

namespace strideproof {

// The operations that the plug-in exports on no profile.
std::set<std::string> not_provided(const RunReport& report);
// The readings, each with the operations that take it; first the readings that are not the default.
std::string reading_lines(const RunReport& report);

}  // namespace strideproof
