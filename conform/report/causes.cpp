#include "conform/report/causes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <regex>

#include "conform/report/describe.h"

namespace strideproof {
namespace {

// The cause of such a finding is the rule that was not checked, so its condition is not compared.
bool accepts(const Finding& finding) {
  return finding.kind == name(VerdictKind::accepted_invalid) ||
         finding.kind == name(VerdictKind::no_reading_explains);
}

// The failed assertion that ended the process, or the summary of a sanitizer, without addresses;
// empty: neither.
std::string assertion_of(const Finding& finding) {
  static const std::regex address("0x[0-9a-fA-F]+");
  for (const std::string_view what : {"; assertion: ", "; last output: SUMMARY: "})
    if (const size_t at = finding.detail.find(what); at != std::string::npos) {
      const size_t end =
          std::min(finding.detail.find(" | ", at), finding.detail.find("; ", at + 2));
      return std::regex_replace(finding.detail.substr(at, end - at), address, "");
    }
  return {};
}

// Equal for findings of one cause.
std::string key_of(const Finding& finding, const std::vector<std::string>& rules) {
  const std::string key =
      fmt::format("{}\n{}\n{}", finding.layer, finding.kind, fmt::join(rules, " "));
  if (accepts(finding) && !rules.empty()) return key;
  // The detail begins with an entry of the ledger.
  if (accepts(finding)) return key + finding.detail.substr(0, finding.detail.find(':'));
  if (const std::string failed = assertion_of(finding); !failed.empty()) return key + failed;
  if (finding.labels.empty() && !rules.empty()) return key;
  if (!finding.condition.empty() || !rules.empty()) return key + finding.condition;
  // The detail names the end of the process; its operation is left out.
  std::string detail = finding.detail.substr(0, finding.detail.find(';'));
  for (size_t at; (at = detail.find(finding.operation)) != std::string::npos;)
    detail.replace(at, finding.operation.size(), "*");
  return key + detail;
}

bool has_all(const std::vector<std::string>& rules, const std::vector<std::string>& of) {
  return std::ranges::all_of(
      of, [&](const std::string& rule) { return std::ranges::find(rules, rule) != rules.end(); });
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
  if (finding.labels.empty() && finding.unused_stride) rules.push_back("unused-stride");
  for (const std::string& label : finding.labels) {
    std::string rule = rule_of(label.substr(label.find('.') + 1), constraint_of(label));
    if (std::ranges::find(rules, rule) == rules.end()) rules.push_back(std::move(rule));
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
    const auto wider = std::ranges::find_if(causes, [&](const Cause& cause) {
      return accepts(finding) && !cause.rules.empty() && has_all(rules, cause.rules) &&
             cause.first().kind == finding.kind && cause.first().layer == finding.layer;
    });
    if (wider != causes.end()) {
      wider->findings.push_back(&finding);
      continue;
    }
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
