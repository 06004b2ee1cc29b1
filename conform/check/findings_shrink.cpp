// The part of Findings that shrinks failures.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conform/base/setup_error.h"
#include "conform/check/findings.h"
#include "conform/check/shrink.h"
#include "conform/report/causes.h"
#include "props/shrink.h"

namespace strideproof {
namespace {

constexpr size_t most_earlier = 3;  // programs that a reader looks at
// Work to try the strides of NULL in a waiting failure: one crash for each of two operands.
constexpr int64_t strides_work_of_waiting = 400'000;

}  // namespace

// Shrinks while the plug-in is held to readings: first to the readings that the verdict names, then
// to all readings that were determined at the failure. No value: the program does not fail so.
std::optional<Shrunk> Findings::shrink_held(const Failure& failure) {
  const auto fails = [&](const Verdict& verdict) { return verdict.kind == failure.verdict.kind; };
  try {
    for (const auto& readings : {failure.verdict.readings, failure.determined}) {
      prober_.hold(readings);
      Shrunk shrunk = shrink(failure.program, prober_.fresh_readings(), fails, causes_, prober_);
      if (!shrunk.repeats || !fails(shrunk.verdict)) continue;
      shrunk.verdict.readings = needed(readings, shrunk);
      prober_.use_fresh_worker();
      if (fails(prober_.run(shrunk.program))) return shrunk;
    }
  } catch (const SetupError&) {  // the next run of the plug-in reports this
  }
  prober_.hold({});
  return std::nullopt;
}

// The readings without which the program does not fail in this way; the plug-in is then held to
// them.
std::vector<HeldReading> Findings::needed(std::vector<HeldReading> readings, const Shrunk& shrunk) {
  const auto fails = has_kind_and_end_of(shrunk.verdict);
  for (size_t i = readings.size(); i-- > 0 && !prober_.is_over();) {
    std::vector<HeldReading> fewer = readings;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    prober_.hold(fewer);
    if (fails(prober_.run(shrunk.program))) readings = std::move(fewer);
  }
  prober_.hold(readings);
  return readings;
}

// An illegal case that ends the process, but fails only after other programs, becomes a finding
// alone if it fails while the plug-in is held to the readings that were determined. Where no
// process ends, the mistake may rather be in the case that contradicts it.
Shrunk Findings::alone_if_held(const Failure& failure, const Shrunk& shrunk) {
  if (shrunk.earlier.empty() || shrunk.state_decides || shrunk.verdict.end.empty() ||
      violated_labels(shrunk.program).empty())
    return shrunk;
  try {
    prober_.hold(failure.determined);
    prober_.use_fresh_worker();
    const Shrunk alone{shrunk.program, prober_.run(shrunk.program)};
    if (has_kind_and_end_of(shrunk.verdict)(alone.verdict)) return alone;
  } catch (const SetupError&) {  // the explanation says that nothing could be run
  }
  prober_.hold({});
  return shrunk;
}

// A sweep costs more than most programs, so fewer candidates are run.
Shrunk Findings::shrink_by_sweeps(const Failure& failure) {
  Shrunk shrunk =
      shrink(failure.program, readings_, has_kind_and_end_of(failure.verdict), causes_, prober_);
  // A process whose own memory is broken may end in any call.
  if (!shrunk.repeats && is_finding(shrunk.verdict.kind) &&
      shrunk.verdict.kind != VerdictKind::timeout && !prober_.is_over())
    shrunk =
        shrink(failure.program, readings_, has_kind_and_end_of(shrunk.verdict), causes_, prober_);
  if (!shrunk.repeats) shrunk.verdict = failure.verdict;
  return shrunk;
}

Shrunk Findings::shrink_failure(const Failure& failure) {
  if (failure.finding.by_sweep) return shrink_by_sweeps(failure);
  if (!failure.verdict.readings.empty()) {
    if (std::optional<Shrunk> held = shrink_held(failure)) return *held;
    return {
        failure.program, failure.verdict, "; not shrunk: it does not fail alone", {}, false, false};
  }
  if (count_alike(failure.finding, into_) > 0)
    if (auto simplest = simplest_by_rules(failure, prober_.fresh_readings())) {
      prober_.use_fresh_worker();
      simplest->verdict = prober_.run(simplest->program);
      if (has_kind_and_end_of(failure.verdict)(simplest->verdict)) return *simplest;
    }
  Shrunk shrunk = shrink(failure.program, failure.verdict, readings_,
                         {failure.witnesses,
                          {mask_copies_.begin(), mask_copies_.end()},
                          {failure.recent.begin(), failure.recent.end()}},
                         causes_, prober_);
  // The earlier programs may not determine the readings of the whole run, and many say little.
  const bool is_illegal = !failure.finding.labels.empty();
  const bool contradicts = failure.verdict.kind == VerdictKind::no_reading_explains;
  const bool is_clear = shrunk.repeats && (!is_illegal || shrunk.earlier.size() <= most_earlier);
  if (is_clear || shrunk.state_decides || !(contradicts || is_illegal)) return shrunk;
  prober_.begin(work_to_shrink(failure.finding), failure.verdict.kind == VerdictKind::timeout);
  return shrink_held(failure).value_or(std::move(shrunk));
}

std::optional<Program> Findings::put_failing(const std::vector<Program>& programs) try {
  for (const bool by_sweep : {false, true}) {
    if (by_sweep && !target_.sweeps) continue;
    prober_.begin(shrink_work / 2, false, by_sweep);
    for (const Program& program : programs) {
      if (prober_.is_over()) return std::nullopt;
      prober_.use_fresh_worker();
      const Verdict verdict = prober_.run(program);
      if (!is_finding(verdict.kind)) continue;
      if (!causes_.explains(program, verdict)) put(program, verdict, by_sweep);
      return program;
    }
  }
  return std::nullopt;
} catch (const SetupError&) {  // the next run of the plug-in reports this
  return std::nullopt;
}

// The shortest waiting failure of each cause and operation without a finding. If the cause has no
// examined finding, each set of rules and each end counts as a cause. Failures that need a sweep
// take too long.
std::vector<Findings::Failure*> Findings::one_of_each_cause() {
  std::vector<Finding> all = into_;
  std::vector<Failure*> failures(all.size(), nullptr);  // none for a finding
  for (Failure& failure : waiting_) {
    if (failure.finding.by_sweep) continue;
    all.push_back(failure.finding);
    all.back().examined = false;
    failures.push_back(&failure);
  }
  std::vector<Failure*> chosen;
  for (Cause& cause : causes_of(all)) {
    const auto is_of_failure = [&](const Finding* one) {
      return failures[static_cast<size_t>(one - all.data())] != nullptr;
    };
    const bool is_known = cause.first().examined;
    const auto kind_of = [is_known](const Finding& one) {
      return is_known
                 ? one.operation
                 : fmt::format("{}/{}/{}", one.operation, one.end, fmt::join(rules_of(one), " "));
    };
    std::set<std::string> seen;
    for (const Finding* one : cause.findings)
      if (one->examined) seen.insert(kind_of(*one));
    std::ranges::stable_sort(cause.findings, {}, [](const Finding* f) { return f->line.size(); });
    for (const Finding* one : cause.findings)
      if (is_of_failure(one) && seen.insert(kind_of(*one)).second)
        chosen.push_back(failures[static_cast<size_t>(one - all.data())]);
  }
  return chosen;
}

void Findings::shrink_unexamined(const std::function<bool()>& over) {
  struct Pass {
    int64_t work;
    bool hangs;
  };
  constexpr int64_t by_rules = 0, a_little = 600'000, more = 2'000'000;
  const std::vector<Failure*> one_of_each = one_of_each_cause();
  std::set<const Failure*> finished;
  prober_.begin(INT64_MAX, false);
  // A hang takes long, so it is shrunk by rules only, and last.
  for (const auto& [work, hangs] :
       {Pass{by_rules, false}, Pass{a_little, false}, Pass{more, false}, Pass{by_rules, true}}) {
    if (hangs) prober_.begin(INT64_MAX, true);
    for (Failure* failure : one_of_each) {
      if (over() || finished.contains(failure)) continue;
      if ((failure->verdict.kind == VerdictKind::timeout) != hangs) continue;
      const auto shrunk = work == by_rules ? simplest_by_rules(*failure, readings_)
                                           : shrink_in_few_runs(*failure, work, over);
      if (!shrunk) continue;
      failure->program = shrunk->program;
      failure->verdict = shrunk->verdict;
      failure->finding = finding_of(failure->program, failure->verdict);
      failure->determined = readings_.determined(failure->program);
      failure->shrunk = true;
      if (work != a_little || !prober_.is_over()) finished.insert(failure);
    }
  }
  // When the run has ended, waiting failures are taken in their order.
  std::stable_partition(waiting_.begin(), waiting_.end(),
                        [](const Failure& failure) { return failure.shrunk; });
}

// The first of two simplest_alike() cases that fails with the same kind and end as the failure.
std::optional<Shrunk> Findings::simplest_by_rules(const Failure& failure, ReadingTable& table) try {
  const explanation::Conditions conditions = causes_.that_may_describe(failure.finding);
  const auto has_known_cause = causes_.has_other_cause_than(failure.program);
  const auto may_run = [&](const Program& program) {
    return !has_known_cause(program) && prober_.may_run(program);
  };
  // With one element, or just outside an edge, an effect may not be seen.
  for (const bool as_far : {false, true}) {
    const Program smallest =
        simplest_alike(failure.program, failure.verdict, conditions, as_far, may_run);
    if (smallest == failure.program || prober_.has_ended()) continue;
    Verdict verdict = prober_.run(smallest, table);
    if (verdict.kind == VerdictKind::timeout && prober_.has_short_timeout() && !prober_.has_ended())
      verdict = prober_.run_with_whole_timeout(smallest);
    if (has_kind_and_end_of(failure.verdict)(verdict)) return Shrunk{smallest, verdict};
  }
  return {};
} catch (const SetupError&) {  // the next run of the plug-in reports this
  return {};
}

std::optional<Shrunk> Findings::shrink_in_few_runs(const Failure& failure, int64_t work,
                                                   const std::function<bool()>& over) {
  prober_.allow(work);
  std::optional<Shrunk> shrunk;
  Verdict found;
  const auto run = [&](const Program& candidate) { return prober_.run(candidate, readings_); };
  const ProgramTest fails =
      still_shows(has_kind_and_end_of(failure.verdict), run,
                  causes_.has_other_cause_than(failure.program), prober_, found);
  const auto still_fails = [&](const Program& candidate) {
    if (over() || !fails(candidate) ||
        finding_of(candidate, found).labels != failure.finding.labels)
      return false;
    shrunk = Shrunk{candidate, found};
    return true;
  };
  try {
    const Program smallest =
        props::minimise(with_usual_strides(failure.program, still_fails), still_fails);
    const int64_t left = prober_.work_left();
    prober_.allow(std::max(left, strides_work_of_waiting));
    with_usual_strides(smallest, still_fails);
    // The caller asks whether the work was enough to shrink.
    prober_.allow(left);
  } catch (const SetupError&) {  // the next run of the plug-in reports this
  }
  return shrunk;
}

// The work is less if a rejection restarts the worker, and still less for a known cause.
int64_t Findings::work_to_shrink(const Finding& finding) const {
  const int64_t work = finding.kind == VerdictKind::timeout
                           ? prober_.hangs_to_shrink() * work_of_a_short_hang
                           : shrink_work;
  if (!target_.rejects_by_abort) return work;
  return count_alike(finding, into_) > 0 ? work / 8 : work / 2;
}

}  // namespace strideproof
