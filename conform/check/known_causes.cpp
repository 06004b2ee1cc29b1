#include "conform/check/known_causes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "conform/report/causes.h"

namespace strideproof {

void KnownCauses::add(const Operation& operation,
                      std::shared_ptr<const explanation::Condition> condition) {
  all_.push_back({&operation, findings_.size() - 1, std::move(condition)});
}

// Each step of a program counts as a case of its own.
const KnownCauses::KnownCause* KnownCauses::met(const Case& step) const {
  const Program alone{step.profile, step.fill, {step}};
  for (const KnownCause& known : all_)
    if (known.operation == step.operation && !known.condition->always() &&
        !known.condition->of_contents() && known.condition->holds(alone))
      return &known;
  return nullptr;
}

bool KnownCauses::meets(const Program& program) const {
  return std::ranges::any_of(program.steps, [&](const Case& step) { return met(step) != nullptr; });
}

std::function<bool(const Program&)> KnownCauses::meets_unlike(const Program& program) const {
  const bool is_known = meets(program);
  return [is_known, this](const Program& other) { return !is_known && meets(other); };
}

bool KnownCauses::leaves_out(const Program& program) {
  if (all_.empty()) return false;
  std::set<const KnownCause*> all_met;
  for (const Case& step : program.steps)
    if (const KnownCause* known = met(step)) all_met.insert(known);
  bool left_out = false;
  for (const KnownCause& known : all_) {
    Hides& hides = findings_[known.finding].hides;
    if (std::ranges::any_of(program.steps,
                            [&](const Case& step) { return step.operation == known.operation; }))
      ++hides.drawn;
    if (known.is_always()) hides.met = hides.drawn;
    if (all_met.count(&known) != 0) left_out = ++hides.met % given_one_in != 0 || left_out;
  }
  return left_out;
}

// A condition of cases that end the process in this way. An illegal case may end it before its
// constraints are checked.
const KnownCauses::KnownCause* KnownCauses::ends_alike(const Case& step,
                                                       const std::string& end) const {
  const Program alone{step.profile, step.fill, {step}};
  const auto known = std::ranges::find_if(all_, [&](const KnownCause& one) {
    return one.operation == step.operation && findings_[one.finding].end == end &&
           !one.condition->of_contents() && one.condition->holds_though_illegal(alone);
  });
  return known == all_.end() ? nullptr : &*known;
}

bool KnownCauses::explains(const Program& program, const Verdict& verdict) {
  const Case& step = step_of(program, verdict);
  const KnownCause* known = met(step);
  if (known == nullptr && !verdict.end.empty()) known = ends_alike(step, verdict.end);
  if (known == nullptr) return false;
  Finding& finding = findings_[known->finding];
  // A failure that ends the process in another way, or does not end it, has another cause.
  if (ends_process(finding.kind) != ends_process(verdict.kind) || finding.end != verdict.end)
    return false;
  ++finding.failures;
  return true;
}

explanation::Conditions KnownCauses::that_may_describe(const Finding& finding) const {
  explanation::Conditions conditions;
  for (const KnownCause& known : all_) {
    const Finding& other = findings_[known.finding];
    const bool same = std::ranges::any_of(
        conditions, [&](const auto& one) { return one->text() == known.condition->text(); });
    const bool may_describe =
        known.condition->of_contents() || other.operation != finding.operation;
    if (!same && may_describe && !known.condition->always() && other.kind == finding.kind &&
        rules_of(other) == rules_of(finding))
      conditions.push_back(known.condition);
  }
  return conditions;
}

}  // namespace strideproof
