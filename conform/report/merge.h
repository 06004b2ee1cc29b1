#pragma once
// Reports of check, read from JSON and merged: those of the parts of --shard. The readings of the
// profiles of one check are merged too.

#include <string>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

// Reads the JSON report of a check. Throws SetupError with one line, also if it is another file.
RunReport read_report(const std::string& path);

// One report of several, of one implementation. An edge is missed if all miss it; a reading is left
// if all leave it. Throws SetupError if the implementations or the versions differ. `reports` has at
// least one.
RunReport merged(std::vector<RunReport> reports);

// Adds the readings that a profile or another part leaves. If no reading of an entry is left in all
// parts, that is a finding, and the rows of its operation fail.
void add_readings(RunReport& report, const std::vector<ReadingReport>& part);

}  // namespace strideproof
