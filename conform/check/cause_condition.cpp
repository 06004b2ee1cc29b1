#include "conform/check/cause_condition.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "conform/explain/common_rule.h"
#include "conform/explain/stated_rule.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using explanation::DescribedPrograms;
using explanation::Tried;

constexpr int64_t few_alternatives = 2;  // a condition with more is too long
constexpr size_t least_met = 2;          // findings that a learned rule describes
constexpr std::string_view always = "always";

int64_t alternatives(const CauseCondition& one) {
  return std::ssize(StatedCondition(one.condition.text).any_of());
}

// The findings of a cause, compared with rules.
class ComparedFindings {
 public:
  ComparedFindings(const std::vector<FailingCase>& cases, const std::vector<Program>& passed,
                   const std::vector<Window>& offered)
      : programs_(offered) {
    for (const FailingCase& one : cases) {
      findings_.push_back(one.finding);
      programs_.add(parse_program(one.finding->line));
    }
    for (const Program& program : passed) passing_.insert(program.steps.front().operation);
    for (const FailingCase& one : cases)
      for (const Tried& tried : one.tried)
        if (!tried.fails) passing_.insert(tried.program.steps.front().operation);
  }

  const std::vector<const Finding*>& all() const { return findings_; }
  size_t enough() const { return findings_.size() - findings_.size() / 10; }  // nine in ten
  // The findings whose cases meet a rule. "always" describes the findings without another condition
  // if no case of their operation passed.
  std::set<const Finding*> meeting(const std::string& rule) const {
    std::set<const Finding*> met;
    const std::vector<bool> meets = programs_.meeting(rule);
    for (size_t i = 0; i < findings_.size(); ++i) {
      const Finding& finding = *findings_[i];
      const bool is_own = finding.condition.text() == rule;
      // A case that fails after other cases may fail because of them, unless it contradicts them.
      const bool is_of_case =
          finding.with.empty() || finding.kind == VerdictKind::no_reading_explains;
      const bool may_be = rule != always || (finding.condition.empty() &&
                                             !passing_.contains(find_operation(finding.operation)));
      if (is_own || (meets[i] && is_of_case && may_be)) met.insert(&finding);
    }
    return met;
  }

 private:
  std::vector<const Finding*> findings_;
  DescribedPrograms programs_;
  std::set<const Operation*> passing_;
};

// The condition of the first finding, joined with the conditions of other findings that describe
// most further findings, until nine in ten findings are described.
CauseCondition join_conditions(const ComparedFindings& findings) {
  const StatedCondition& first = findings.all().front()->condition;
  CauseCondition all{{first.text()}};
  if (!first.empty()) all.met = findings.meeting(first.text());
  std::map<std::string, std::set<const Finding*>> others;  // by condition: findings that meet it
  if (first.may_describe_others())
    for (const Finding* finding : findings.all())
      if (finding->condition.may_describe_others())
        others.emplace(finding->condition.text(), findings.meeting(finding->condition.text()));
  while (all.met.size() < findings.enough() && !others.empty()) {
    const auto merit = [&](const auto& other) {
      const auto more = std::ranges::count_if(
          other.second, [&](const Finding* finding) { return !all.met.contains(finding); });
      return std::pair(more, -std::ssize(other.first));
    };
    const auto best = std::ranges::max_element(others, {}, merit);
    if (merit(*best).first == 0) break;
    all.condition.text += or_when;
    all.condition.text += best->first;
    all.met.merge(best->second);
    others.erase(best);
  }
  if (first.is_of_another_case()) all.met.clear();
  return all;
}

// The cases of findings that were not explained; then, from each explained finding in turn, a
// failing and a passing case that was run to explain that finding.
std::vector<Tried> all_tried(const std::vector<FailingCase>& cases) {
  std::vector<Tried> all;
  std::vector<std::vector<const Tried*>> queues;
  for (const FailingCase& one : cases) {
    Program program = parse_program(one.finding->line);
    if (one.tried.empty() && program.steps.size() == 1 && one.finding->with.empty())
      all.push_back({std::move(program), true});
    for (const bool fails : {true, false}) {
      std::vector<const Tried*>& queue = queues.emplace_back();
      for (const Tried& tried : one.tried)
        if (tried.fails == fails && tried.program.steps.size() == 1) queue.push_back(&tried);
    }
  }
  bool any = true;
  for (size_t place = 0; std::exchange(any, false); ++place)
    for (const std::vector<const Tried*>& queue : queues)
      if (place < queue.size()) {
        all.push_back(*queue[place]);
        any = true;
      }
  return all;
}

// The cases that were run.
class ComparedCases {
 public:
  ComparedCases(const std::vector<Tried>& tried, const std::vector<Program>& passed,
                const std::vector<Window>& offered)
      : programs_(offered) {
    for (size_t i = 0; i < std::min(tried.size(), explanation::most_compared); ++i)
      add(tried[i].program, tried[i].fails);
    for (size_t i = 0; i < passed.size(); i += 1 + passed.size() / explanation::most_compared)
      add(passed[i], false);
  }

  // Sets the numbers of cases that meet the condition, and of those that fail.
  void count(ConditionOfCause& condition) const {
    const std::vector<bool> meets = programs_.meeting(condition.text);
    for (size_t i = 0; i < meets.size(); ++i) {
      condition.met += meets[i] ? 1 : 0;
      condition.failed += meets[i] && fails_[i] ? 1 : 0;
    }
  }

 private:
  void add(const Program& program, bool fails) {
    programs_.add(program);
    fails_.push_back(fails);
  }

  DescribedPrograms programs_;
  std::vector<bool> fails_;
};

}  // namespace

bool have_common_rule(const FailingCase& a, const FailingCase& b,
                      const std::vector<Program>& passed, const std::vector<Window>& offered) {
  if (a.tried.empty() || b.tried.empty()) return false;
  const auto rule = explanation::common_rule(all_tried({a, b}), passed, offered);
  if (!rule || StatedCondition(rule->text).any_of().size() > 1) return false;
  if (ComparedFindings({a, b}, passed, offered).meeting(rule->text).size() < 2) return false;
  const auto describes = [&](std::span<const Tried> all) {
    std::vector<Tried> failing;
    std::ranges::copy_if(all, std::back_inserter(failing), &Tried::fails);
    ConditionOfCause counted{rule->text};
    ComparedCases(failing, {}, offered).count(counted);
    return 10 * counted.failed >= 9 * std::ssize(failing);
  };
  return describes(a.tried) && describes(b.tried);
}

CauseCondition condition_of_cause(const std::vector<FailingCase>& cases,
                                  const std::vector<Program>& passed,
                                  const std::vector<Window>& offered) {
  const ComparedFindings findings(cases, passed, offered);
  const std::vector<Tried> tried = all_tried(cases);
  CauseCondition joined = join_conditions(findings);
  ComparedCases(tried, passed, offered).count(joined.condition);
  const auto merit = [&](const CauseCondition& one) {
    return std::pair(std::min(one.met.size(), findings.enough()), -alternatives(one));
  };
  if (joined.met.size() >= findings.enough() && alternatives(joined) <= few_alternatives)
    return joined;
  const auto rule = explanation::common_rule(tried, passed, offered);
  if (!rule) return joined;
  const CauseCondition learned{
      {rule->text, false, static_cast<int64_t>(rule->where), static_cast<int64_t>(rule->both)},
      findings.meeting(rule->text)};
  const bool is_better =
      learned.met.size() >= std::max(least_met, cases.size() / 2) && merit(learned) > merit(joined);
  return is_better ? learned : joined;
}

}  // namespace strideproof
