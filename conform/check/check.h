#pragma once
// strideproof check: a plug-in against the reference, by every source, on every profile it accepts.
//
// A run, from above; conform/command/check.cpp reads the options and writes the reports:
//
//   check()        one Session and one Checker on each profile; the edges of all profiles are first
//   Session        takes programs from the Checker, gives them to the worker in batches (batch.h,
//                  process.h), lets the oracle judge each, and hands the verdict to the Checker.
//                  Starts the worker again when it has ended (session_end.cpp), and compares all
//                  memory at intervals (session_sweep.cpp)
//   Checker        chooses the programs (checker_sources.cpp), those on edges first
//                  (edges_suite.cpp), then those of source.h; counts verdicts; at the end it
//                  reports (checker_report.cpp)
//   CaseCosts      holds back cases that are likely to end or hang the plug-in
//   Edges          the edges of constraints that were judged, on which "conforms" rests
//   ReadingTable   drops a finding that another reading of the documents explains
//   Findings       shrinks (shrink.h) and explains (explain_finding.cpp) the other findings, a few
//                  of each cause (known_causes.h), in workers of its own (prober.h)

#include <optional>

#include "conform/base/progress.h"
#include "conform/check/process.h"
#include "conform/check/readings.h"
#include "conform/check/source.h"
#include "conform/report/report.h"

namespace strideproof {

struct CheckOptions {
  Target target;
  Operations operations;
  const Profile* profile = nullptr;  // nullptr: every profile that sp_reset accepts
  double seconds = 30;               // from the first case on; the last examination may exceed it
  std::optional<int64_t> cases;      // at most, for each profile
  uint64_t seed = 1;
  double timeout = 5;  // seconds, for each operation and each hook
  int64_t shard = 0, shards = 1;
  std::vector<HeldReading> readings;  // another reading is a finding
  bool strict = false;                // a reading that is not the default is a finding
  bool first_only = false;            // stop at the first finding
  std::string corpus;                 // a folder with further cases; empty: none
};

// Adds findings and seconds to the report, also if an exception ends the check. Throws SetupError.
void check(const CheckOptions& options, Progress& progress, RunReport& report);

}  // namespace strideproof
