// One condition for the findings of a cause.

#include <algorithm>
#include <functional>
#include <string_view>
#include <tuple>
#include <utility>

#include "conform/check/join_causes.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using explanation::ComparedCases;
using explanation::DescribedPrograms;
using explanation::Tried;

constexpr int64_t few_alternatives = 2;  // a condition with more is too long
constexpr int64_t most_parts = 4;        // joined to one condition
constexpr size_t least_met = 2;          // findings that a part, or a learned rule, describes
constexpr std::string_view always = "always";

int64_t alternatives(const CauseCondition& one) {
  return std::ssize(StatedCondition(one.condition.text).any_of());
}

// The conditions of findings that may describe others, each once.
std::set<std::string> conditions_of(const std::vector<const Finding*>& findings) {
  std::set<std::string> conditions;
  for (const Finding* finding : findings)
    if (finding->condition.may_describe_others()) conditions.insert(finding->condition.text());
  return conditions;
}

std::vector<Program> programs_of(const std::vector<FailingCase>& cases) {
  std::vector<Program> programs;
  for (const FailingCase& one : cases) programs.push_back(parse_program(one.finding->line));
  return programs;
}

// The findings of a cause, compared with rules.
class ComparedFindings {
 public:
  ComparedFindings(const std::vector<FailingCase>& cases, const std::vector<Program>& passed,
                   const std::vector<Window>& offered)
      : programs_(programs_of(cases), offered) {
    for (const FailingCase& one : cases) findings_.push_back(one.finding);
    for (const Program& program : passed) passing_.insert(program.steps.front().operation);
    for (const FailingCase& one : cases)
      for (const Tried& tried : one.tried)
        if (!tried.fails) passing_.insert(tried.program.steps.front().operation);
  }

  const std::vector<const Finding*>& all() const { return findings_; }
  size_t enough() const { return findings_.size() - findings_.size() / 10; }  // nine in ten
  // "always" describes the findings without another condition if no case of their operation passed.
  CauseCondition compare(const std::string& rule) const {
    CauseCondition candidate{{rule}};
    const std::vector<bool> meets = programs_.meeting(rule);
    for (size_t i = 0; i < findings_.size(); ++i) {
      const Finding& finding = *findings_[i];
      const bool is_own = finding.condition.text() == rule;
      // A case that fails after other cases may fail because of them, unless it contradicts them.
      const bool is_of_case =
          finding.with.empty() || finding.kind == VerdictKind::no_reading_explains;
      const bool may_be = rule != always || (finding.condition.empty() &&
                                             !passing_.contains(find_operation(finding.operation)));
      if (is_own || (meets[i] && is_of_case && may_be)) candidate.met.insert(&finding);
    }
    return candidate;
  }

 private:
  std::vector<const Finding*> findings_;
  DescribedPrograms programs_;
  std::set<const Operation*> passing_;
};

// Joins the first rule, which may be empty, with the rules that describe most further findings,
// until nine in ten findings are described. accepts: decides about each longer condition.
CauseCondition join_greedily(const ComparedFindings& findings, const std::string& first,
                             std::vector<CauseCondition> rules,
                             const std::function<bool(const std::string&)>& accepts) {
  CauseCondition all;
  if (!first.empty()) all = findings.compare(first);
  while (all.met.size() < findings.enough() && !rules.empty()) {
    const auto merit = [&](const CauseCondition& rule) {
      const auto more = std::ranges::count_if(
          rule.met, [&](const Finding* finding) { return !all.met.contains(finding); });
      const ConditionOfCause& one = rule.condition;
      return std::tuple(more, one.failed - one.met, -std::ssize(one.text));
    };
    const auto best = std::ranges::max_element(rules, {}, merit);
    if (std::get<0>(merit(*best)) == 0) break;
    std::string more = all.condition.text;
    if (!more.empty()) more += or_when;
    more += best->condition.text;
    if (accepts(more)) {
      all.condition.text = std::move(more);
      all.met.merge(best->met);
    }
    rules.erase(best);
  }
  return all;
}

// The condition of the first finding, joined with conditions of other findings.
CauseCondition join_conditions(const ComparedFindings& findings) {
  const StatedCondition& first = findings.all().front()->condition;
  std::vector<CauseCondition> others;
  if (first.may_describe_others())
    for (const std::string& rule : conditions_of(findings.all()))
      others.push_back(findings.compare(rule));
  const auto accept_all = [](const std::string&) { return true; };
  CauseCondition all = join_greedily(findings, first.text(), std::move(others), accept_all);
  if (first.is_of_another_case()) all.met.clear();
  return all;
}

// The cases of findings that were not explained; then, from each explained finding in turn, a
// failing and a passing case that was run to explain that finding.
std::vector<Tried> all_tried(const std::vector<FailingCase>& cases) {
  std::vector<Tried> all;
  std::vector<std::pair<size_t, const Tried*>> in_turn;  // its place among those of its finding
  for (const FailingCase& one : cases) {
    Program program = parse_program(one.finding->line);
    if (one.tried.empty() && program.steps.size() == 1 && one.finding->with.empty())
      all.push_back({std::move(program), true});
    size_t failing = 0, passing = 0;
    for (const Tried& tried : one.tried)
      if (tried.program.steps.size() == 1)
        in_turn.emplace_back(tried.fails ? failing++ : passing++, &tried);
  }
  std::ranges::stable_sort(in_turn, {}, &std::pair<size_t, const Tried*>::first);
  for (const auto& [place, tried] : in_turn) all.push_back(*tried);
  return all;
}

// Joins parts that each describe several findings, so that nine in ten of the cases that meet the
// whole condition fail. The condition is empty if there are no such parts, or too many are needed.
CauseCondition join_parts(const ComparedFindings& findings, const std::set<std::string>& parts,
                          const ComparedCases& cases) {
  std::vector<CauseCondition> candidates;
  for (const std::string& part : parts) {
    CauseCondition candidate = findings.compare(part);
    if (candidate.met.size() < least_met) continue;
    candidate.condition = cases.counts(part);
    candidates.push_back(std::move(candidate));
  }
  const auto is_right = [&](const std::string& rule) { return cases.counts(rule).is_confirmed(); };
  CauseCondition all = join_greedily(findings, "", std::move(candidates), is_right);
  all.condition = cases.counts(all.condition.text);
  const bool is_good = alternatives(all) <= most_parts && all.condition.is_confirmed();
  return is_good ? all : CauseCondition();
}

}  // namespace

bool have_common_rule(const FailingCase& a, const FailingCase& b,
                      const std::vector<Program>& passed, const std::vector<Window>& offered) {
  if (a.tried.empty() || b.tried.empty()) return false;
  const auto rule = ComparedCases(all_tried({a, b}), passed, offered).learned();
  if (!rule || StatedCondition(rule->text).any_of().size() > 1) return false;
  const ComparedFindings findings({a, b}, passed, offered);
  if (findings.compare(rule->text).met.size() < 2) return false;
  const auto describes = [&](std::span<const Tried> all) {
    std::vector<Program> failing;
    for (const Tried& one : all)
      if (one.fails) failing.push_back(one.program);
    const std::vector<bool> meets = DescribedPrograms(failing, offered).meeting(rule->text);
    return 10 * std::count(meets.begin(), meets.end(), true) >= 9 * std::ssize(meets);
  };
  return describes(a.tried) && describes(b.tried);
}

CauseCondition condition_of_cause(const std::vector<FailingCase>& cases,
                                  const std::vector<Program>& passed,
                                  const std::vector<Window>& offered) {
  const ComparedFindings findings(cases, passed, offered);
  const ComparedCases compared(all_tried(cases), passed, offered);
  CauseCondition best = join_conditions(findings);
  best.condition = compared.counts(best.condition.text);
  const size_t enough = findings.enough();
  const auto is_good = [&] {
    return best.met.size() >= enough && alternatives(best) <= few_alternatives;
  };
  if (is_good()) return best;
  const auto keep_better = [&](CauseCondition other) {
    const auto merit = [&](const CauseCondition& one) {
      return std::pair(std::min(one.met.size(), enough), -alternatives(one));
    };
    if (other.met.size() >= std::max(least_met, cases.size() / 2) && merit(other) > merit(best))
      best = std::move(other);
  };
  const auto learned = compared.learned();
  if (learned) keep_better({*learned, findings.compare(learned->text).met});
  if (is_good()) return best;
  std::set<std::string> conditions = conditions_of(findings.all()), parts;
  if (learned) conditions.insert(learned->text);
  for (const std::string& condition : conditions) parts.merge(parts_of_condition(condition));
  keep_better(join_parts(findings, parts, compared));
  return best;
}

}  // namespace strideproof
