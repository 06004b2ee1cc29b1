#include "conform/report/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

bool is_landmark(std::string_view label) {
  return std::ranges::any_of(catalogue(), [&](const Operation& operation) {
    return std::ranges::count(operation.landmarks, label, &Landmark::label) > 0;
  });
}

// True if a quantity is no parameter: a difference, a product or a remainder.
bool is_computed(std::string_view quantity) {
  constexpr std::string_view signs[] = {" - ", " * ", " mod "};
  return std::ranges::any_of(
      signs, [&](std::string_view sign) { return quantity.find(sign) != std::string_view::npos; });
}

// "" of "dst", "wrap" of "dst.wrap", "stride.c" of "dst_stride.c".
std::string_view without_operand(std::string_view word) {
  if (word.starts_with('(')) word.remove_prefix(1);  // "(dst start lane + C)"
  const std::string_view first = word.substr(0, word.find_first_of("._"));
  for (const std::string_view operand : operand_words)
    if (first == operand) return word.substr(std::min(word.size(), operand.size() + 1));
  return word;
}

StatedLiteral literal_of(std::string_view text) {
  StatedLiteral literal;
  literal.is_landmark = is_landmark(text);
  std::vector<std::string_view> words = parts_of(text, " ");
  if (words.size() > 2) {
    const std::string last(words.back());
    char* end = nullptr;
    literal.threshold = std::strtoll(last.c_str(), &end, 0);
    if (*end == '\0') {
      literal.relation = words[words.size() - 2];
      words.resize(words.size() - 2);
    }
  }
  for (const std::string_view word : words)
    if (const std::string_view rest = without_operand(word); !rest.empty())
      literal.quantity += (literal.quantity.empty() ? "" : " ") + std::string(rest);
  return literal;
}

// "dst and src w strides differ" is one literal.
std::vector<std::string> literals_of(std::string_view alternative) {
  std::vector<std::string> literals;
  bool is_incomplete = false;
  for (const std::string_view part : parts_of(alternative, " and ")) {
    if (is_incomplete)
      literals.back() += " and " + std::string(part);
    else
      literals.emplace_back(part);
    is_incomplete = without_operand(part).empty();
  }
  return literals;
}

bool names_operand(std::string_view literal) {
  const std::string_view word = literal.substr(0, literal.find(' '));
  return without_operand(word) != word;
}

// The literal of any operand. Empty: there is none.
std::string of_all_operands(const std::string& text) {
  if (text.find(" and ") != std::string::npos) return {};  // it names two
  const StatedLiteral literal = literal_of(text);
  if (is_computed(literal.quantity)) return {};
  if (literal.relation.empty()) return "some operand's " + literal.quantity;
  const bool is_equal = literal.relation == "=";
  if (!is_equal && literal.relation != ">" && literal.relation != "<") return {};
  const bool is_largest = literal.relation == ">" || (is_equal && literal.threshold > 0);
  const std::string_view quantity = literal.quantity;
  std::string what = "extent";
  if (quantity.starts_with("stride."))
    what = fmt::format("{} stride", quantity.back());
  else if (!quantity.starts_with("shape."))
    return {};
  return fmt::format("{} {} {} {}", is_largest ? "largest" : "smallest", what, literal.relation,
                     literal.threshold);
}

// An alternative whose literals that name an operand are of any operand. Empty: there is none.
std::string of_all_operands(const std::vector<std::string>& literals) {
  std::string all;
  for (const std::string& literal : literals) {
    const std::string text = names_operand(literal) ? of_all_operands(literal) : literal;
    if (text.empty()) return {};
    all += (all.empty() ? "" : " and ") + text;
  }
  return all;
}

}  // namespace

std::set<std::string> parts_of_condition(std::string_view rule) {
  std::set<std::string> parts;
  for (const std::string_view alternative : parts_of(rule, or_when)) {
    const std::vector<std::string> literals = literals_of(alternative);
    parts.emplace(alternative);
    parts.insert(of_all_operands(literals));
    for (const std::string& literal : literals) {
      parts.insert(literal);
      parts.insert(of_all_operands(literal));
    }
  }
  parts.erase("");
  return parts;
}

StatedLiteral StatedLiteral::of_landmark(std::string_view label) { return literal_of(label); }

bool StatedLiteral::is_above(int64_t least, std::string_view of) const {
  return (relation == ">" || relation == "=") && limit() >= least && !is_computed(quantity) &&
         quantity.substr(0, quantity.find('.')).ends_with(of);
}

std::string StatedCondition::rule() const {
  const size_t colon = text_.rfind(": ");
  return colon == std::string::npos ? text_ : text_.substr(colon + 2);
}

bool StatedCondition::is_of_another_case() const { return text_.starts_with("a case before it"); }

std::string StatedCondition::rule_for_others() const {
  const std::string rule = this->rule();
  const bool is_whole = rule == text_ || text_ == fmt::format("{}{}", of_one_element, rule);
  return is_whole && rule != "always" && rule != "in nearly all cases" ? rule : "";
}

StatedCondition::StatedCondition(std::string text) : text_(std::move(text)) {
  if (text_.empty()) return;
  const std::string whole = rule();
  for (const std::string_view alternative : parts_of(whole, or_when)) {
    std::set<StatedLiteral>& literals = any_of_.emplace_back();
    for (const std::string_view literal : parts_of(alternative, " and "))
      if (!without_operand(literal).empty())  // of "dst and src start lanes are equal"
        literals.insert(literal_of(literal));
  }
}

}  // namespace strideproof
