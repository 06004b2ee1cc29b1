#include "conform/report/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

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

// "dst.wrap" of "step 2: dst.wrap".
std::string_view without_step(std::string_view literal) {
  const size_t colon = literal.find(": ");
  return literal.starts_with("step ") && colon != std::string_view::npos ? literal.substr(colon + 2)
                                                                         : literal;
}

// "bit 3 of C is set", "shape.n > 1" or a truth, "dst.wrap".
StatedLiteral literal_of(const std::string& text) {
  const std::vector<std::string_view> words = parts_of(text, " ");
  const size_t count = words.size();
  constexpr std::string_view bit = "bit ", of = " of ", is_set = " is set";
  if (count > 5 && words[2] == "of" && text.starts_with(bit) && text.ends_with(is_set))
    if (const auto number = number_of(words[1])) {
      const size_t begin = bit.size() + words[1].size() + of.size();
      return {text.substr(begin, text.size() - is_set.size() - begin), "bit", *number};
    }
  constexpr std::string_view relations[] = {"=", "!=", ">", "<"};
  if (count > 2 && std::ranges::count(relations, words[count - 2]) > 0)
    if (const auto threshold = number_of(words.back())) {
      const std::string relation(words[count - 2]);
      const size_t end = text.size() - words.back().size() - relation.size() - 2;
      return {text.substr(0, end), relation, *threshold};
    }
  return {text};
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
    is_incomplete = without_operand(without_step(part)).empty();
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
  const StatedLiteral literal = literal_of(text).of_any_operand();
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

std::optional<int64_t> number_of(std::string_view text) {
  const std::string number(text);
  char* end = nullptr;
  const int64_t value = std::strtoll(number.c_str(), &end, 0);
  return number.empty() || *end != '\0' ? std::nullopt : std::optional(value);
}

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

StatedLiteral StatedLiteral::of_any_operand() const {
  StatedLiteral literal{"", relation, threshold};
  for (const std::string_view word : parts_of(without_step(quantity), " ")) {
    if (word == "and" && literal.quantity.empty()) continue;  // "dst and src start lanes are equal"
    if (const std::string_view rest = without_operand(word); !rest.empty())
      literal.quantity += (literal.quantity.empty() ? "" : " ") + std::string(rest);
  }
  return literal;
}

bool StatedLiteral::is_above(int64_t least, std::string_view of) const {
  return (relation == ">" || relation == "=") && limit() >= least && !is_computed(quantity) &&
         quantity.substr(0, quantity.find('.')).ends_with(of);
}

std::string StatedCondition::rule() const {
  std::string_view rule = text_;
  for (const std::string_view words : {a_case_before_it, under_default_readings, of_one_element})
    if (rule.starts_with(words)) rule.remove_prefix(words.size());
  return std::string(rule);
}

bool StatedCondition::is_of_another_case() const { return text_.starts_with(a_case_before_it); }

std::string StatedCondition::rule_for_others() const {
  const std::string rule = this->rule();
  const bool is_whole = rule == text_ || text_ == fmt::format("{}{}", of_one_element, rule);
  const bool names_step = rule.find(": ") != std::string::npos;
  return is_whole && !names_step && rule != "always" && rule != "in nearly all cases" ? rule : "";
}

StatedCondition::StatedCondition(std::string text) : text_(std::move(text)) {
  if (text_.empty()) return;
  const std::string whole = rule();
  for (const std::string_view alternative : parts_of(whole, or_when)) {
    std::vector<StatedLiteral>& literals = as_stated_.emplace_back();
    std::set<StatedLiteral>& of_any = any_of_.emplace_back();
    for (const std::string& literal : literals_of(alternative)) {
      literals.push_back(literal_of(literal));
      of_any.insert(literals.back().of_any_operand());
    }
  }
}

}  // namespace strideproof
