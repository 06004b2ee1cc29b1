// The sentences of a cause.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conform/base/text.h"
#include "conform/report/causes.h"
#include "conform/report/describe.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {

Cause::Stated Cause::condition() const {
  const std::string& text = first().condition.text();
  if (!text.empty() && std::ranges::all_of(findings, [&](const Finding* finding) {
        return finding->condition.text() == text;
      }))
    return {text, findings.size(), findings.size()};
  // A condition says more than the rules: why a process ends, or which cases of one operation fail.
  const bool says_more =
      !text.empty() && (first().kind == VerdictKind::crash || of_operations().size() == 1);
  if (!is_of_rules() || says_more) {
    Stated best{first().condition.text()};
    const auto describes_less = [&](const std::string& other) {
      return first().condition.may_describe_others() &&
             !StatedCondition(other).may_describe_others();
    };
    for (const Finding* one : findings) {
      if (!one->of_cause || describes_less(one->of_cause->text)) continue;
      Stated other{one->of_cause->text, 0, 0, one->of_cause->met, one->of_cause->failed};
      for (const Finding* finding : findings)
        if (finding->of_cause && finding->of_cause->text == other.text) {
          ++other.compared;
          other.meeting += finding->of_cause->is_met ? 1 : 0;
        }
      if (other.meeting > best.meeting) best = std::move(other);
    }
    return best;
  }
  std::vector<std::string> all;
  for (const std::string& rule : rules)
    all.push_back(ledger_index(rule) < 0 ? rule : "the default reading of " + rule);
  return {fmt::format("{} {} violated", fmt::join(all, " and "), all.size() == 1 ? "is" : "are"),
          findings.size(), findings.size()};
}

std::string Cause::because() const {
  if (rules.empty()) return {};
  std::vector<std::string> all;
  const auto add = [&](std::string sentence) {
    if (std::ranges::find(all, sentence) == all.end()) all.push_back(std::move(sentence));
  };
  const int entry = ledger_index(rules.front());  // that a legal case contradicts
  for (const Finding* finding : findings) {
    if (finding->labels.empty() && entry >= 0)
      add(strideproof::because(ledger()[static_cast<size_t>(entry)]));
    for (const std::string& label : finding->labels)
      if (const Constraint* constraint = constraint_of(label);
          constraint != nullptr && std::ranges::count(rules, rule_of(label)) > 0)
        add(strideproof::because(*constraint));
  }
  return fmt::format("{}", fmt::join(all, "; "));
}

std::string common_condition(const Cause& cause) {
  const Cause::Stated common = cause.condition();
  const bool is_of_first =
      common.text == cause.first().condition.text() && common.meeting == common.compared;
  const bool is_of_one = cause.findings.size() == 1;  // whose rules are printed
  if (common.compared == 0 || is_of_first || is_of_one) return {};
  const bool in_all = common.meeting == cause.findings.size() && common.met == 0;
  if (in_all) return "in every finding: " + common.text;
  return fmt::format("in {} of {} findings: {}{}", common.meeting, common.compared, common.text,
                     common.met == 0 ? ""
                                     : fmt::format(" ({} of {} such cases tried failed)",
                                                   common.failed, common.met));
}

std::string share_hidden(const Cause& cause) {
  const Hides hides = cause.hides();
  if (hides.drawn == 0)
    return cause.first().condition.empty() ? "" : "no case was left out because of it";
  if (hides.met == 0)
    return fmt::format("none of {} drawn later meets this condition", counted(hides.drawn, "case"));
  const double share = 100.0 * static_cast<double>(hides.met) / static_cast<double>(hides.drawn);
  return fmt::format("{} % of the cases drawn later meet this condition ({} of {}){}",
                     share < 0.1 ? "less than 0.1" : fmt::format("{:.1f}", share), hides.met,
                     hides.drawn,
                     cause.first().condition.text() == "always" ? "" : "; few of them were run");
}

}  // namespace strideproof
