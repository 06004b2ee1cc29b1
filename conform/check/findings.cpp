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
constexpr size_t counts_kept = 8;

std::string key_of(const Finding& finding) {
  const std::string key = finding.operation + '/' + finding.kind + '/';
  const bool hangs = finding.kind == name(VerdictKind::timeout);
  return hangs || finding.labels.empty() ? key : key + finding.labels.front();
}

// True if the rules of a finding say what its cause may be: those that it violates, or the entry of
// the ledger whose readings contradict each other.
bool has_rules(const Finding& finding) {
  return !finding.labels.empty() || finding.kind == name(VerdictKind::no_reading_explains);
}

// True if two findings fail in the same way: by the same rules, if they have any.
bool are_alike(const Finding& one, const Finding& other) {
  return one.kind == other.kind &&
         ((!has_rules(one) && !has_rules(other)) || rules_of(one) == rules_of(other));
}

}  // namespace

bool tells_count(const Program& program) {
  const Operation& last = *program.steps.back().operation;
  return bm_atomic::is_kind(last, bm_atomic::Kind::mask_count) ||
         bm_atomic::is_kind(last, bm_atomic::Kind::mask_memcpy_4D);
}

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
  return std::ranges::count_if(into_,
                               [&](const Finding& other) { return are_alike(finding, other); });
}

int64_t Findings::of_its_cause(const Program& program, const Verdict& verdict) const {
  const Finding finding = finding_of(program, verdict);
  return std::ranges::count_if(into_, [&](const Finding& other) {
    return are_alike(finding, other) &&
           (has_rules(finding) || other.operation == finding.operation);
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

// Findings with the same rules, or that end the process in the same way, usually have one cause, and so
// do other legal cases of one operation. Only the first of them gets all cases.
bool Findings::is_first_of_its_cause(const Finding& finding) {
  if (has_rules(finding)) return alike(finding) == 0;
  const std::string end = end_of_process(finding);
  const bool of_operation = explained_.insert(finding.operation).second;
  return of_operation || (!end.empty() && std::ranges::none_of(into_, [&](const Finding& other) {
           return end_of_process(other) == end;
         }));
}

}  // namespace strideproof
