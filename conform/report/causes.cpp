#include "conform/report/causes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "conform/report/describe.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

enum class FailureClass : uint8_t {
  wrong,     // a legal case has a wrong result, whatever shows it
  rejected,  // a legal case is rejected, or contradicts readings because a process ended
  accepted,  // an illegal case has an effect: the rule that was not checked is the cause
  crashed,   // a case ends the process, and that is no rejection
  other
};

FailureClass failure_of(const Finding& finding) {
  using enum VerdictKind;
  const auto is = [&](VerdictKind kind) { return finding.kind == kind; };
  const bool is_legal = finding.labels.empty();
  if (is_wrong_result(finding.kind)) return is_legal ? FailureClass::wrong : FailureClass::accepted;
  if (is(no_reading_explains))
    return is_legal && !finding.end.empty() ? FailureClass::rejected : FailureClass::accepted;
  if (is(accepted_invalid) || (is(hook_failed) && !is_legal)) return FailureClass::accepted;
  if (is(crash)) return FailureClass::crashed;
  return is(rejected_valid) ? FailureClass::rejected : FailureClass::other;
}

// Equal for findings that may share a cause.
std::string kind_of(const Finding& finding) {
  const FailureClass failure = failure_of(finding);
  return failure == FailureClass::other
             ? fmt::format("{}\n{}\n", finding.layer, name(finding.kind))
             : fmt::format("{}\n{}\n", finding.layer, static_cast<int>(failure));
}

// True if the rules that an illegal case violates are the cause: it has an effect, or never ends.
bool is_known_by_rules(const Finding& finding) {
  return failure_of(finding) == FailureClass::accepted ||
         (finding.kind == VerdictKind::timeout && !finding.labels.empty());
}

// Equal for findings of one cause: the rules, the way to end the process, state that earlier
// programs leave, the condition, or else the detail.
std::string key_of(const Finding& finding, const std::vector<std::string>& rules) {
  const std::string key = kind_of(finding) + fmt::format("{}\n", fmt::join(rules, " "));
  const bool compares_ends =
      !is_known_by_rules(finding) && !finding.labels.empty() && !finding.end.empty();
  if (!rules.empty() && !compares_ends) return key;
  if (!finding.end.empty()) return key + finding.end;
  const bool reads_state =
      !finding.with.empty() && finding.kind != VerdictKind::no_reading_explains;
  if (reads_state) return key + finding.operation + " after others";
  if (!finding.condition.empty()) return key + finding.condition.text();
  return key + finding.detail.substr(0, finding.detail.find(';'));
}

size_t literals(const StatedCondition& condition) {
  size_t count = 0;
  for (const std::set<StatedLiteral>& alternative : condition.any_of()) count += alternative.size();
  return count;
}

// True if cases that meet the condition passed: "(253 of 254 such cases)".
bool has_exceptions(const Finding& finding) {
  return finding.explanation.find(" such cases)") != std::string::npos;
}

bool has_all(const std::vector<std::string>& rules, const std::vector<std::string>& of) {
  return std::ranges::all_of(
      of, [&](const std::string& rule) { return std::ranges::find(rules, rule) != rules.end(); });
}

// True if a finding with these rules has a cause that is known.
bool belongs_to(const Finding& finding, const std::vector<std::string>& rules, const Cause& cause) {
  if (cause.rules.empty() && std::ranges::any_of(cause.findings, [&](const Finding* known) {
        return are_one_rejection(finding, *known);
      }))
    return true;
  if (std::ranges::any_of(cause.findings, [&](const Finding* known) {
        return show_one_far_place(finding, *known) || fail_one_assertion(finding, *known) ||
               describe_each_other(finding, *known);
      }))
    return true;
  if (kind_of(finding) != kind_of(cause.first())) return false;
  if (is_known_by_rules(finding)) return !cause.rules.empty() && has_all(rules, cause.rules);
  if (!finding.examined && !finding.end.empty())
    return std::ranges::any_of(cause.findings,
                               [&](const Finding* known) { return known->end == finding.end; });
  if (!finding.examined && finding.of_cause)
    return finding.labels.empty() && !cause.is_of_rules() &&
           std::ranges::any_of(cause.findings, [&](const Finding* known) {
             return known->of_cause && known->of_cause->text == finding.of_cause->text;
           });
  return failure_of(finding) != FailureClass::other && rules.empty() && cause.rules.empty() &&
         std::ranges::any_of(cause.findings, [&](const Finding* known) {
           return have_alike_conditions(finding, *known,
                                        failure_of(finding) == FailureClass::wrong);
         });
}

// Findings with fewer rules first: others may break the same rules, and more. Those that were not
// examined join others.
std::vector<const Finding*> by_rules(const std::vector<Finding>& findings) {
  std::vector<const Finding*> all;
  for (const Finding& finding : findings) all.push_back(&finding);
  std::ranges::stable_sort(
      all, {}, [](const Finding* f) { return std::pair(!f->examined, rules_of(*f).size()); });
  return all;
}

// Puts the finding with the best condition first; among findings with this condition, one that says
// how many cases passed.
void put_known_first(std::vector<const Finding*>& findings) {
  auto known = std::ranges::min_element(findings, {}, [](const Finding* finding) {
    return std::tuple(finding->condition.empty(), !finding->examined,
                      finding->kind == VerdictKind::no_reading_explains,
                      !finding->condition.may_describe_others(), literals(finding->condition));
  });
  const auto says_more = std::ranges::find_if(findings, [&](const Finding* finding) {
    return has_exceptions(*finding) && finding->condition.text() == (*known)->condition.text();
  });
  if (!has_exceptions(**known) && says_more != findings.end()) known = says_more;
  std::rotate(findings.begin(), known, known + 1);
}

}  // namespace

bool adds_to_rules(const Finding& finding, const Finding& known) {
  const std::vector<std::string> rules = rules_of(known);
  return !rules.empty() && is_known_by_rules(finding) && kind_of(finding) == kind_of(known) &&
         has_all(rules_of(finding), rules);
}

std::vector<std::string> rules_of(const Finding& finding) {
  if (finding.labels.empty() && finding.end.empty()) {
    if (finding.kind == VerdictKind::no_reading_explains) return {finding.entry};
    if (finding.unused_stride) return {"unused-stride"};
  }
  std::vector<std::string> rules;
  for (const std::string& label : finding.labels) {
    std::string rule = rule_of(label);
    if (std::ranges::find(rules, rule) == rules.end()) rules.push_back(std::move(rule));
  }
  return rules;
}

void Cause::OfOperation::add_explained(const Finding& finding) {
  const auto same = std::ranges::find_if(explained, [&](const Finding* other) {
    return other->condition.text() == finding.condition.text();
  });
  if (same == explained.end()) return explained.push_back(&finding);
  if (has_exceptions(finding) && !has_exceptions(**same)) *same = &finding;
}

std::vector<Cause::OfOperation> Cause::of_operations() const {
  std::vector<OfOperation> all;
  for (const Finding* finding : findings) {
    const auto known = std::ranges::find_if(all, [&](const OfOperation& one) {
      return one.shortest->operation == finding->operation &&
             one.shortest->profile == finding->profile;
    });
    OfOperation& one = known != all.end() ? *known : all.emplace_back(OfOperation{finding});
    one.failures += finding->failures;
    one.is_examined = one.is_examined || finding->examined;
    // All of them count the cases of the operation.
    one.hides.drawn = std::max(one.hides.drawn, finding->hides.drawn);
    one.hides.met = std::min(one.hides.met + finding->hides.met, one.hides.drawn);
    if (!finding->condition.empty()) one.add_explained(*finding);
    const auto length = [](const Finding& f) { return std::pair(f.with.size(), f.line.size()); };
    if (one.shortest != &first() && length(*finding) < length(*one.shortest))
      one.shortest = finding;
  }
  return all;
}

int64_t Cause::failures() const {
  int64_t sum = 0;
  for (const Finding* finding : findings) sum += finding->failures;
  return sum;
}

Hides Cause::hides() const {
  Hides sum;
  for (const OfOperation& one : of_operations()) sum += one.hides;
  return sum;
}

std::vector<Cause> causes_of(const std::vector<Finding>& findings) {
  std::vector<Cause> causes;
  std::map<std::string, size_t> place;
  for (const Finding* finding : by_rules(findings)) {
    std::vector<std::string> rules = rules_of(*finding);
    const auto same = std::ranges::find_if(causes, [&](const Cause& cause) {
      return finding->repeats && cause.first().repeats && belongs_to(*finding, rules, cause);
    });
    std::string key = key_of(*finding, rules);
    if (same != causes.end()) {
      if (!has_all(rules, same->rules)) same->rules.clear();
      same->findings.push_back(finding);
      // Others may have its end, and no condition.
      if (kind_of(*finding) == kind_of(same->first()))
        place.emplace(std::move(key), same - causes.begin());
      continue;
    }
    if (!finding->examined && !place.contains(key)) key = kind_of(*finding) + "not examined";
    if (!finding->repeats) key = finding->layer + "\ndoes not repeat";
    const auto [at, added] = place.emplace(std::move(key), causes.size());
    if (added) causes.push_back({{}, rules});
    Cause& cause = causes[at->second];
    if (cause.rules != rules) cause.rules.clear();  // not all broke them
    cause.findings.push_back(finding);
  }
  unite(causes);
  for (Cause& cause : causes) std::ranges::sort(cause.findings);
  std::ranges::sort(causes, {}, [](const Cause& cause) { return cause.findings.front(); });
  for (Cause& cause : causes) put_known_first(cause.findings);
  return causes;
}

}  // namespace strideproof
