#include "conform/report/common_condition.h"

#include <algorithm>
#include <optional>
#include <set>

#include "conform/explain/stated_rule.h"

namespace strideproof {
namespace {

// No value: a report that was read may have any line.
std::optional<Program> program_of(const Finding& finding) try {
  return parse_program(finding.line);
} catch (const LineError&) {
  return std::nullopt;
}

bool meets(const Finding& finding, const std::optional<Program>& program, const std::string& rule) {
  const bool is_own = finding.condition.rule() == rule && !finding.condition.is_of_another_case();
  return is_own || (program && explanation::meets(*program, rule));
}

}  // namespace

CommonCondition common_condition(const std::vector<const Finding*>& findings) {
  const std::string& first = findings.front()->condition.text();
  if (first.empty()) return {};
  // A rule says nothing without the words before it, "with one element:".
  std::set<std::string> rules;
  for (const Finding* finding : findings)
    if (finding->condition.rule() == finding->condition.text() && !finding->condition.empty())
      rules.insert(finding->condition.text());
  std::vector<std::pair<const Finding*, std::optional<Program>>> left;
  for (const Finding* finding : findings) left.emplace_back(finding, program_of(*finding));
  const auto take_away = [&](const std::string& rule) {
    std::erase_if(left, [&](const auto& one) { return meets(*one.first, one.second, rule); });
  };
  std::string text = first;
  take_away(findings.front()->condition.rule());
  while (10 * left.size() > findings.size() && !rules.empty()) {
    const auto count = [&](const std::string& rule) {
      return std::ranges::count_if(
          left, [&](const auto& one) { return meets(*one.first, one.second, rule); });
    };
    const std::string next = *std::ranges::max_element(rules, {}, count);
    if (count(next) == 0) break;
    text += ", or when " + next;
    take_away(next);
    rules.erase(next);
  }
  return {std::move(text), findings.size() - left.size()};
}

}  // namespace strideproof
