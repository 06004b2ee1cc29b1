#include "conform/check/join_causes.h"

#include <algorithm>

#include "conform/explain/stated_rule.h"
#include "conform/report/alike_conditions.h"
#include "conform/report/causes.h"

namespace strideproof {
namespace {

// A cause that findings may join.
struct Known {
  size_t first;  // finding
  VerdictKind kind;
  Cause::Stated condition;
};

std::vector<Known> causes_with_conditions(const std::vector<Finding>& findings) {
  std::vector<Known> all;
  for (const Cause& cause : causes_of(findings)) {
    const Cause::Stated condition = cause.condition();
    const bool describes_others = StatedCondition(condition.text).may_describe_others() &&
                                  10 * condition.meeting >= 9 * condition.compared;
    if (describes_others && !cause.is_of_rules() && cause.first().examined)
      all.push_back(
          {static_cast<size_t>(&cause.first() - findings.data()), cause.first().kind, condition});
  }
  return all;
}

// True if the condition of a finding describes the case of another one, as it stands, with the numbers
// of the other's profile, or, of another operation, with dst and src exchanged.
bool describes(const Finding& finding, const Finding& other, const std::vector<Window>& offered) {
  explanation::DescribedPrograms programs(offered);
  programs.add(parse_program(other.line));
  const auto is_met = [&](std::string_view rule) -> bool { return programs.meeting(rule).front(); };
  const std::string there = condition_on(other.profile, finding);
  return is_met(finding.condition.text()) || is_met(there) ||
         (finding.operation != other.operation && is_met(with_operands_exchanged(there)));
}

// True if the condition of a legal case describes an illegal one that has an effect, and none of the
// cases that were rejected because they violate the same constraints.
bool describes_effect(const Finding& legal, const Finding& illegal, const PassedCases& passed,
                      const std::vector<Window>& offered) {
  const Program program = parse_program(illegal.line);
  const std::vector<Program> rejected = passed.rejected_like(program);
  if (rejected.empty()) return false;
  explanation::DescribedPrograms programs(offered);
  programs.add(program);
  for (const Program& one : rejected) programs.add(one);
  const std::vector<bool> meets = programs.meeting(condition_on(illegal.profile, legal));
  return meets.front() && std::count(meets.begin(), meets.end(), true) == 1;
}

bool has_condition(const Finding& finding) {
  return finding.condition.may_describe_others() && finding.with.empty();
}

// Wrong results and rejections.
bool is_legal(const Finding& finding) {
  return finding.labels.empty() && finding.end.empty() &&
         (is_wrong_result(finding.kind) || finding.kind == VerdictKind::rejected_valid);
}

// True for an illegal case that is not rejected, and ends no process.
bool has_effect(const Finding& finding) {
  return !finding.labels.empty() && finding.end.empty() && finding.with.empty() &&
         finding.repeats &&
         (is_wrong_result(finding.kind) || finding.kind == VerdictKind::accepted_invalid ||
          finding.kind == VerdictKind::no_reading_explains);
}

}  // namespace

void join_by_condition(std::vector<Finding>& findings, const std::string& profile,
                       const PassedCases& passed, const std::vector<Window>& offered) {
  const std::vector<Known> causes = causes_with_conditions(findings);
  for (Finding& finding : findings) {
    const bool is_open = !finding.examined && finding.repeats && !finding.of_cause &&
                         finding.profile == profile && finding.labels.empty() &&
                         finding.with.empty() && is_wrong_result(finding.kind);
    if (!is_open) continue;
    const Program program = parse_program(finding.line);
    const std::vector<Program> passing = passed.like(program);
    explanation::DescribedPrograms programs(offered);
    programs.add(program);
    for (const Program& one : passing) programs.add(one);
    for (const Known& cause : causes) {
      const std::vector<bool> meets = programs.meeting(cause.condition.text);
      const auto passing_too = std::count(meets.begin() + 1, meets.end(), true);
      if (cause.kind != finding.kind || !meets.front() || 10 * passing_too > std::ssize(passing))
        continue;
      const Cause::Stated& of = cause.condition;
      finding.of_cause = {of.text, true, of.met, of.failed};
      std::optional<ConditionOfCause>& of_first = findings[cause.first].of_cause;
      if (!of_first) of_first = finding.of_cause;
      break;
    }
  }
}

void join_by_cases(std::vector<Finding>& findings, const std::string& profile,
                   const PassedCases& passed, const std::vector<Window>& offered) {
  using Windows = std::vector<Window>;  // those offered on an earlier profile are no longer known
  for (Finding& finding : findings) {
    const bool is_illegal = has_effect(finding);
    if (finding.profile != profile ||
        !(is_illegal || (is_legal(finding) && has_condition(finding))))
      continue;
    const bool is_unexplained =
        finding.kind == VerdictKind::no_reading_explains && has_condition(finding);
    const auto is_same = [&](const Finding& known) {
      if (&known == &finding || !is_legal(known) || !has_condition(known)) return false;
      const Windows& windows = known.profile == profile ? offered : Windows();
      if (!is_illegal)
        return known.same_cause != finding.line && describes(finding, known, windows) &&
               describes(known, finding, offered);
      return known.operation == finding.operation &&
             (describes_effect(known, finding, passed, offered) ||
              (is_unexplained && describes(finding, known, windows)));
    };
    const auto known = std::ranges::find_if(findings, is_same);
    if (known != findings.end()) finding.same_cause = known->line;
  }
}

}  // namespace strideproof
