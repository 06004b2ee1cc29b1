#pragma once
// Reports of check, read from JSON and merged: those of the parts of --shard.

#include <string>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

// Reads the JSON report of a check. Throws SetupError with one line, also if it is another file.
RunReport read_report(const std::string& path);

// One report of several, of one implementation. An edge is missed if all miss it; a reading is left
// if all leave it, and parts that leave no reading together are a finding. Throws SetupError if the
// implementations or the versions differ. `reports` has at least one.
RunReport merged(std::vector<RunReport> reports);

}  // namespace strideproof
