#include "conform/check/join_causes.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "conform/report/causes.h"
#include "spec/stop.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

const std::vector<Window> no_windows;
constexpr size_t least_rejected = 3;  // cases that show that a rule is checked

// A cause that findings may join.
struct KnownCondition {
  size_t first;  // the index of its first finding
  Cause::Stated condition;
};

std::vector<KnownCondition> causes_with_conditions(const std::vector<Finding>& findings) {
  std::vector<KnownCondition> all;
  for (const Cause& cause : causes_of(findings)) {
    const Cause::Stated condition = cause.condition();
    const bool describes_others = StatedCondition(condition.text).may_describe_others() &&
                                  10 * condition.meeting >= 9 * condition.compared;
    if (describes_others && !cause.is_of_rules() && cause.first().examined)
      all.push_back({static_cast<size_t>(&cause.first() - findings.data()), condition});
  }
  return all;
}

// The condition of a finding as it reads on another profile, whose number of lanes and unit replace
// those of the finding's profile; the same for these numbers less 1.
std::string condition_on(const std::string& profile, const Finding& finding) {
  const Profile *from = find_profile(finding.profile), *to = find_profile(profile);
  if (from == nullptr || to == nullptr || from == to) return finding.condition.text();
  const std::pair<int64_t, int64_t> numbers[] = {{from->lanes, to->lanes},
                                                 {from->lanes - 1, to->lanes - 1},
                                                 {from->unit_bytes, to->unit_bytes},
                                                 {from->unit_bytes - 1, to->unit_bytes - 1}};
  std::string text;
  for (std::string_view word : parts_of(finding.condition.text(), " ")) {
    text += text.empty() ? "" : " ";
    int64_t number = 0;  // 0 too if the word does not begin with one
    const char* end = std::from_chars(word.data(), word.data() + word.size(), number).ptr;
    const auto same = std::ranges::find(numbers, number, &std::pair<int64_t, int64_t>::first);
    if (number > 1 && same != std::end(numbers)) {
      text += std::to_string(same->second);
      word.remove_prefix(static_cast<size_t>(end - word.data()));
    }
    text += word;
  }
  return text;
}

// A condition with dst in place of src, and src in place of dst.
std::string with_operands_exchanged(std::string_view condition) {
  std::string text;
  for (std::string_view word : parts_of(condition, " ")) {
    text += text.empty() ? "" : " ";
    if (word.starts_with('(')) text += '(', word.remove_prefix(1);
    const size_t end = std::min(word.size(), word.find_first_of("._"));
    const std::string_view operand = word.substr(0, end);
    text += operand == "dst" ? "src" : operand == "src" ? "dst" : operand;
    text += word.substr(end);
  }
  // A feature of two operands names dst first.
  constexpr std::string_view of_two = "src and dst ";
  for (size_t at = text.find(of_two); at != std::string::npos; at = text.find(of_two, at))
    text.replace(at, of_two.size(), "dst and src ");
  return text;
}

// The rule of the condition of a finding as it reads on a profile.
std::string rule_on(const std::string& profile, const Finding& finding) {
  return StatedCondition(condition_on(profile, finding)).rule_for_others();
}

// True if the condition of a finding describes the case of the other finding, as it stands or with
// the numbers of the profile of the other finding. exchanged: with dst and src exchanged.
bool describes(const Finding& finding, const Finding& other, const std::vector<Window>& offered,
               bool exchanged = false) {
  const explanation::DescribedPrograms programs({parse_program(other.line)}, offered);
  const auto is_met = [&](std::string_view rule) -> bool { return programs.meeting(rule).front(); };
  const std::string rule_there = rule_on(other.profile, finding);
  if (exchanged) return is_met(with_operands_exchanged(rule_there));
  return is_met(finding.condition.rule_for_others()) || is_met(rule_there);
}

// True if the condition of a legal case describes an illegal case that has an effect, and no case
// that was rejected because it violates the same constraints.
bool describes_effect(const Finding& legal, const Finding& illegal, const PassedCases& passed,
                      const std::vector<Window>& offered) {
  const Program program = parse_program(illegal.line);
  std::vector<Program> programs = passed.with_violations_of(program);  // rejected
  if (!is_wrong_result(legal.kind) || programs.size() < least_rejected) return false;
  programs.push_back(program);
  const std::vector<bool> meets =
      explanation::DescribedPrograms(programs, offered).meeting(rule_on(illegal.profile, legal));
  return meets.back() && std::count(meets.begin(), meets.end(), true) == 1;
}

// True if the condition of a finding describes a step of the other finding or of its earlier cases.
bool describes_step(const Finding& finding, const Finding& other,
                    const std::vector<Window>& offered) {
  const Operation* operation = parse_program(finding.line).steps.front().operation;
  std::vector<Program> steps;
  std::vector<std::string> lines = other.with;
  lines.push_back(other.line);
  for (const std::string& line : lines) {
    const Program program = parse_program(line);
    for (const Case& step : program.steps)
      if (step.operation == operation) steps.push_back({program.profile, program.fill, {step}});
  }
  const std::vector<bool> meets =
      explanation::DescribedPrograms(steps, offered).meeting(rule_on(other.profile, finding));
  return std::ranges::find(meets, true) != meets.end();
}

// True if no reading explains a finding, and its condition under the default readings describes the
// case of the other finding of its operation.
bool describes_by_default(const Finding& finding, const Finding& other,
                          const std::vector<Window>& offered) {
  if (finding.kind != VerdictKind::no_reading_explains || finding.operation != other.operation)
    return false;
  const explanation::DescribedPrograms programs({parse_program(other.line)}, offered);
  const StatedCondition by_default(finding.condition.rule());  // "under the default readings: ..."
  return programs.meeting(by_default.rule_for_others()).front();
}

bool is_failure(VerdictKind kind) {
  return is_wrong_result(kind) || kind == VerdictKind::rejected_valid;
}

// True for wrong results and rejections of legal cases that end no process.
bool is_legal_failure(const Finding& finding) {
  return finding.labels.empty() && finding.end.empty() && is_failure(finding.kind);
}

// True if the known finding has a condition on contents, and the other finding, of another
// operation of the family, has a condition on the constant C alone, which takes the place of
// contents.
bool names_constant_for_contents(const Finding& known, const Finding& finding) {
  const Operation *of_known = find_operation(known.operation),
                  *other = find_operation(finding.operation);
  const auto is_of_constant = [](const StatedLiteral& one) {
    return one.quantity == "C" || one.quantity.starts_with("C.");
  };
  return known.condition.text().starts_with(of_one_element) && known.kind == finding.kind &&
         of_known != nullptr && other != nullptr && of_known != other &&
         of_known->family == other->family && !finding.condition.empty() &&
         std::ranges::all_of(finding.condition.any_of(), [&](const auto& alternative) {
           return std::ranges::all_of(alternative, is_of_constant);
         });
}

bool has_several_steps(const Finding& finding) {
  return parse_program(finding.line).steps.size() > 1;
}

// True if the finding needs several steps or earlier cases.
bool is_of_several(const Finding& finding) {
  return !finding.with.empty() || has_several_steps(finding);
}

// True if the condition of the finding may describe the case of the other finding. The condition of
// a case that fails only after earlier cases describes only cases that do so too.
bool may_describe(const Finding& finding, const Finding& other) {
  return !finding.condition.rule_for_others().empty() &&
         (finding.with.empty() || is_of_several(other));
}

// True for a wrong result or a rejection that says little of its case, because it contradicts
// readings, needs several steps or cases, or has no condition.
bool says_little(const Finding& finding) {
  const bool was_not_explained = finding.examined && finding.condition.empty();
  return finding.labels.empty() && finding.end.empty() && finding.repeats &&
         (finding.kind == VerdictKind::no_reading_explains ||
          (is_failure(finding.kind) && (is_of_several(finding) || was_not_explained)));
}

// True for an illegal case that is not rejected and does not end the process.
bool has_effect(const Finding& finding) {
  return !finding.labels.empty() && finding.end.empty() && finding.with.empty() &&
         finding.repeats &&
         (is_wrong_result(finding.kind) || finding.kind == VerdictKind::accepted_invalid ||
          finding.kind == VerdictKind::no_reading_explains);
}

}  // namespace

void join_by_condition(std::vector<Finding>& findings, const std::string& profile,
                       const PassedCases& passed, const std::vector<Window>& offered) {
  const std::vector<KnownCondition> causes = causes_with_conditions(findings);
  for (Finding& finding : findings) {
    const bool is_open = !finding.examined && finding.repeats && !finding.of_cause &&
                         finding.profile == profile && finding.labels.empty() &&
                         finding.with.empty() && is_wrong_result(finding.kind);
    if (!is_open) continue;
    const Program program = parse_program(finding.line);
    std::vector<Program> programs = passed.with_operation_of(program);
    const auto passing = std::ssize(programs);
    programs.push_back(program);
    const explanation::DescribedPrograms described(programs, offered);
    for (const KnownCondition& cause : causes) {
      if (findings[cause.first].kind != finding.kind) continue;
      const std::vector<bool> meets = described.meeting(cause.condition.text);
      const auto passing_too = std::count(meets.begin(), meets.end() - 1, true);
      if (!meets.back() || 10 * passing_too > passing) continue;
      const Cause::Stated& stated = cause.condition;
      finding.of_cause = {stated.text, true, stated.met, stated.failed};
      std::optional<ConditionOfCause>& of_first = findings[cause.first].of_cause;
      if (!of_first) of_first = finding.of_cause;
      break;
    }
  }
}

void join_by_cases(std::vector<Finding>& findings, const std::string& profile,
                   const PassedCases& passed, const std::vector<Window>& offered) {
  const auto have_one_cause = [&](const Finding& finding, const Finding& known) {
    // The windows offered on an earlier profile are no longer known.
    const std::vector<Window>& windows = known.profile == profile ? offered : no_windows;
    if (says_little(finding)) {
      const bool is_alike = known.kind == finding.kind || is_of_several(finding) ||
                            finding.kind == VerdictKind::no_reading_explains;
      return (is_alike && !has_several_steps(known) && describes_step(known, finding, offered)) ||
             describes_by_default(finding, known, windows);
    }
    if (is_legal_failure(finding)) {
      if (!may_describe(finding, known) || known.same_cause == finding.line) return false;
      const auto conditions_fit_both = [&](bool exchanged) {
        return describes(known, finding, offered, exchanged) &&
               describes(finding, known, windows, exchanged);
      };
      return conditions_fit_both(false) ||
             (known.operation != finding.operation && conditions_fit_both(true)) ||
             (names_constant_for_contents(known, finding) && describes(known, finding, offered));
    }
    if (!has_effect(finding) || known.operation != finding.operation) return false;
    const bool is_unexplained =
        finding.kind == VerdictKind::no_reading_explains && may_describe(finding, known);
    return describes_effect(known, finding, passed, offered) ||
           (is_unexplained && describes(finding, known, windows));
  };
  for (Finding& finding : findings) {
    if (finding.profile != profile) continue;
    if (stop_requested()) return;
    const auto known = std::ranges::find_if(findings, [&](const Finding& one) {
      return &one != &finding && is_legal_failure(one) && may_describe(one, finding) &&
             have_one_cause(finding, one);
    });
    if (known != findings.end()) finding.same_cause = known->line;
  }
}

}  // namespace strideproof
