#pragma once
// strideproof check: a plug-in against the reference, by every source, on every profile it accepts.
//
// A run, from above (conform/command/check.cpp reads the options and writes the reports):
//
//   check()        on each profile one Session and one Checker
//   Session        takes programs from the Checker, gives them to the worker in batches (job.h,
//                  process.h), lets the oracle judge each, hands the verdict to the Checker; starts
//                  the worker again when it ended (judge_end.cpp), and sweeps memory (sweep.cpp)
//   Checker        which programs: edges first (suite.cpp), then source.h; counts the verdicts
//   ReadingTable   a finding that another reading of the documents explains is none (readings.h)
//   Findings       failing programs that are left: shrunk and explained in workers of their own
//                  (shrink_finding.cpp, conform/explain), a few of each cause (known_causes.h)
//   Edges          which edges of constraints were judged: what "conforms" rests on

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
