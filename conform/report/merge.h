#pragma once
// Reports of check, read from JSON and merged: those of the parts of --shard. The readings of the
// profiles of one check are merged too.

#include <string>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

// Makes one report of those in the files (at least one), which are of one implementation. It misses
// an edge if all miss it, leaves a reading if all leave it, and waives a finding if every report
// that has it waives it. Throws SetupError if a file is no JSON report of a check, is given twice,
// or does not fit the others.
RunReport merged(const std::vector<std::string>& files);

// Adds the readings that a profile or another part leaves. If no reading of an entry is left in all
// parts, that is a finding, and the rows of its operation fail.
void add_readings(RunReport& report, const std::vector<ReadingReport>& part);

}  // namespace strideproof
