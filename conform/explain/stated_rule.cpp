// Evaluates rules as sentences and reports state them.

#include <algorithm>
#include <iterator>
#include <utility>

#include "conform/explain/rule.h"
#include "conform/report/condition.h"

namespace strideproof::explanation {
namespace {

// No value: the literal is none of these features.
std::optional<Literal> literal_of(const StatedLiteral& stated, const Features& features) {
  using enum Relation;
  if (stated.relation.empty()) {
    for (size_t i = 0; i < features.size(); ++i)
      if (features[i].sort == Sort::truth &&
          (stated.quantity == features[i].name || stated.quantity == features[i].negation))
        return Literal{i, equal, stated.quantity == features[i].name ? 1 : 0};
    return std::nullopt;
  }
  constexpr std::pair<std::string_view, Relation> relations[] = {
      {"=", equal}, {"!=", unequal}, {">", above}, {"<", below}, {"bit", bit}};
  const auto relation =
      std::ranges::find(relations, stated.relation, &std::pair<std::string_view, Relation>::first);
  if (relation == std::end(relations)) return std::nullopt;
  // A feature may be a remainder itself.
  if (const auto feature = features.find(stated.quantity))
    return Literal{*feature, relation->second, stated.threshold};
  constexpr std::string_view mod = " mod ";
  const size_t at = stated.quantity.rfind(mod);
  if (at == std::string::npos) return std::nullopt;
  const auto feature = features.find(stated.quantity.substr(0, at));
  const auto divisor = number_of(stated.quantity.substr(at + mod.size()));
  if (!feature || !divisor || *divisor == 0) return std::nullopt;
  return Literal{*feature, relation->second, stated.threshold, *divisor};
}

}  // namespace

FailureRule rule_of(std::string_view text, const Features& features) {
  if (text == "always") return {{Conjunction{}}};
  FailureRule rule;
  const StatedCondition condition{std::string(text)};
  if (!condition.may_describe_others()) return rule;
  for (const std::vector<StatedLiteral>& alternative : condition.as_stated()) {
    Conjunction literals;
    for (const StatedLiteral& stated : alternative)
      if (const auto literal = literal_of(stated, features)) literals.push_back(*literal);
    if (literals.size() == alternative.size()) rule.any_of.push_back(std::move(literals));
  }
  return rule;
}

DescribedPrograms::DescribedPrograms(const std::vector<Program>& programs,
                                     std::vector<Window> offered)
    : features_(true, std::move(offered), true) {
  for (const Program& program : programs) {
    std::vector<Values>& steps = values_.emplace_back();
    for (const Case& step : program.steps)
      steps.push_back(features_.values({program.profile, program.fill, {step}}));
  }
}

std::vector<bool> DescribedPrograms::meeting(std::string_view text) const {
  const FailureRule rule = rule_of(text, features_);
  std::vector<bool> all;
  for (const std::vector<Values>& steps : values_)
    all.push_back(std::ranges::any_of(steps, [&](const Values& one) { return rule.holds(one); }));
  return all;
}

}  // namespace strideproof::explanation
