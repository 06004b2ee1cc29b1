#include "conform/check/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conform/command/progress.h"
#include "conform/report/causes.h"
#include "oracle/windows.h"
#include "props/shrink.h"
#include "spec/spec.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof {
namespace {

// Findings of an operation with the same first label (1 hang), and failures that wait to be one.
constexpr int findings_of_a_kind = 3, failures_of_a_kind = 6;
constexpr size_t one_mistake_in = 20;  // cases of a sufficient explanation
constexpr size_t counts_kept = 8;

bool is_good(const explanation::Explanation& e) {
  return e.cases > 0 && e.mistakes * one_mistake_in <= e.cases;
}
bool is_much_better(const explanation::Explanation& a, const explanation::Explanation& b) {
  return 2 * a.mistakes * b.cases < b.mistakes * a.cases;
}

// True if the program ends with a mask copy, or reads the count of a mask copy.
bool tells_count(const Program& program) {
  const Operation& last = *program.steps.back().operation;
  return bm_atomic::is_kind(last, bm_atomic::Kind::mask_count) ||
         bm_atomic::is_kind(last, bm_atomic::Kind::mask_memcpy_4D);
}

// True if a program violates a constraint that the program of the finding does not violate.
bool violates_another(const Finding& finding, const Program& program) {
  return std::ranges::any_of(violated_labels(program), [&](const std::string& label) {
    return std::ranges::find(finding.labels, label) == finding.labels.end();
  });
}

// The operands that have bytes in memory.
Operands operands_in_memory(const Case& c) {
  Operands all = 0;
  for (const spec::OperandRange& bounding : spec::bounding_ranges(c))
    if (bounding.size > 0) all |= bounding.operand;
  return all;
}

// True if an operand has bytes in memory in `from`, but not in `program`: its address may then be
// outside all memory, which no label tells if a constraint on values is violated too.
bool loses_operand(const Program& program, const Program& from) {
  const Case &c = program.steps.front(), &before = from.steps.front();
  return !c.operation->parameters.empty() &&
         (operands_in_memory(before) & ~operands_in_memory(c)) != 0;
}

std::string key_of(const Finding& finding) {
  const std::string key = finding.operation + '/' + finding.kind + '/';
  const bool hangs = finding.kind == name(VerdictKind::timeout);
  return hangs || finding.labels.empty() ? key : key + finding.labels.front();
}

// One program with the same effect on one machine, if its length is allowed.
std::optional<Program> join(const std::vector<Program>& before, const Program& last) {
  Program whole = last;
  whole.steps.clear();
  for (const Program& program : before)
    whole.steps.insert(whole.steps.end(), program.steps.begin(), program.steps.end());
  whole.steps.insert(whole.steps.end(), last.steps.begin(), last.steps.end());
  if (whole.steps.size() > static_cast<size_t>(max_steps)) return std::nullopt;
  for (Case& step : whole.steps) step.fill = last.fill;
  return whole;
}

}  // namespace

std::vector<std::string> violated_labels(const Program& program) {
  std::vector<std::string> labels;
  for (const Case& step : program.steps) {
    // Only the run decides the contents that a later step reads.
    const bool first = &step == &program.steps.front();
    const ConstraintResults results = first ? evaluate_first(program) : spec::evaluate(step);
    for (const Constraint* constraint : violated_constraints(*step.operation, results))
      labels.push_back(step.operation->label(*constraint));
  }
  return labels;
}

Finding finding_of(const Program& program, const Verdict& verdict, const std::string& layer) {
  Finding finding;
  finding.operation = step_of(program, verdict).operation->name;
  finding.profile = program.profile->name;
  finding.line = print(program);
  finding.kind = name(verdict.kind);
  finding.detail = verdict.detail;
  finding.layer = layer;
  finding.labels = violated_labels(program);
  if (finding.labels.empty() && verdict.kind == VerdictKind::accepted_invalid) {
    // It is legal by default, but not under the readings expected.
    const Operation& operation = *step_of(program, verdict).operation;
    for (const Constraint* constraint : violated_constraints(operation, {verdict.violated}))
      finding.labels.push_back(operation.label(*constraint));
  }
  finding.difference = verdict.difference;
  return finding;
}

Findings::Findings(const Target& target, const Profile& profile, double seconds,
                   std::function<bool()> ended, ReadingTable& readings, std::vector<Finding>& into)
    : target_(target),
      profile_(profile),
      seconds_(seconds),
      probe_seconds_(seconds),
      ended_(std::move(ended)),
      readings_(readings),
      fresh_(profile, readings.held()),
      into_(into),
      causes_(into) {}

void Findings::saw(const Program& program) {
  if (!tells_count(program)) return;
  counts_.push_back(program);
  if (counts_.size() > counts_kept) counts_.pop_front();
}

bool Findings::waits_for(const Program& program, const Verdict& verdict) {
  return waiting_[key_of(finding_of(program, verdict))]++ < failures_of_a_kind;
}

int64_t Findings::alike(const Program& program, const Verdict& verdict) const {
  return alike(finding_of(program, verdict));
}

int64_t Findings::alike(const Finding& finding) const {
  return std::ranges::count_if(into_, [&](const Finding& other) {
    const bool legal = other.labels.empty() && finding.labels.empty();
    return other.kind == finding.kind && (legal || rules_of(other) == rules_of(finding));
  });
}

void Findings::add(const Program& program, const Verdict& verdict) {
  Finding as_it_stands = finding_of(program, verdict);
  hang_ = verdict.kind == VerdictKind::timeout;  // each try takes the whole timeout
  int& tried = tried_[key_of(as_it_stands)];
  if (causes_.explains(program, verdict)) return;
  if (cut_ || ended_()) {
    as_it_stands.examined = false;
    as_it_stands.detail += "; not shrunk: the run had ended";
    as_it_stands.explanation = "no case near it was tried: the run had ended";
    if (tried++ == 0) into_.push_back(std::move(as_it_stands));
    return;
  }
  if (tried++ >= (hang_ ? 1 : findings_of_a_kind)) return;

  Verdict shrunk = verdict;
  std::vector<Program> with;
  const Program smallest = shrink(program, verdict, shrunk, with);
  if (cut_) shrunk.detail += "; the run ended before it was fully shrunk";
  Finding finding = finding_of(smallest, shrunk);
  finding.unused_stride = strides_decide_;
  for (const Program& earlier : with) finding.with.push_back(print(earlier));
  const bool known = std::ranges::any_of(into_, [&](const Finding& other) {
    return other.line == finding.line && other.kind == finding.kind;
  });
  if (known) return;
  const bool first = is_first_of_its_cause(finding);
  const explanation::Explanation explained =
      explain(finding, smallest, with, first ? explained_cases : explained_cases_of_a_known_cause);
  finding.explanation = explained.sentence;
  finding.condition = explained.stated;
  const Operation& operation = *smallest.steps.front().operation;
  into_.push_back(std::move(finding));
  if (explained.condition) causes_.add(operation, explained.condition);
}

// Findings that break the same rules, or end the process in the same way, usually have one cause, and
// so do other legal cases of one operation. Only the first of them gets all cases.
bool Findings::is_first_of_its_cause(const Finding& finding) {
  if (!finding.labels.empty()) return alike(finding) == 0;
  const std::string end = end_of_process(finding);
  const bool of_operation = explained_.insert(finding.operation).second;
  return of_operation || (!end.empty() && std::ranges::none_of(into_, [&](const Finding& other) {
           return end_of_process(other) == end;
         }));
}

// The constraint that is violated, a condition of another operation, or a new one.
explanation::Explanation Findings::explain_alone(const Finding& finding, const Program& program,
                                                 const explanation::Fails& as_found,
                                                 const explanation::Budget& budget) {
  std::vector<std::shared_ptr<const explanation::Condition>> known = causes_.of_others(finding);
  if (auto violation = explanation::violation_of(program)) known.insert(known.begin(), violation);
  for (const auto& condition : known)
    if (auto found = explanation::confirm(*condition, program, as_found, budget)) return *found;
  return explanation::explain(program, as_found, budget);
}

explanation::Budget Findings::begin_explaining(const Finding& finding, int cases) {
  work_ = std::max(cases * explain_work_of_a_case, hang_ ? hangs_run * work_of_a_short_hang : 0);
  const auto is = [&](VerdictKind kind) { return finding.kind == name(kind); };
  const bool contents_matter =
      !hang_ && !is(VerdictKind::rejected_valid) && !is(VerdictKind::accepted_invalid);
  const bool dies = hang_ || is(VerdictKind::crash) ||
                    (is(VerdictKind::rejected_valid) && target_.rejects_by_abort);
  const int64_t each = hang_ ? work_of_a_short_hang : work_of_a_crash;
  return {cases, [this] { return spent(); }, contents_matter,
          dies ? static_cast<size_t>(work_ / each) : SIZE_MAX};
}

explanation::Explanation Findings::explain(const Finding& finding, const Program& program,
                                           const std::vector<Program>& with, int cases) {
  const explanation::Budget budget = begin_explaining(finding, cases);
  std::string said;
  std::optional<explanation::Explanation> best;
  try {
    probe_with(hang_ ? std::min(seconds_, hang_timeout) : probe_seconds_);
    std::vector<Program> before = with;
    // It leaves a mask count.
    if (before.empty() && fails(program, {}) == false) before = {program};
    if (hang_ && probe_seconds_ < seconds_) said = fmt::format("within {:g} s: ", probe_seconds_);
    Program whole = program;
    const bool lasting = with.empty() ? !before.empty() : std::ranges::all_of(with, tells_count);
    if (lasting) {
      // As one program, so that the explanation can name the earlier steps.
      const std::optional<Program> joined = join(before, program);
      session_.reset();
      if (joined && fails(*joined, {}) == true) {
        said +=
            fmt::format("after {} (steps 1 to {}): ", with.empty() ? "itself" : "earlier programs",
                        joined->steps.size() - program.steps.size());
        whole = *joined;
        before.clear();
      } else if (before != with) {
        said += "on its second run: ";
      }
    }
    const auto as_found = [&](const Program& near) -> std::optional<bool> {
      // A case that breaks another rule has a cause of its own.
      if (violates_another(finding, near) || loses_operand(near, whole)) return std::nullopt;
      if (lasting) session_.reset();  // state that others left would decide too
      return fails(near, before);
    };
    // Some failing cases may fit another reading, or only several programs together fit none: then
    // the default readings usually give the better explanation.
    const bool default_first = !lasting && !with.empty() && cases > 0;
    for (const bool by_default : {default_first, !default_first}) {
      if ((by_default && lasting) || (best && is_good(*best))) continue;
      auto found = by_default ? explain_by_default(program, with, budget)
                   : !lasting && with.empty()
                       ? std::optional(explain_alone(finding, whole, as_found, budget))
                       : std::optional(explanation::explain(whole, as_found, budget));
      if (!found || (best && !is_much_better(*found, *best))) continue;
      if (by_default)
        for (std::string* text : {&found->sentence, &found->stated})
          if (!text->empty()) text->insert(0, "under the default readings: ");
      if (by_default || lasting || !with.empty()) found->condition = nullptr;
      best = std::move(found);
    }
  } catch (const SetupError& broken) {
    if (!best) best = {fmt::format("no case near it could be tried: {}", broken.what())};
  } catch (const std::exception&) {  // of the solver too
    if (!stop_requested()) throw;
    if (!best) best = {"the run was interrupted before it could be explained"};
  }
  best->sentence.insert(0, said);
  return *best;
}

std::optional<bool> Findings::fails(const Program& program, const std::vector<Program>& with) {
  if (stop_requested()) return std::nullopt;
  std::vector<Program> lines = with;
  lines.push_back(program);
  return failed(probe(lines).kind);
}

std::optional<explanation::Explanation> Findings::explain_by_default(
    const Program& program, const std::vector<Program>& with, const explanation::Budget& budget) {
  const auto fails_by_default = [&](const Program& near) -> std::optional<bool> {
    if (stop_requested()) return std::nullopt;
    const VerdictKind kind = check(session(), near).kind;
    pay(near, kind);
    return kind == VerdictKind::timeout && !hang_ ? std::nullopt : failed(kind);
  };
  std::vector<Program> all = with;
  all.insert(all.begin(), program);
  const auto first = std::ranges::find_if(
      all, [&](const Program& some) { return fails_by_default(some) == true; });
  if (first == all.end()) return std::nullopt;
  return explanation::explain(*first, fails_by_default, budget);
}

}  // namespace strideproof
