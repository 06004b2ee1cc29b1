#pragma once
// strideproof check: a plug-in against the reference, by every source, on every profile it accepts.

#include <optional>

#include "conform/check/process.h"
#include "conform/check/readings.h"
#include "conform/check/source.h"
#include "conform/command/progress.h"
#include "conform/report/report.h"

namespace strideproof {

struct CheckOptions {
  Target target;
  Operations operations;
  const Profile* profile = nullptr;  // nullptr: every profile that sp_reset accepts
  double seconds = 30;               // in all; what is at hand may take some more
  std::optional<int64_t> cases;      // at most, for each profile
  uint64_t seed = 1;
  double timeout = 5;  // seconds, for each operation and each hook
  int64_t shard = 0, shards = 1;
  std::vector<HeldReading> readings;  // another reading is a finding
  bool strict = false;                // and so is one that is not the default
  bool first_only = false;            // stop at the first finding
};

// Adds findings and seconds to the report, also if an exception ends the check. Throws SetupError.
void check(const CheckOptions& options, Progress& progress, RunReport& report);

}  // namespace strideproof
