#pragma once
// Failures that probably have one cause.

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

// True if a finding names rules that may be its cause: constraints that its case violates, or,
// unless the process ended, a ledger entry whose readings contradict each other.
bool has_rules(const Finding& finding);
// True if the rules or the end of the process name the cause, so that no examination is needed.
bool cause_is_evident(const Finding& finding);

// The number of known findings, of any operation, that fail in the same way: by the same rules, or
// by some of them if both are accepted cases; or, if neither has rules, with the same end of the
// process; or as one rejection (are_one_rejection).
int64_t count_alike(const Finding& finding, const std::vector<Finding>& known);

// The same number, less 1 if one of these findings has no condition, which this one may find.
int64_t count_explained(const Finding& finding, const std::vector<Finding>& known);

// The operation at fault: that of a step that is known to fail by chance, as a later step may have
// read its wrong bytes; or else that of the finding.
std::string operation_at_fault(const Finding& finding, const Program& program,
                               const std::vector<Finding>& known);

// Failures are examined in ascending order: first the failure whose cause probably has the fewest
// findings so far (see count_explained). Failures that no reading explains come last among equals,
// then illegal cases, which the condition of a legal case may explain.
struct ExaminationOrder {
  int64_t of_same_cause, alike;
  bool contradicts, illegal;
  friend auto operator<=>(const ExaminationOrder&, const ExaminationOrder&) = default;
};
ExaminationOrder order_of(const Finding& failure, const std::vector<Finding>& known);

// True if the verdict of a case near a failing case is a failure with the same end of the process,
// whatever its kind; `first` is the verdict of the failing case. No value if the verdict is
// undecided, if the process ends in another way (another cause), or in the same way where a reading
// allows the rejection. If `first` is a hang, false for every case that returns.
std::optional<bool> fails_with_end_of(const Verdict& verdict, const Verdict& first);

}  // namespace strideproof
