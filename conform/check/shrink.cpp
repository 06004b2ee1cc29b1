#include "conform/check/shrink.h"

#include <fmt/format.h>

#include <algorithm>

#include "conform/check/findings.h"
#include "props/parameters.h"
#include "props/shrink.h"
#include "spec/spec.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

constexpr int64_t usual_strides_work = 2'000'000;  // kept to try the strides of NULL
constexpr int64_t work_after_others = 20'000'000;  // kept to shrink one that needs earlier ones

// alone: the verdict in a fresh worker.
void set_not_repeated(Shrunk& shrunk, const Verdict& alone) {
  shrunk.note += fmt::format(
      "; alone in a fresh worker the verdict is '{}': earlier programs matter, or chance",
      name(alone.kind));
  shrunk.repeats = false;
}

// Does the work, and notes why the finding was not fully shrunk, if so.
void run_and_note(Shrunk& shrunk, const Prober& prober, const std::function<void()>& work) {
  try {
    work();
  } catch (const SetupError& error) {
    shrunk.note += fmt::format("; not shrunk: {}", error.what());
  }
  if (prober.was_cut()) shrunk.note += "; the run ended before it was fully shrunk";
}

// No candidate may meet the condition of another finding, which would hide this finding, unless the
// program meets such a condition.
void minimise(Shrunk& shrunk, ReadingTable& table, const Shows& shows, const KnownCauses& causes,
              Prober& prober) {
  const ProgramTest fails = still_shows(
      shows, [&](const Program& candidate) { return prober.run(candidate, table); },
      causes.has_other_cause_than(shrunk.program), prober, shrunk.verdict);
  const Program usual = with_usual_strides(shrunk.program, fails);
  const Program smallest = props::minimise(usual, fails);
  prober.allow(std::max(prober.work_left(), usual_strides_work));
  shrunk.program = with_usual_strides(smallest, fails);
  shrunk.strides_decide = !prober.is_over() && has_unusual_strides(shrunk.program);
}

// Removes and shrinks the earlier programs as long as the program fails after them.
void minimise_earlier(Shrunk& shrunk, bool in_fresh_workers, Prober& prober) {
  std::vector<Program>& earlier = shrunk.earlier;
  const auto still_fails = [&](const std::vector<Program>& fewer) {
    if (prober.is_over()) return false;
    if (in_fresh_workers) prober.use_fresh_worker();
    return prober.fails_after(fewer, shrunk.program);
  };
  const auto remove_needless = [&] {
    for (size_t i = earlier.size(); i-- > 0;) {
      std::vector<Program> fewer = earlier;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (still_fails(fewer)) earlier = fewer;
    }
  };
  remove_needless();
  for (size_t i = 0; i < earlier.size(); ++i)
    earlier[i] = props::minimise(earlier[i], [&](const Program& candidate) {
      std::vector<Program> lines = earlier;
      lines[i] = candidate;
      return prober.may_run(candidate) && still_fails(lines);
    });
  // A smaller program may make another one needless.
  if (earlier.size() > 1) remove_needless();
}

// Shrinks a program as long as it fails in the same way after the earlier programs, in a fresh
// worker. A program that contradicts readings is left: it was shrunk under these readings.
void minimise_after(Shrunk& shrunk, const KnownCauses& causes, Prober& prober) {
  const auto run = [&](const Program& candidate) {
    prober.use_fresh_worker();
    return prober.run_after(shrunk.earlier, candidate);
  };
  prober.allow(std::max(prober.work_left(), work_after_others));
  const Verdict first = run(shrunk.program);
  if (failed(first.kind) != true || first.kind == VerdictKind::no_reading_explains) return;
  Shrunk smaller = shrunk;
  smaller.program =
      props::minimise(shrunk.program, still_shows(has_kind_and_end_of(first), run,
                                                  causes.has_other_cause_than(shrunk.program),
                                                  prober, smaller.verdict));
  prober.use_fresh_worker();
  const bool fails_alone = is_finding(prober.run(smaller.program).kind);  // for another reason
  if (!fails_alone) shrunk = smaller;
}

// Finds the earlier programs that a program needs to fail: programs that determined the readings
// that it contradicts, or the last programs that may have left state. Returns false if none.
bool find_earlier(Shrunk& shrunk, const EarlierPrograms& before, const KnownCauses& causes,
                  Prober& prober) {
  const auto fails_after = [&](const std::vector<Program>& earlier) {
    if (earlier.empty()) return false;
    prober.use_fresh_worker();
    return prober.fails_after(earlier, shrunk.program);
  };
  if (fails_after(before.witnesses)) {
    // Readings depend only on answers, so one worker can run all candidates.
    shrunk.earlier = before.witnesses;
    minimise_earlier(shrunk, false, prober);
    if (!fails_after(shrunk.earlier)) {
      shrunk.earlier = before.witnesses;
      minimise_earlier(shrunk, true, prober);
    }
    minimise_after(shrunk, causes, prober);
    return true;
  }
  for (const std::vector<Program>* programs : {&before.mask_copies, &before.recent}) {
    if (!fails_after(*programs)) continue;
    shrunk.earlier = *programs;
    shrunk.state_decides = true;
    minimise_earlier(shrunk, true, prober);
    minimise_after(shrunk, causes, prober);
    return true;
  }
  return false;
}

// The worker that shrank a finding ran other programs before. If a fresh worker does not show the
// finding, it may show the finding on the second run of the program.
void confirm(Shrunk& shrunk, Prober& prober) {
  prober.use_fresh_worker();
  if (prober.has_ended()) return;
  const Verdict first = prober.run(shrunk.program);
  if (is_finding(first.kind)) return;
  if (is_finding(prober.run(shrunk.program).kind)) {
    shrunk.earlier = {shrunk.program};
    shrunk.state_decides = true;
  } else {
    set_not_repeated(shrunk, first);
  }
}

// Smaller programs may have failed only because of memory that earlier programs left. Restores the
// program as it was found, if it fails alone, with strides of NULL where it still does.
void restore_unshrunk(Shrunk& shrunk, const Program& program, const Verdict& verdict,
                      Prober& prober) {
  Shrunk whole{program, verdict, "; not shrunk: smaller cases fail only after others"};
  confirm(whole, prober);
  if (!whole.repeats || prober.has_ended()) return;
  shrunk = whole;
  if (!whole.earlier.empty()) return;
  const auto run = [&](const Program& candidate) {
    prober.use_fresh_worker();
    return prober.run(candidate);
  };
  const auto exclude_none = [](const Program&) { return false; };
  shrunk.program = with_usual_strides(program, still_shows(has_kind_and_end_of(verdict), run,
                                                           exclude_none, prober, shrunk.verdict));
  shrunk.strides_decide = !prober.is_over() && has_unusual_strides(shrunk.program);
}

// True if as many extents are above 1 as in the other case, and the case violates no constraint by
// less than the other case does.
bool is_as_far(const Case& c, const Case& other) {
  const auto extents_above_1 = [](const Case& one) {
    return std::ranges::count_if(props::given_slots(one), [&](const props::Slot& slot) {
      return slot.parameter.role == Role::extent && one.arguments.value[slot.index] > 1;
    });
  };
  return extents_above_1(c) == extents_above_1(other) &&
         std::ranges::none_of(
             violated_constraints(*c.operation, spec::evaluate(c)), [&](const Constraint* one) {
               return spec::slack_if_evaluated(c, *one) > spec::slack_if_evaluated(other, *one);
             });
}

// If a legal case contradicts earlier readings: notes how that case, or an earlier one, is rejected
// under the default readings.
void note_rejection_by_default(Shrunk& shrunk, Prober& prober) {
  if (!violated_labels(shrunk.program).empty()) return;
  const auto failing = fails_by_default(shrunk, prober);
  if (!failing || failing->verdict.kind != VerdictKind::rejected_valid) return;
  shrunk.note = "; under the default readings: " + failing->verdict.detail;
  shrunk.verdict.end = failing->verdict.end;
}

}  // namespace

Shows has_kind_and_end_of(const Verdict& failed) {
  return [kind = failed.kind, end = failed.end](const Verdict& verdict) {
    return verdict.kind == kind && verdict.end == end;
  };
}

ProgramTest still_shows(const Shows& shows, const std::function<Verdict(const Program&)>& run,
                        const ProgramTest& is_excluded, Prober& prober, Verdict& found) {
  return [=, &prober, &found](const Program& candidate) {
    if (prober.is_over() || is_excluded(candidate)) return false;
    const Verdict verdict = run(candidate);
    if (!shows(verdict)) return false;
    found = verdict;
    return true;
  };
}

std::optional<Shrunk> fails_by_default(const Shrunk& shrunk, Prober& prober) {
  std::vector<Program> all = shrunk.earlier;
  all.insert(all.begin(), shrunk.program);
  for (const Program& program : all) {
    if (stop_requested()) break;
    const Verdict verdict = prober.run_by_default(program);
    if (failed(verdict.kind) == true) return Shrunk{program, verdict};
  }
  return std::nullopt;
}

Program simplest_alike(const Program& program, const Verdict& verdict,
                       const explanation::Conditions& conditions, bool as_far,
                       const ProgramTest& may_run) {
  const Program alone{program.profile, program.fill, {step_of(program, verdict)}};
  const uint64_t violated = evaluate_first(alone).violated;
  explanation::Conditions met;
  std::ranges::copy_if(conditions, std::back_inserter(met),
                       [&](const auto& condition) { return condition->holds(alone); });
  if (violated == 0 && met.empty()) return program;
  const auto is_alike = [&](const Program& candidate) {
    return evaluate_first(candidate).violated == violated &&
           (!as_far || is_as_far(candidate.steps.front(), alone.steps.front())) &&
           std::ranges::all_of(met, [&](const auto& one) { return one->holds(candidate); }) &&
           may_run(candidate);
  };
  const Program smallest = props::minimise(with_usual_strides(alone, is_alike), is_alike);
  return with_usual_strides(smallest, is_alike);
}

Shrunk shrink(const Program& program, const Verdict& verdict, ReadingTable& readings,
              const EarlierPrograms& before, const KnownCauses& causes, Prober& prober) {
  Shrunk shrunk{program, verdict};
  run_and_note(shrunk, prober, [&] {
    Verdict alone = prober.run(program);
    if (!is_finding(alone.kind) && stop_requested()) throw SetupError("interrupted");
    if (!is_finding(alone.kind)) {
      const Shows shows = has_kind_and_end_of(verdict);
      if (shows(prober.run(program, readings))) minimise(shrunk, readings, shows, causes, prober);
      alone = prober.run(shrunk.program);
    }
    if (!is_finding(alone.kind)) {
      shrunk.strides_decide = false;
      if (find_earlier(shrunk, before, causes, prober))
        note_rejection_by_default(shrunk, prober);
      else
        set_not_repeated(shrunk, alone);
      return;
    }
    shrunk.verdict = alone;
    minimise(shrunk, prober.fresh_readings(), has_kind_and_end_of(alone), causes, prober);
    if (shrunk.verdict.kind != VerdictKind::timeout) {
      confirm(shrunk, prober);
      if (!shrunk.repeats) restore_unshrunk(shrunk, program, alone, prober);
      return;
    }
    if (!prober.has_short_timeout()) return;
    // A program that exceeds the short timeout may only be slow.
    shrunk.verdict = prober.run_with_whole_timeout(shrunk.program);
    if (shrunk.verdict.kind != VerdictKind::timeout)
      shrunk = {program, verdict, "; not shrunk: smaller cases are slow, but answer"};
  });
  return shrunk;
}

Shrunk shrink(const Program& program, ReadingTable& table, const Shows& shows,
              const KnownCauses& causes, Prober& prober) {
  Shrunk shrunk{program, {}};
  run_and_note(shrunk, prober, [&] {
    shrunk.verdict = prober.run(program, table);
    if (shows(shrunk.verdict))
      minimise(shrunk, table, shows, causes, prober);
    else
      set_not_repeated(shrunk, shrunk.verdict);
  });
  return shrunk;
}

}  // namespace strideproof
