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
