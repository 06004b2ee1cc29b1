#include "conform/check/cause_condition.h"

#include <algorithm>
#include <utility>

#include "conform/explain/common_rule.h"
#include "conform/explain/stated_rule.h"

namespace strideproof {
namespace {

using explanation::Tried;

constexpr int64_t few_alternatives = 2;  // of a condition that is short enough
constexpr size_t least_met = 2;          // findings that a learned rule describes

// A finding with the features of its case.
struct Described {
  const Finding* finding;
  explanation::DescribedProgram program;

  bool meets(const std::string& rule) const {
    return finding->condition.text() == rule || (finding->with.empty() && program.meets(rule));
  }
};

int64_t alternatives(const CauseCondition& one) {
  return std::ssize(StatedCondition(one.condition.text).any_of());
}

// False for "always", of one operation, and for a rule with words before it, "with one element:".
bool may_describe_others(const StatedCondition& condition) {
  const std::string& text = condition.text();
  return !text.empty() && condition.rule() == text && text != "always" &&
         text != "in nearly all cases";
}

CauseCondition joined(const std::vector<Described>& cases) {
  const StatedCondition& first = cases.front().finding->condition;
  CauseCondition all{{first.text()}};
  std::set<std::string> rules;
  for (const Described& one : cases) {
    const StatedCondition& condition = one.finding->condition;
    if (may_describe_others(condition)) rules.insert(condition.text());
    if (!first.empty() && condition.text() == first.text() && !first.is_of_another_case())
      all.met.insert(one.finding);
  }
  if (!may_describe_others(first)) return all;
  for (std::string next = first.text();;) {
    for (const Described& one : cases)
      if (one.meets(next)) all.met.insert(one.finding);
    rules.erase(next);
    if (10 * all.met.size() >= 9 * cases.size() || rules.empty()) return all;
    std::ptrdiff_t most = 0;
    for (const std::string& rule : rules) {
      const auto more = std::ranges::count_if(cases, [&](const Described& one) {
        return !all.met.contains(one.finding) && one.meets(rule);
      });
      if (more > most) next = rule, most = more;
    }
    if (most == 0) return all;
    all.condition.text += ", or when " + next;
  }
}

// The cases of findings that were not explained, then those that were run to explain the others, in
// turn: one that fails and one that passes of each.
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

}  // namespace

CauseCondition condition_of_cause(const std::vector<FailingCase>& cases,
                                  const std::vector<Program>& passed,
                                  const std::vector<Window>& offered) {
  std::vector<Described> described;
  for (const FailingCase& one : cases)
    described.push_back(
        {one.finding, explanation::DescribedProgram(parse_program(one.finding->line), offered)});
  CauseCondition known = joined(described);
  const size_t enough = cases.size() - cases.size() / 10;  // nine in ten
  if (known.met.size() >= enough && alternatives(known) <= few_alternatives) return known;
  const auto rule = explanation::common_rule(all_tried(cases), passed, offered);
  if (!rule) return known;
  CauseCondition learned{
      {rule->text, false, static_cast<int64_t>(rule->where), static_cast<int64_t>(rule->both)}};
  for (const Described& one : described)
    if (one.meets(rule->text)) learned.met.insert(one.finding);
  if (learned.met.size() < std::max(least_met, cases.size() / 2)) return known;
  const auto merit = [&](const CauseCondition& one) {
    return std::pair(std::min(one.met.size(), enough), -alternatives(one));
  };
  return merit(learned) > merit(known) ? learned : known;
}

}  // namespace strideproof
