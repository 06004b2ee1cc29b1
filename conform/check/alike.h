#pragma once
// Failures that probably have one cause.

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

// True if the rules of a finding say what its cause may be: those that it violates, or, unless the
// process ended, the entry of the ledger whose readings contradict each other.
bool has_rules(const Finding& finding);
// True if the rules or the end of the process name the cause, so that no examination is needed.
bool cause_is_evident(const Finding& finding);

// The number of findings of any operation that fail in the same way: by the same rules, if they have
// any, or else with the same end of the process; and of rejections of one end (are_one_rejection).
int64_t count_alike(const Finding& finding, const std::vector<Finding>& known);

// The same, but for one without a condition, if there is any: another one may find it.
int64_t count_explained(const Finding& finding, const std::vector<Finding>& known);

// The operation at fault: a step may have read what a step of an operation wrote that fails by chance.
// Otherwise that of the finding.
std::string operation_at_fault(const Finding& finding, const Program& program,
                               const std::vector<Finding>& known);

// Failures are examined in ascending order: first the one whose cause probably has the fewest findings
// so far (one without a condition does not count). One that no reading explains comes after others, and
// an illegal case after a legal one, whose condition may explain it.
struct ExaminationOrder {
  int64_t of_same_cause, alike;
  bool contradicts, illegal;
  friend auto operator<=>(const ExaminationOrder&, const ExaminationOrder&) = default;
};
ExaminationOrder order_of(const Finding& failure, const std::vector<Finding>& known);

// True if a case near a failing one fails like it, whose verdict is `first`. No value if that is
// undecided, or if the process ends in another way (another cause), or in the same way where a reading
// allows the rejection. A case that returns, even with a wrong result, is no hang.
std::optional<bool> fails_with_end_of(const Verdict& verdict, const Verdict& first);

}  // namespace strideproof
