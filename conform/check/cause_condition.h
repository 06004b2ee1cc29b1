#pragma once
// One condition for the findings of a cause.

#include <set>
#include <span>
#include <vector>

#include "conform/explain/rule.h"
#include "conform/report/report.h"

namespace strideproof {

struct FailingCase {
  const Finding* finding;
  std::span<const explanation::Tried> tried = {};  // cases that were run to explain the finding
};

struct CauseCondition {
  ConditionOfCause condition = {};    // an empty text: none was found
  std::set<const Finding*> met = {};  // findings whose cases meet it
};

// Joins the condition of the first finding with those of others until nine in ten cases meet it. If this
// takes more than two alternatives or describes fewer, a rule is learned from all cases that were run,
// and parts of these conditions are joined, so that nine in ten of the cases that were run fail;
// returns the best of the three. passed: cases of the same operations that passed. offered: windows of
// system memory.
CauseCondition condition_of_cause(const std::vector<FailingCase>& cases,
                                  const std::vector<Program>& passed,
                                  const std::vector<Window>& offered);

// True if one rule without alternatives describes both cases, and nine in ten of the failing ones that
// were run for each. passed: cases of the operation that passed.
bool have_common_rule(const FailingCase& a, const FailingCase& b,
                      const std::vector<Program>& passed, const std::vector<Window>& offered);

}  // namespace strideproof
