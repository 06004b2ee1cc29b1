#include "conform/check/known_causes.h"

#include <algorithm>
#include <utility>

#include "conform/report/causes.h"

namespace strideproof {

void KnownCauses::add(const Operation& operation,
                      std::shared_ptr<const explanation::Condition> condition) {
  all_.push_back({&operation, findings_.size() - 1, std::move(condition)});
}

// Each step of a program counts as a case of its own.
std::vector<const KnownCauses::KnownCause*> KnownCauses::met(const Case& step) const {
  const Program alone{step.profile, step.fill, {step}};
  std::vector<const KnownCause*> all;
  const auto is_counted = [&](const KnownCause& known) {
    const Finding& finding = findings_[known.finding];
    return std::ranges::any_of(all, [&](const KnownCause* one) {
      const Finding& other = findings_[one->finding];
      return other.end == finding.end && ends_process(other.kind) == ends_process(finding.kind);
    });
  };
  for (const KnownCause& known : all_)
    if (known.operation == step.operation && !known.condition->always() &&
        !known.condition->of_contents() && !is_counted(known) && known.condition->holds(alone))
      all.push_back(&known);
  return all;
}

std::set<const KnownCauses::KnownCause*> KnownCauses::all_met(const Program& program) const {
  std::set<const KnownCause*> all;
  for (const Case& step : program.steps)
    for (const KnownCause* known : met(step)) all.insert(known);
  return all;
}

bool KnownCauses::meets(const Program& program) const {
  return std::ranges::any_of(program.steps, [&](const Case& step) { return !met(step).empty(); });
}

std::function<bool(const Program&)> KnownCauses::has_other_cause_than(
    const Program& program) const {
  const bool is_known = meets(program);
  return [is_known, this](const Program& other) { return !is_known && meets(other); };
}

bool KnownCauses::leaves_out(const Program& program) {
  const std::set<const KnownCause*> met_by_it = all_met(program);
  count(met_by_it, [&](const KnownCause& known) {
    return !known.condition->of_contents() &&
           std::ranges::count(program.steps, known.operation, &Case::operation) > 0;
  });
  return !met_by_it.empty() && !is_chosen(program, given_one_in);
}

void KnownCauses::count(const std::set<const KnownCause*>& met_by_it,
                        const std::function<bool(const KnownCause&)>& is_counted) {
  for (const KnownCause& known : all_) {
    if (!is_counted(known)) continue;
    Hides& hides = findings_[known.finding].hides;
    ++hides.drawn;
    if (known.condition->always() || met_by_it.contains(&known)) ++hides.met;
  }
}

void KnownCauses::count_more(const Operation& operation, const Source& source) {
  constexpr int64_t enough = 100;
  const auto needs_more = [&](const KnownCause& known) {
    return known.operation == &operation && !known.condition->of_contents() &&
           findings_[known.finding].hides.drawn < enough;
  };
  while (std::ranges::any_of(all_, needs_more)) count(all_met(*source()), needs_more);
}

bool KnownCauses::explains(const Program& program, const Verdict& verdict) {
  const Case& step = step_of(program, verdict);
  const Program alone{step.profile, step.fill, {step}};
  // A failure that ends the process in another way, or does not end it, has another cause.
  const auto ends_alike = [&](const Finding& finding) {
    return finding.end == verdict.end &&
           (!verdict.end.empty() || ends_process(finding.kind) == ends_process(verdict.kind));
  };
  const auto known = std::ranges::find_if(all_, [&](const KnownCause& one) {
    const explanation::Condition& condition = *one.condition;
    const Finding& finding = findings_[one.finding];
    if (one.operation != step.operation || condition.of_contents() || !ends_alike(finding) ||
        (verdict.end.empty() && condition.always()))
      return false;
    // An illegal case may end the process before its constraints are checked. If no reading
    // explains it, it may show the same wrong result as legal cases.
    const bool may_be_illegal =
        !verdict.end.empty() || (verdict.kind == VerdictKind::no_reading_explains &&
                                 finding.labels.empty() && is_wrong_result(finding.kind));
    return may_be_illegal ? condition.holds_though_illegal(alone) : condition.holds(alone);
  });
  if (known == all_.end()) return false;
  ++findings_[known->finding].failures;
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
