// The part of Findings that finds the conditions of causes.

#include <set>

#include "conform/check/findings.h"
#include "conform/check/join_causes.h"
#include "conform/report/causes.h"
#include "spec/stop.h"

namespace strideproof {

void Findings::explain_causes() try {
  if (into_.empty()) return;
  const std::vector<Window> offered = prober_.offered();
  join_by_cases(into_, profile_, passed_, offered);
  join_by_learned_rule(offered);
  for (const Cause& cause : causes_of(into_)) {
    if (cause.is_of_rules() || !cause.first().repeats || !cause.first().examined) continue;
    std::vector<FailingCase> cases;
    std::set<std::string> operations;
    std::vector<Program> passed;
    for (const Finding* finding : cause.findings) {
      if (finding->profile != profile_) continue;  // its cases are no longer known
      cases.push_back({finding, tried_[static_cast<size_t>(finding - into_.data())]});
      if (!operations.insert(finding->operation).second) continue;
      const Program program = parse_program(finding->line);
      for (const auto& others :
           {passed_.with_operation_of(program), passed_.with_violations_of(program)})
        passed.insert(passed.end(), others.begin(), others.end());
    }
    if (cases.size() < 2 || stop_requested()) continue;
    const CauseCondition found = condition_of_cause(cases, passed, offered);
    if (found.condition.text.empty()) continue;
    for (const FailingCase& one : cases) {
      auto& of_cause = into_[static_cast<size_t>(one.finding - into_.data())].of_cause;
      of_cause = found.condition;
      of_cause->is_met = found.met.contains(one.finding);
    }
  }
  join_by_condition(into_, profile_, passed_, offered);
} catch (const SetupError&) {  // the plug-in no longer starts: the check reports this
}

// Two legal cases of one operation have one cause if one rule describes the cases run for both.
void Findings::join_by_learned_rule(const std::vector<Window>& offered) {
  constexpr int most_pairs = 30;  // each takes up to a second
  const auto may_join = [&](const Finding* finding) {
    return finding->profile == profile_ && finding->labels.empty() && finding->end.empty() &&
           finding->with.empty() && finding->examined && is_wrong_result(finding->kind);
  };
  const std::vector<Cause> causes = causes_of(into_);
  std::vector<size_t> firsts;  // of each cause and operation
  for (const Cause& cause : causes) {
    std::set<std::string> operations;
    for (const Finding* finding : cause.findings)
      if (may_join(finding) && operations.insert(finding->operation).second)
        firsts.push_back(static_cast<size_t>(finding - into_.data()));
  }
  int pairs = 0;
  for (size_t a = 0; a < firsts.size(); ++a)
    for (size_t b = a + 1; b < firsts.size() && !stop_requested(); ++b) {
      const Finding& one = into_[firsts[a]];
      Finding& other = into_[firsts[b]];
      if (one.operation != other.operation || !other.same_cause.empty()) continue;
      if (++pairs > most_pairs) return;
      if (have_common_rule({&one, tried_[firsts[a]]}, {&other, tried_[firsts[b]]},
                           passed_.with_operation_of(parse_program(one.line)), offered))
        other.same_cause = one.line;
    }
}

}  // namespace strideproof
