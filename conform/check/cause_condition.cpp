#include "conform/check/join_causes.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using explanation::DescribedPrograms;
using explanation::Tried;

constexpr int64_t few_alternatives = 2;  // a condition with more is too long
constexpr int64_t most_parts = 4;        // joined to one condition
constexpr size_t least_met = 2;          // findings that a part, or a learned rule, describes
constexpr std::string_view always = "always";

int64_t alternatives(const CauseCondition& one) {
  return std::ssize(StatedCondition(one.condition.text).any_of());
}

// A rule that may describe findings of a cause.
struct CandidateRule {
  std::string rule;
  std::set<const Finding*> met;  // findings whose cases meet it
  int64_t where = 0;             // cases that were run and meet it
  int64_t failing = 0;           // cases that were run, meet it and fail
};

bool is_confirmed(const CandidateRule& rule) {
  return explanation::is_confirmed(static_cast<size_t>(rule.where),
                                   static_cast<size_t>(rule.failing));
}

// The conditions of findings that may describe others, each once.
std::set<std::string> conditions_of(const std::vector<const Finding*>& findings) {
  std::set<std::string> conditions;
  for (const Finding* finding : findings)
    if (finding->condition.may_describe_others()) conditions.insert(finding->condition.text());
  return conditions;
}

// The findings of a cause, compared with rules.
class ComparedFindings {
 public:
  ComparedFindings(const std::vector<FailingCase>& cases, const std::vector<Program>& passed,
                   const std::vector<Window>& offered)
      : programs_(offered) {
    for (const FailingCase& one : cases) {
      findings_.push_back(one.finding);
      programs_.add(parse_program(one.finding->line));
    }
    for (const Program& program : passed) passing_.insert(program.steps.front().operation);
    for (const FailingCase& one : cases)
      for (const Tried& tried : one.tried)
        if (!tried.fails) passing_.insert(tried.program.steps.front().operation);
  }

  const std::vector<const Finding*>& all() const { return findings_; }
  size_t enough() const { return findings_.size() - findings_.size() / 10; }  // nine in ten
  // "always" describes the findings without another condition if no case of their operation passed.
  CandidateRule compare(const std::string& rule) const {
    CandidateRule candidate{rule, {}};
    const std::vector<bool> meets = programs_.meeting(rule);
    for (size_t i = 0; i < findings_.size(); ++i) {
      const Finding& finding = *findings_[i];
      const bool is_own = finding.condition.text() == rule;
      // A case that fails after other cases may fail because of them, unless it contradicts them.
      const bool is_of_case =
          finding.with.empty() || finding.kind == VerdictKind::no_reading_explains;
      const bool may_be = rule != always || (finding.condition.empty() &&
                                             !passing_.contains(find_operation(finding.operation)));
      if (is_own || (meets[i] && is_of_case && may_be)) candidate.met.insert(&finding);
    }
    return candidate;
  }

 private:
  std::vector<const Finding*> findings_;
  DescribedPrograms programs_;
  std::set<const Operation*> passing_;
};

// Joins the first rule, which may be empty, with the rules that describe most further findings,
// until nine in ten findings are described. accepts: decides about each longer condition.
CauseCondition join_greedily(const ComparedFindings& findings, const std::string& first,
                             std::vector<CandidateRule> rules,
                             const std::function<bool(const std::string&)>& accepts) {
  CauseCondition all{{first}};
  if (!first.empty()) all.met = findings.compare(first).met;
  while (all.met.size() < findings.enough() && !rules.empty()) {
    const auto merit = [&](const CandidateRule& rule) {
      const auto more = std::ranges::count_if(
          rule.met, [&](const Finding* finding) { return !all.met.contains(finding); });
      return std::tuple(more, rule.failing - rule.where, -std::ssize(rule.rule));
    };
    const auto best = std::ranges::max_element(rules, {}, merit);
    if (std::get<0>(merit(*best)) == 0) break;
    std::string more = all.condition.text;
    if (!more.empty()) more += or_when;
    more += best->rule;
    if (accepts(more)) {
      all.condition.text = std::move(more);
      all.met.merge(best->met);
    }
    rules.erase(best);
  }
  return all;
}

// The condition of the first finding, joined with conditions of other findings.
CauseCondition join_conditions(const ComparedFindings& findings) {
  const StatedCondition& first = findings.all().front()->condition;
  std::vector<CandidateRule> others;
  if (first.may_describe_others())
    for (const std::string& rule : conditions_of(findings.all()))
      others.push_back(findings.compare(rule));
  const auto accept_all = [](const std::string&) { return true; };
  CauseCondition all = join_greedily(findings, first.text(), std::move(others), accept_all);
  if (first.is_of_another_case()) all.met.clear();
  return all;
}

// The cases of findings that were not explained; then, from each explained finding in turn, a
// failing and a passing case that was run to explain that finding.
std::vector<Tried> all_tried(const std::vector<FailingCase>& cases) {
  std::vector<Tried> all;
  std::vector<std::vector<const Tried*>> queues;
  for (const FailingCase& one : cases) {
    Program program = parse_program(one.finding->line);
    if (one.tried.empty() && program.steps.size() == 1 && one.finding->with.empty())
      all.push_back({std::move(program), true});
    for (const bool fails : {true, false}) {
      std::vector<const Tried*>& queue = queues.emplace_back();
      for (const Tried& tried : one.tried)
        if (tried.fails == fails && tried.program.steps.size() == 1) queue.push_back(&tried);
    }
  }
  bool any = true;
  for (size_t place = 0; std::exchange(any, false); ++place)
    for (const std::vector<const Tried*>& queue : queues)
      if (place < queue.size()) {
        all.push_back(*queue[place]);
        any = true;
      }
  return all;
}

// The parts of the conditions of findings, and of a rule that was learned from all cases.
std::set<std::string> parts_of_conditions(const std::vector<const Finding*>& findings,
                                          const std::string& learned) {
  std::set<std::string> conditions = conditions_of(findings), parts;
  if (!learned.empty()) conditions.insert(learned);
  for (const std::string& condition : conditions) parts.merge(parts_of_condition(condition));
  return parts;
}

// The cases that were run.
class ComparedCases {
 public:
  ComparedCases(const std::vector<Tried>& tried, const std::vector<Program>& passed,
                const std::vector<Window>& offered)
      : programs_(offered) {
    for (size_t i = 0; i < std::min(tried.size(), explanation::most_compared); ++i)
      add(tried[i].program, tried[i].fails);
    for (size_t i = 0; i < passed.size(); i += 1 + passed.size() / explanation::most_compared)
      add(passed[i], false);
  }

  CandidateRule compare(CandidateRule candidate) const {
    const std::vector<bool> meets = programs_.meeting(candidate.rule);
    for (size_t i = 0; i < meets.size(); ++i) {
      candidate.where += meets[i] ? 1 : 0;
      candidate.failing += meets[i] && fails_[i] ? 1 : 0;
    }
    return candidate;
  }

 private:
  void add(const Program& program, bool fails) {
    programs_.add(program);
    fails_.push_back(fails);
  }

  DescribedPrograms programs_;
  std::vector<bool> fails_;
};

// Joins parts that each describe several findings, so that nine in ten of the cases that meet the
// whole condition fail. The condition is empty if there are no such parts, or too many are needed.
CauseCondition join_parts(const ComparedFindings& findings, const std::set<std::string>& parts,
                          const ComparedCases& cases) {
  std::vector<CandidateRule> candidates;
  for (const std::string& part : parts)
    if (CandidateRule candidate = findings.compare(part); candidate.met.size() >= least_met)
      candidates.push_back(cases.compare(std::move(candidate)));
  const auto is_right = [&](const std::string& rule) {
    return is_confirmed(cases.compare({rule, {}}));
  };
  CauseCondition all = join_greedily(findings, "", std::move(candidates), is_right);
  const CandidateRule counted = cases.compare({all.condition.text, {}});
  all.condition.met = counted.where;
  all.condition.failed = counted.failing;
  const bool is_good = alternatives(all) <= most_parts && is_confirmed(counted);
  return is_good ? all : CauseCondition();
}

}  // namespace

bool have_common_rule(const FailingCase& a, const FailingCase& b,
                      const std::vector<Program>& passed, const std::vector<Window>& offered) {
  if (a.tried.empty() || b.tried.empty()) return false;
  const std::vector<Tried> tried = all_tried({a, b});
  const auto rule = explanation::common_rule(tried, passed, offered);
  if (!rule || StatedCondition(rule->text).any_of().size() > 1) return false;
  const ComparedFindings findings({a, b}, passed, offered);
  if (findings.compare(rule->text).met.size() < 2) return false;
  const auto describes = [&](std::span<const Tried> all) {
    std::vector<Tried> failing;
    std::ranges::copy_if(all, std::back_inserter(failing), &Tried::fails);
    const CandidateRule counted = ComparedCases(failing, {}, offered).compare({rule->text, {}});
    return 10 * counted.failing >= 9 * std::ssize(failing);
  };
  return describes(a.tried) && describes(b.tried);
}

CauseCondition condition_of_cause(const std::vector<FailingCase>& cases,
                                  const std::vector<Program>& passed,
                                  const std::vector<Window>& offered) {
  const ComparedFindings findings(cases, passed, offered);
  const std::vector<Tried> tried = all_tried(cases);
  const ComparedCases compared(tried, passed, offered);
  CauseCondition best = join_conditions(findings);
  const CandidateRule counted = compared.compare({best.condition.text, {}});
  best.condition.met = counted.where;
  best.condition.failed = counted.failing;
  const size_t enough = findings.enough();
  const auto is_good = [&] {
    return best.met.size() >= enough && alternatives(best) <= few_alternatives;
  };
  if (is_good()) return best;
  const auto keep_better = [&](CauseCondition other) {
    const auto merit = [&](const CauseCondition& one) {
      return std::pair(std::min(one.met.size(), enough), -alternatives(one));
    };
    if (other.met.size() >= std::max(least_met, cases.size() / 2) && merit(other) > merit(best))
      best = std::move(other);
  };
  const auto learned = explanation::common_rule(tried, passed, offered);
  if (learned)
    keep_better({{learned->text, false, static_cast<int64_t>(learned->where),
                  static_cast<int64_t>(learned->both)},
                 findings.compare(learned->text).met});
  if (is_good()) return best;
  const std::set<std::string> parts =
      parts_of_conditions(findings.all(), learned ? learned->text : "");
  keep_better(join_parts(findings, parts, compared));
  return best;
}

}  // namespace strideproof
