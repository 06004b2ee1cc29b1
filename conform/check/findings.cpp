#include "conform/check/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "conform/base/paths.h"
#include "conform/base/setup_error.h"
#include "conform/report/causes.h"
#include "oracle/windows.h"
#include "spec/spec.h"
#include "spec/stop.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof {
namespace {

// For the failures of one key_of_budget(): how many may wait, and the total cost of their findings.
// A finding with a condition costs 1; a finding without a condition costs more, as other failures
// may have its cause. At most one hang is examined.
constexpr int waiting_of_a_kind = 6, budget_of_a_kind = 9, cost_without_condition = 3;
// Cases that are run to explain a finding; fewer if another finding probably has the same cause.
constexpr int explained_cases = 500, explained_by_sweeps = 200, explained_if_alike = 200,
              explained_if_nearly_over = 150, explained_if_alike_and_nearly_over = 60;
constexpr size_t programs_kept = 8;

// True if the program ends with a mask copy, or reads the count of a mask copy.
bool sets_or_reads_mask_count(const Program& program) {
  const Operation& last = *program.steps.back().operation;
  return bm_atomic::reads_mask_count(last) || bm_atomic::is_mask_copy(last);
}

// first: the finding is the first of its cause. evident: see cause_is_evident().
int cases_to_explain(bool first, bool evident, bool nearly_over, bool by_sweep) {
  if (nearly_over)
    return evident && !first ? explained_if_alike_and_nearly_over : explained_if_nearly_over;
  if (!first) return explained_if_alike;
  return by_sweep ? explained_by_sweeps : explained_cases;
}

std::vector<std::string> labels_of(const Program& program, const Case& step) {
  // The contents that a later step reads are known only from a run.
  const bool first = &step == &program.steps.front();
  const ConstraintResults results = first ? evaluate_first(program) : spec::evaluate(step);
  std::vector<std::string> labels;
  for (const Constraint* constraint : violated_constraints(*step.operation, results))
    labels.push_back(step.operation->label(*constraint));
  return labels;
}

// Operation, kind, end of the process, source of the difference, and first label.
std::string key_of_budget(const Finding& finding) {
  const std::string key = fmt::format("{}/{}/{}/{}/", finding.operation, name(finding.kind),
                                      finding.end, finding.by_sweep ? "sweep" : "windows");
  const bool hangs = finding.kind == VerdictKind::timeout;
  return hangs || finding.labels.empty() ? key : key + finding.labels.front();
}

}  // namespace

std::vector<std::string> violated_labels(const Program& program) {
  std::set<std::string> labels;
  for (const Case& step : program.steps)
    for (std::string& label : labels_of(program, step)) labels.insert(std::move(label));
  return {labels.begin(), labels.end()};
}

Finding finding_of(const Program& program, const Verdict& verdict, const std::string& layer) {
  Finding finding;
  finding.operation = step_of(program, verdict).operation->name;
  finding.profile = program.profile->name;
  finding.line = print(program);
  finding.kind = verdict.kind;
  finding.detail = verdict.detail;
  finding.end = verdict.end;
  finding.entry = verdict.entry;
  for (const HeldReading& reading : verdict.readings) finding.readings.push_back(text(reading));
  finding.layer = layer;
  finding.labels = labels_of(program, step_of(program, verdict));
  if (finding.labels.empty() && verdict.kind == VerdictKind::accepted_invalid) {
    // The case is legal by default, but not under the expected readings.
    const Operation& operation = *step_of(program, verdict).operation;
    for (const Constraint* constraint : violated_constraints(operation, {verdict.violated}))
      finding.labels.push_back(operation.label(*constraint));
  }
  if (verdict.kind == VerdictKind::rejected_valid && !finding.labels.empty())
    finding.detail += "; legal under the readings that other cases determine";
  finding.difference = verdict.difference;
  return finding;
}

Findings::Findings(const Target& target, const Profile& profile, double seconds,
                   std::function<bool()> ended, ReadingTable& readings, std::vector<Finding>& into)
    : target_(target),
      profile_(profile.name),
      readings_(readings),
      prober_(target, profile, seconds, std::move(ended), readings.held()),
      into_(into),
      causes_(into) {}

void Findings::note_answer(const Program& program, VerdictKind answer) {
  if (answer == VerdictKind::rejected_as_documented)
    passed_.add_rejected(program);
  else if (is_right(answer))
    passed_.add(program);
  const auto note = [&](std::deque<Program>& programs) {
    programs.push_back(program);
    if (programs.size() > programs_kept) programs.pop_front();
  };
  note(recent_);
  if (sets_or_reads_mask_count(program)) note(mask_copies_);
}

void Findings::put(const Program& program, const Verdict& verdict, bool by_sweep) {
  Failure failure{program, verdict, finding_of(program, verdict), {}};
  failure.finding.by_sweep = by_sweep;
  failure.is_far = wrote_far(failure.finding) && failure.finding.difference->space != Space::system;
  failure.key = key_of_budget(failure.finding);
  if (spent_[failure.key] >= budget_of_a_kind ||
      std::ranges::count(waiting_, failure.key, &Failure::key) == waiting_of_a_kind)
    return;
  failure.witnesses = readings_.witnesses(program);
  failure.determined = readings_.determined(program);
  failure.recent = recent_;
  waiting_.push_back(std::move(failure));
}

std::optional<Program> Findings::add_next(bool nearly_over, const HangsExamined& hangs) {
  if (waiting_.empty()) return std::nullopt;
  const auto hung = [](const Failure& one) { return one.verdict.kind == VerdictKind::timeout; };
  auto next = waiting_.begin();
  if (!prober_.has_ended()) {
    next = std::ranges::min_element(waiting_, {}, [&](const Failure& failure) {
      const Finding& f = failure.finding;
      const bool is_known = cause_is_evident(f) && count_alike(f, into_) > 0;
      return std::tuple(hangs.come_last && hung(failure), nearly_over && is_known, !failure.is_far,
                        order_of(f, into_));
    });
    if (hung(*next) && hangs.short_ones == 0) return std::nullopt;
    prober_.allow_hangs(hangs.short_ones);
  }
  Failure failure = std::move(*next);
  waiting_.erase(next);
  const size_t known = into_.size();
  const Program program = failure.program;
  add_finding(std::move(failure), nearly_over);
  return into_.size() > known ? std::optional(program) : std::nullopt;
}

void Findings::add_unexamined(const Failure& failure) {
  Finding finding = failure.finding;
  finding.examined = false;
  const std::optional<Program>& contradicted = failure.verdict.contradicted;
  if (contradicted) finding.with.push_back(print(*contradicted));
  // The line of the finding replays under the readings that other cases had determined.
  const bool rests_on_readings = finding.kind == VerdictKind::no_reading_explains ||
                                 finding.kind == VerdictKind::rejected_valid ||
                                 !finding.labels.empty();
  if (rests_on_readings && finding.readings.empty() && !contradicted)
    for (const HeldReading& reading : failure.determined) finding.readings.push_back(text(reading));
  if (!failure.shrunk) finding.detail += "; not shrunk: the run had ended";
  finding.explanation = "no case near it was tried: the run had ended";
  into_.push_back(std::move(finding));
}

void Findings::add_finding(Failure failure, bool nearly_over) {
  const bool hangs = failure.verdict.kind == VerdictKind::timeout;
  int& spent = spent_[failure.key];
  if (causes_.explains(failure.program, failure.verdict)) return;
  // A sweep shows a far write wherever it is, so the condition does not depend on the windows.
  if (target_.sweeps && failure.is_far) failure.finding.by_sweep = true;
  prober_.begin(work_to_shrink(failure.finding), hangs, failure.finding.by_sweep);
  if (prober_.is_over()) {
    if (spent++ == 0) add_unexamined(failure);
    return;
  }
  if (spent >= budget_of_a_kind) return;
  spent += hangs ? budget_of_a_kind : cost_without_condition;

  const Shrunk shrunk = shrink_failure(failure);
  if (!shrunk.repeats && prober_.has_ended()) return add_unexamined(failure);
  if (shrunk.state_decides) {
    if (const std::optional<Program> before = put_failing(shrunk.earlier)) {
      followers_.push_back({failure.program, *before});
      return;
    }
    prober_.begin(work_to_shrink(failure.finding), hangs, failure.finding.by_sweep);
  }
  Finding finding = finding_of(shrunk.program, shrunk.verdict);
  finding.operation = operation_at_fault(finding, shrunk.program, into_);
  finding.detail += shrunk.note;
  finding.unused_stride = shrunk.strides_decide;
  finding.repeats = shrunk.repeats;
  finding.by_sweep = failure.finding.by_sweep;
  for (const Program& earlier : shrunk.earlier) finding.with.push_back(print(earlier));
  const bool known = std::ranges::any_of(into_, [&](const Finding& other) {
    return other.line == finding.line && other.kind == finding.kind;
  });
  if (known) return;
  if (!shrunk.repeats) {
    finding.explanation = "no case near it was tried: it does not fail again alone";
    into_.push_back(std::move(finding));
    return;
  }
  const bool first = is_first_of_its_cause(finding);
  const bool ends =
      ends_process(shrunk.verdict.kind) ||
      (shrunk.verdict.kind == VerdictKind::rejected_valid && target_.rejects_by_abort);
  const explanation::Explanation explained = explain(
      finding, alone_if_held(failure, shrunk), causes_, passed_, ends,
      cases_to_explain(first, cause_is_evident(finding), nearly_over, finding.by_sweep), prober_);
  finding.explanation = explained.sentence;
  finding.examined = explained.cases > 0 || !prober_.has_ended();
  finding.condition = StatedCondition(explained.stated);
  tried_[into_.size()] = explained.tried;
  into_.push_back(std::move(finding));
  if (!explained.condition) return;
  if (!hangs) spent -= cost_without_condition - 1;
  causes_.add(*shrunk.program.steps.front().operation, explained.condition);
}

// Findings that break the same rules or end the process in the same way usually have one cause, and
// so do other legal cases of one operation. Only the first such finding is explained with all
// cases. If it has rules or an end, but no condition, all cases are run for the second one too.
bool Findings::is_first_of_its_cause(const Finding& finding) {
  if (cause_is_evident(finding)) return count_explained(finding, into_) == 0;
  return explained_.insert(finding.operation).second;
}

// The replay line of the finding holds the plug-in to the default reading.
void Findings::add_ruled_out_default(const Operation& operation,
                                     const ReadingTable::RuledOutDefault& ruled_out) {
  const LedgerEntry& entry = *ruled_out.entry;
  const HeldReading by_default{entry.id, 0};
  prober_.begin(shrink_work, false);
  prober_.hold({by_default});
  // If several readings differ from their defaults, the verdict may name another entry.
  const Verdict first = prober_.run(ruled_out.by, prober_.fresh_readings());
  const auto takes_another = [&](const Verdict& verdict) {
    return verdict.kind == VerdictKind::no_reading_explains && verdict.entry == first.entry;
  };
  const Shrunk shrunk =
      shrink(ruled_out.by, prober_.fresh_readings(), takes_another, causes_, prober_);
  Finding finding = finding_of(shrunk.program, shrunk.verdict);
  finding.operation = operation.name;
  finding.kind = VerdictKind::not_the_default_reading;
  finding.repeats = shrunk.repeats;
  finding.detail = fmt::format("{}: reads '{}', by default '{}'{}", entry.id, ruled_out.taken,
                               entry.readings.front(), shrunk.note);
  finding.explanation =
      fmt::format("{} explain {} has the document and its readings", invocation(), entry.id);
  finding.readings = {text(by_default)};
  into_.push_back(std::move(finding));
}

}  // namespace strideproof
