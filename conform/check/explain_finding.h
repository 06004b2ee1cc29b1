#pragma once
// The condition under which cases like that of a finding fail.

#include "conform/check/known_causes.h"
#include "conform/check/passed_cases.h"
#include "conform/check/prober.h"
#include "conform/check/shrink.h"
#include "conform/explain/explain.h"
#include "conform/report/report.h"

namespace strideproof {

// Runs at most so many cases. ends: a failing case usually ends the process.
explanation::Explanation explain(const Finding& finding, const Shrunk& shrunk,
                                 const KnownCauses& causes, const PassedCases& passed, bool ends,
                                 int cases, Prober& prober);

// The condition under which cases near a legal program are answered "unsupported", as it is; its
// sentence says "fails when". An empty explanation: a fresh worker does not answer so.
explanation::Explanation explain_unsupported(const Program& program, ReadingTable& readings,
                                             const KnownCauses& causes, const PassedCases& passed,
                                             Prober& prober);

}  // namespace strideproof
