#include "conform/explain/stated_rule.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "spec/vocabulary/split.h"

namespace strideproof::explanation {
namespace {

std::optional<int64_t> number_of(std::string_view text) {
  const std::string number(text);
  char* end = nullptr;
  const int64_t value = std::strtoll(number.c_str(), &end, 0);
  return number.empty() || *end != '\0' ? std::nullopt : std::optional(value);
}

// Takes " > 64" from the end of "shape.n > 64" and returns 64. No value: the text has another end.
std::optional<int64_t> take_last(std::string_view& text, std::string_view word) {
  const size_t at = text.rfind(word);
  if (at == std::string_view::npos) return std::nullopt;
  const std::optional<int64_t> number = number_of(text.substr(at + word.size()));
  if (number) text = text.substr(0, at);
  return number;
}

// Takes "bit 3 of " and " is set" away and returns 3.
std::optional<int64_t> take_bit(std::string_view& text) {
  constexpr std::string_view before = "bit ", of = " of ", after = " is set";
  const size_t at = text.find(of);
  if (!text.starts_with(before) || !text.ends_with(after) || at == std::string_view::npos)
    return std::nullopt;
  const std::optional<int64_t> bit = number_of(text.substr(before.size(), at - before.size()));
  text.remove_suffix(after.size());
  text.remove_prefix(at + of.size());
  return bit;
}

// The inverse of Literal::text for literals with a number. No value: the text is another one.
std::optional<Literal> literal_of(std::string_view text, const Features& features) {
  using enum Relation;
  const auto of = [&](Relation relation, int64_t value,
                      int64_t divisor = 0) -> std::optional<Literal> {
    const std::optional<size_t> feature = features.find(std::string(text));
    return feature ? std::optional(Literal{*feature, relation, value, divisor}) : std::nullopt;
  };
  if (const std::optional<int64_t> number = take_bit(text)) return of(bit, *number);
  for (const auto& [word, relation] : {std::pair(" != ", unequal), std::pair(" = ", equal),
                                       std::pair(" > ", above), std::pair(" < ", below)})
    if (const std::optional<int64_t> value = take_last(text, word)) {
      // A feature may be a remainder itself.
      if (const auto plain_number = of(relation, *value)) return plain_number;
      const std::optional<int64_t> divisor = take_last(text, " mod ");
      return divisor ? of(relation, *value, *divisor) : std::nullopt;
    }
  return std::nullopt;
}

// No value: the text is no literal of these features.
std::optional<Literal> any_literal_of(std::string_view text, const Features& features) {
  for (size_t i = 0; i < features.size(); ++i)
    if (features[i].sort == Sort::truth &&
        (text == features[i].name || text == features[i].negation))
      return Literal{i, Relation::equal, text == features[i].name ? 1 : 0};
  return literal_of(text, features);
}

// Names of features may have an "and" of their own. No value: a part is no literal of these features.
std::optional<Conjunction> conjunction_of(std::string_view conjunction, const Features& features) {
  Conjunction literals;
  std::string text;
  for (const std::string_view part : parts_of(conjunction, " and ")) {
    text += (text.empty() ? "" : " and ") + std::string(part);
    const std::optional<Literal> literal = any_literal_of(text, features);
    if (!literal) continue;
    literals.push_back(*literal);
    text.clear();
  }
  return text.empty() ? std::optional(literals) : std::nullopt;
}

FailureRule rule_of(std::string_view text, const Features& features) {
  if (text == "always") return {{Conjunction{}}};
  FailureRule rule;
  if (text.empty()) return rule;
  for (const std::string_view alternative : parts_of(text, ", or when "))
    if (auto conjunction = conjunction_of(alternative, features))
      rule.any_of.push_back(std::move(*conjunction));
  return rule;
}

}  // namespace

void DescribedPrograms::add(const Program& program) {
  std::vector<Values>& steps = values_.emplace_back();
  for (const Case& step : program.steps)
    steps.push_back(features_.values({program.profile, program.fill, {step}}));
}

std::vector<bool> DescribedPrograms::meeting(std::string_view text) const {
  const FailureRule rule = rule_of(text, features_);
  std::vector<bool> all;
  for (const std::vector<Values>& steps : values_)
    all.push_back(std::ranges::any_of(steps, [&](const Values& one) { return rule.holds(one); }));
  return all;
}

}  // namespace strideproof::explanation
