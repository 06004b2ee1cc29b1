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

// The condition under which cases near a legal program are answered "unsupported"; the sentence
// says "fails when". The explanation is empty if a fresh worker does not answer "unsupported".
explanation::Explanation explain_unsupported(const Program& program, ReadingTable& readings,
                                             const KnownCauses& causes, const PassedCases& passed,
                                             Prober& prober);

}  // namespace strideproof
