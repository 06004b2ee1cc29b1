#pragma once
// Joins findings to a known cause whose condition describes their cases.

#include <string>
#include <vector>

#include "conform/check/passed_cases.h"
#include "conform/report/report.h"

namespace strideproof {

// A finding of a wrong result that was not examined becomes a finding of a cause of the same kind, if its
// case meets the condition of that cause, and nine in ten cases of its operation that passed do not.
void join_by_condition(std::vector<Finding>& findings, const std::string& profile,
                       const PassedCases& passed, const std::vector<Window>& offered);

// Two wrong results or rejections of legal cases, of any operations and profiles, have one cause if the
// condition of each describes the case of the other; of two operations, maybe with dst and src exchanged,
// and one condition is enough if it is of contents.
// A legal case that no reading explains, or of several steps, or that fails after others, or without a
// condition has the cause of a legal one whose condition describes a step of it, or of a case before it.
// An illegal case that has an effect has the cause of a legal one of its operation
//   whose condition describes it, and none of the cases that were rejected by the same rules, or
//   that its own condition describes, if no reading explains the illegal case.
// Sets same_cause of those of the profile.
void join_by_cases(std::vector<Finding>& findings, const std::string& profile,
                   const PassedCases& passed, const std::vector<Window>& offered);

}  // namespace strideproof
