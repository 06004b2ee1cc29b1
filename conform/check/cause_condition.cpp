#include "conform/check/cause_condition.h"

#include <algorithm>
#include <utility>

#include "conform/explain/common_rule.h"
#include "conform/explain/stated_rule.h"

namespace strideproof {
namespace {

using explanation::Tried;

constexpr int64_t few_alternatives = 2;  // of a condition that is short enough

bool meets(const Finding& finding, const std::string& rule, const std::vector<Window>& offered) {
  const StatedCondition& own = finding.condition;
  return (own.rule() == rule && !own.is_of_another_case()) ||
         explanation::meets(parse_program(finding.line), rule, offered);
}

int64_t alternatives(const CauseCondition& one) {
  return std::ssize(StatedCondition(one.condition.text).any_of());
}

CauseCondition joined(const std::vector<FailingCase>& cases, const std::vector<Window>& offered) {
  CauseCondition all;
  const StatedCondition& first = cases.front().finding->condition;
  if (first.empty()) return all;
  std::set<std::string> rules;
  for (const FailingCase& one : cases) {
    // A rule says nothing without the words before it, "with one element:".
    const StatedCondition& condition = one.finding->condition;
    if (!condition.empty() && condition.rule() == condition.text()) rules.insert(condition.text());
  }
  all.condition.text = first.text();
  for (std::string next = first.rule();;) {
    for (const FailingCase& one : cases)
      if (meets(*one.finding, next, offered)) all.met.insert(one.finding);
    rules.erase(next);
    if (10 * all.met.size() >= 9 * cases.size() || rules.empty()) return all;
    const auto count = [&](const std::string& rule) {
      return std::ranges::count_if(cases, [&](const FailingCase& one) {
        return !all.met.contains(one.finding) && meets(*one.finding, rule, offered);
      });
    };
    next = *std::ranges::max_element(rules, {}, count);
    if (count(next) == 0) return all;
    all.condition.text += ", or when " + next;
  }
}

// The case of each finding first, then those that were run to explain each, in turn: one that fails and
// one that passes of each.
std::vector<Tried> all_tried(const std::vector<FailingCase>& cases) {
  std::vector<Tried> all;
  std::vector<std::vector<const Tried*>> queues;
  for (const FailingCase& one : cases) {
    Program program = parse_program(one.finding->line);
    if (program.steps.size() == 1 && one.finding->with.empty())
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

}  // namespace

CauseCondition condition_of_cause(const std::vector<FailingCase>& cases,
                                  const std::vector<Program>& passed,
                                  const std::vector<Window>& offered) {
  CauseCondition known = joined(cases, offered);
  const size_t enough = cases.size() - cases.size() / 10;  // nine in ten
  if (known.met.size() >= enough && alternatives(known) <= few_alternatives) return known;
  const auto rule = explanation::common_rule(all_tried(cases), passed, offered);
  if (!rule) return known;
  CauseCondition learned{
      {rule->text, false, static_cast<int64_t>(rule->where), static_cast<int64_t>(rule->both)}};
  for (const FailingCase& one : cases)
    if (meets(*one.finding, rule->text, offered)) learned.met.insert(one.finding);
  const auto merit = [&](const CauseCondition& one) {
    return std::pair(std::min(one.met.size(), enough), -alternatives(one));
  };
  return merit(learned) > merit(known) ? learned : known;
}

}  // namespace strideproof
