#pragma once
// Joins findings to a known cause whose condition describes their cases.

#include <string>
#include <vector>

#include "conform/check/passed_cases.h"
#include "conform/report/report.h"

namespace strideproof {

// A wrong result that was not examined joins a cause of the same kind if its case meets the
// condition of that cause, and nine in ten cases of its operation that passed do not.
void join_by_condition(std::vector<Finding>& findings, const std::string& profile,
                       const PassedCases& passed, const std::vector<Window>& offered);

// Sets same_cause of the findings of the profile that have the cause of a known finding. The known
// finding is a wrong result, or a rejection of a legal case, and has a condition. A finding has the
// same cause if it is
// - a wrong result or a rejection of a legal case, and the condition of each finding describes the
//   case of the other, maybe with the numbers of lanes and of bytes of a unit of its profile;
//   between two operations dst and src may be exchanged. The known condition suffices if it is
//   about contents, and the other names only a constant of another operation;
// - such a failure that contradicts readings, needs several steps or cases, or is of the same kind
//   and has no condition, and the known condition describes one of its steps or earlier cases;
// - a legal case that no reading explains, and its condition under the default readings describes
//   the known case of the same operation;
// - an illegal case of the same operation that has an effect, and the known condition of a wrong
//   result describes this case, but none of three or more cases rejected by the same rules;
// - an illegal case of the same operation that no reading explains, whose condition describes the
//   known case.
void join_by_cases(std::vector<Finding>& findings, const std::string& profile,
                   const PassedCases& passed, const std::vector<Window>& offered);

}  // namespace strideproof
