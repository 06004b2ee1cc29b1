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

// True if the condition of a finding describes the case of another one, as it stands or with the numbers
// of the other's profile.
bool describes(const Finding& finding, const Finding& other, const std::vector<Window>& offered) {
  explanation::DescribedPrograms programs(offered);
  programs.add(parse_program(other.line));
  return programs.meeting(finding.condition.text()).front() ||
         programs.meeting(condition_on(other.profile, finding)).front();
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
                   const std::vector<Window>& offered) {
  const auto is_legal = [](const Finding& finding) {
    return finding.labels.empty() && finding.end.empty() &&
           (is_wrong_result(finding.kind) || finding.kind == VerdictKind::rejected_valid);
  };
  const auto is_unexplained = [](const Finding& finding) {
    return !finding.labels.empty() && finding.end.empty() &&
           finding.kind == VerdictKind::no_reading_explains;
  };
  const auto has_condition = [](const Finding& finding) {
    return finding.condition.may_describe_others() && finding.with.empty();
  };
  using Windows = std::vector<Window>;  // those offered on an earlier profile are no longer known
  for (Finding& finding : findings) {
    if (finding.profile != profile || !has_condition(finding)) continue;
    const auto is_same = [&](const Finding& known) {
      if (&known == &finding || !is_legal(known) || !has_condition(known) ||
          !known.same_cause.empty() ||
          !describes(finding, known, known.profile == profile ? offered : Windows()))
        return false;
      return (is_unexplained(finding) && known.operation == finding.operation) ||
             (is_legal(finding) && describes(known, finding, offered));
    };
    const auto known = std::ranges::find_if(findings, is_same);
    if (known != findings.end()) finding.same_cause = known->line;
  }
}

}  // namespace strideproof
