#include "conform/report/causes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "conform/report/describe.h"

namespace strideproof {
namespace {

// Equal for findings of one cause: what is accepted against a rule breaks the rule, whatever else
// the failing cases have in common.
std::string key_of(const Finding& finding, const std::vector<std::string>& rules) {
  const bool accepted = finding.kind == name(VerdictKind::accepted_invalid) ||
                        finding.kind == name(VerdictKind::no_reading_explains);
  if (accepted && !rules.empty())
    return fmt::format("{}\n{}\n{}", finding.layer, finding.kind, fmt::join(rules, " "));
  std::string key = fmt::format("{}\n{}\n{}\n{}", finding.layer, finding.kind,
                                fmt::join(rules, " "), finding.condition);
  if (!finding.condition.empty() || !rules.empty()) return key;
  // The detail names the reading or the end of the process; its operation is left out.
  std::string detail = finding.detail.substr(0, finding.detail.find(';'));
  for (size_t at; (at = detail.find(finding.operation)) != std::string::npos;)
    detail.replace(at, finding.operation.size(), "*");
  return key + detail;
}

std::string because_of(const Finding& finding) {
  if (finding.labels.empty()) return {};
  const Constraint* constraint = constraint_of(finding.labels.front());
  return constraint == nullptr ? std::string() : because(*constraint);
}

// The rule of a constraint, whatever the operand and the dimension: "addr.lane" of
// "src0_addr.lane", "shape.min" of "shape.c.min", "end" of "dst.end".
std::string rule_of(const std::string& label, const Constraint* constraint) {
  if (constraint != nullptr && constraint->grade == Grade::assumed)
    return std::string(constraint->citation);
  const std::string subject = label.substr(0, label.find('.'));
  const std::string rule = label.substr(label.rfind('.') + 1);
  for (const char* what : {"addr", "stride", "shape"})
    if (subject.ends_with(what)) return fmt::format("{}.{}", what, rule);
  return subject == "dst" || subject.starts_with("src") ? rule : label;
}

}  // namespace

std::vector<std::string> rules_of(const Finding& finding) {
  std::vector<std::string> rules;
  for (const std::string& label : finding.labels) {
    std::string rule = rule_of(label.substr(label.find('.') + 1), constraint_of(label));
    if (std::find(rules.begin(), rules.end(), rule) == rules.end())
      rules.push_back(std::move(rule));
  }
  return rules;
}

int64_t Cause::failures() const {
  int64_t sum = 0;
  for (const Finding* finding : findings) sum += finding->failures;
  return sum;
}

Hides Cause::hides() const {
  Hides sum;
  for (const Finding* finding : findings) {
    sum.drawn += finding->hides.drawn;
    sum.met += finding->hides.met;
  }
  return sum;
}

std::vector<Cause> causes_of(const std::vector<Finding>& findings) {
  std::vector<Cause> causes;
  std::map<std::string, size_t> place;
  for (const Finding& finding : findings) {
    std::vector<std::string> rules = rules_of(finding);
    const auto [at, added] = place.emplace(key_of(finding, rules), causes.size());
    if (added) causes.push_back({{}, std::move(rules), because_of(finding)});
    causes[at->second].findings.push_back(&finding);
  }
  return causes;
}

std::string describe(const Hides& hides) {
  if (hides.met == 0) return {};
  return fmt::format(
      "{:.1f} % of the cases drawn later meet this condition ({} of {}); one in 50 of them was run",
      100.0 * static_cast<double>(hides.met) / static_cast<double>(hides.drawn), hides.met,
      hides.drawn);
}

}  // namespace strideproof
