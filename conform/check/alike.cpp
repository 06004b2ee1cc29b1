// Failures that probably have one cause.

#include <algorithm>

#include "conform/check/findings.h"
#include "conform/report/causes.h"

namespace strideproof {
namespace {

bool are_alike(const Finding& finding, const Finding& known) {
  if (adds_to_rules(finding, known) || are_one_rejection(finding, known)) return true;
  return finding.kind == known.kind &&
         ((!has_rules(finding) && !has_rules(known)) ? finding.end == known.end
                                                     : rules_of(finding) == rules_of(known));
}

}  // namespace

bool has_rules(const Finding& finding) {
  return !finding.labels.empty() ||
         (finding.kind == VerdictKind::no_reading_explains && finding.end.empty());
}

bool cause_is_evident(const Finding& finding) { return has_rules(finding) || !finding.end.empty(); }

int64_t count_alike(const Finding& finding, const std::vector<Finding>& known) {
  return std::ranges::count_if(known,
                               [&](const Finding& other) { return are_alike(finding, other); });
}

int64_t count_explained(const Finding& finding, const std::vector<Finding>& known) {
  const int64_t all = count_alike(finding, known);
  const bool is_open = std::ranges::any_of(known, [&](const Finding& other) {
    return are_alike(finding, other) && other.condition.empty();
  });
  return is_open ? all - 1 : all;
}

std::string operation_at_fault(const Finding& finding, const Program& program,
                               const std::vector<Finding>& known) {
  for (const Case& step : program.steps)
    for (const Finding& other : known)
      if (!other.repeats && other.profile == finding.profile &&
          other.operation == step.operation->name)
        return other.operation;
  return finding.operation;
}

// Failures of several operations have one cause only if rules or the end of the process name it.
ExaminationOrder order_of(const Finding& failure, const std::vector<Finding>& known) {
  const auto of_same_cause = std::ranges::count_if(known, [&](const Finding& other) {
    return are_alike(failure, other) &&
           (cause_is_evident(failure) || other.operation == failure.operation);
  });
  return {std::min(of_same_cause, count_explained(failure, known)), count_alike(failure, known),
          failure.kind == VerdictKind::no_reading_explains, !failure.labels.empty()};
}

std::optional<bool> fails_with_end_of(const Verdict& verdict, const Verdict& first) {
  const std::optional<bool> fails = failed(verdict.kind);
  if (first.kind == VerdictKind::timeout && verdict.kind != VerdictKind::timeout && fails == true &&
      verdict.end.empty())
    return false;
  const bool is_other_end = fails == true && verdict.end != first.end;
  const bool is_allowed_end = !first.end.empty() && verdict.allowed_end == first.end;
  return is_other_end || is_allowed_end ? std::nullopt : fails;
}

}  // namespace strideproof
