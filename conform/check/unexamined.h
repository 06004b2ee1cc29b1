#pragma once
// Findings that were not examined, because the run ended.

#include <string>
#include <vector>

#include "conform/check/passed_cases.h"
#include "conform/report/report.h"

namespace strideproof {

// A finding of a wrong result that was not examined becomes a finding of a cause of the same kind, if its
// case meets the condition of that cause, and nine in ten cases of its operation that passed do not.
void join_by_condition(std::vector<Finding>& findings, const std::string& profile,
                       const PassedCases& passed, const std::vector<Window>& offered);

}  // namespace strideproof
