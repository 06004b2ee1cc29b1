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

// Sets same_cause of the findings of the profile that have the cause of a known finding, a wrong result or
// a rejection of a legal case with a condition:
// - wrong results and rejections of legal cases, if the condition of each describes the case of the other;
//   in two operations maybe both with dst and src exchanged; the known condition is enough if it is
//   of contents and the other one names only a constant of another operation of the family;
// - such findings that contradict readings, need several steps or cases, or have no condition (then of
//   the same kind), if the known condition describes a step, or a case before;
// - legal cases that no reading explains, if what fails under the default readings describes the known case
//   of the same operation;
// - illegal cases of the same operation that have an effect, if the known condition of a wrong result
//   describes them, and none of three or more cases that were rejected by the same rules; or if no reading
//   explains them, and their condition describes the known case.
void join_by_cases(std::vector<Finding>& findings, const std::string& profile,
                   const PassedCases& passed, const std::vector<Window>& offered);

}  // namespace strideproof
