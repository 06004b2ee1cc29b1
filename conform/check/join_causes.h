#pragma once
// The findings of one cause: joins them to it by their conditions and cases, and finds one
// condition for all.

#include <set>
#include <span>
#include <string>
#include <vector>

#include "conform/check/passed_cases.h"
#include "conform/explain/rule.h"
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

// ---- One condition for the findings of a cause ----

struct FailingCase {
  const Finding* finding;
  std::span<const explanation::Tried> tried = {};  // cases that were run to explain the finding
};

struct CauseCondition {
  ConditionOfCause condition = {};    // an empty text: none was found
  std::set<const Finding*> met = {};  // findings whose cases meet it
};

// Returns the best of three conditions:
// - the condition of the first finding, joined with conditions of other findings until nine in ten
//   of their cases meet it; the others are tried if this fails or takes over two alternatives;
// - a rule learned from all cases that were run;
// - parts of these conditions, joined so that nine in ten of the cases that meet them fail.
// passed: cases of the same operations that passed. offered: windows of system memory.
CauseCondition condition_of_cause(const std::vector<FailingCase>& cases,
                                  const std::vector<Program>& passed,
                                  const std::vector<Window>& offered);

// True if one rule without alternatives describes both cases, and nine in ten of the failing cases
// that were run for each of the two. passed: cases of the operation that passed.
bool have_common_rule(const FailingCase& a, const FailingCase& b,
                      const std::vector<Program>& passed, const std::vector<Window>& offered);

}  // namespace strideproof
