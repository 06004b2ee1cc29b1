// Findings: programs in fresh workers, and the smallest that fails.

#include <fmt/format.h>

#include <utility>

#include "conform/check/findings.h"
#include "conform/check/usual_strides.h"
#include "conform/command/paths.h"
#include "oracle/windows.h"
#include "props/shrink.h"
#include "spec/stop.h"

namespace strideproof {

Session& Findings::session() {
  if (session_) return *session_;
  restarts_ = 0;
  session_ =
      std::make_unique<Session>(target_, profile_, probe_seconds_, Session::Memory::windows_only);
  return *session_;
}

Verdict Findings::probe(const Program& program, ReadingTable& table, bool learns) {
  Verdict verdict = check(session(), program, table.expected(program),
                          [&](const Program& p, const Expectation&, const Verdict& v,
                              const Outcome& outcome, const Found& found) {
                            return learns ? table.learn(p, v, outcome, found)
                                          : table.refine(p, v, outcome, found);
                          });
  pay(program, verdict.kind);
  if (verdict.kind != VerdictKind::timeout || hang_) return verdict;
  timed_out_ = true;
  verdict.kind = VerdictKind::not_observed;
  return verdict;
}

bool Findings::spent() {
  cut_ = cut_ || ended_();
  return cut_ || work_ <= 0;
}

int64_t work_of(const Program& program, VerdictKind kind, bool ended) {
  const int64_t elements = explanation::elements_of(program);
  return (kind == VerdictKind::timeout  ? work_of_a_hang
          : ended || ends_process(kind) ? work_of_a_crash
                                        : work_of_a_run) +
         (elements <= run_budget ? elements : 0);  // others are not run
}

void Findings::pay(const Program& program, VerdictKind kind) {
  const bool restarted = session().restarts() > std::exchange(restarts_, session().restarts());
  int64_t work = work_of(program, kind, restarted);
  if (kind == VerdictKind::timeout && probe_seconds_ <= hang_timeout)
    work += work_of_a_short_hang - work_of_a_hang;
  work_ -= work;
  work_spent_ += work;
}

void Findings::probe_with(double seconds) {
  session_.reset();
  probe_seconds_ = seconds;
}

Verdict Findings::probe(const std::vector<Program>& programs) {
  fresh_.forget();
  Verdict last;
  for (const Program& program : programs) last = probe(program, fresh_, true);
  fresh_.forget();
  return last;
}

Verdict Findings::probe_patiently(const std::function<Verdict()>& first_probe) {
  timed_out_ = false;
  const Verdict verdict = first_probe();
  if (!timed_out_ || probe_seconds_ >= seconds_) return verdict;
  probe_with(seconds_);
  return first_probe();
}

void Findings::begin_shrinking(int64_t work) {
  work_ = work;
  // A fresh worker, without the state of earlier programs.
  probe_with(std::min(seconds_, hang_timeout));
}

// The smallest program found that a table judges to be of this kind, and its verdict.
Program Findings::smallest_by(ReadingTable& table, VerdictKind kind, const Program& large,
                              Verdict& shrunk) {
  const auto shows_it = [&](const Program& candidate) {
    if (spent()) return false;
    const Verdict found = probe(candidate, table);
    if (found.kind != kind) return false;
    shrunk = found;
    return true;
  };
  const Program usual = with_usual_strides(large, shows_it);
  const Program smallest = props::minimise(usual, shows_it).program;
  work_ = std::max(work_, usual_strides_work);  // this is tried in any case
  const Program result = with_usual_strides(smallest, shows_it);
  strides_decide_ = !spent() && has_unusual_strides(result);
  return result;
}

// The smallest program found that still shows the same kind, and its verdict. Programs whose
// readings are necessary are put into `with`. If a fresh worker does not show the finding, the
// program stays unchanged, and the detail says so.
Program Findings::shrink(const Program& program, const Verdict& verdict, Verdict& shrunk,
                         std::vector<Program>& with) {
  // Where answers cost starts, those of the next operations are cheaper.
  const bool known = target_.rejects_by_abort && alike(program, verdict) > 0;
  begin_shrinking(known                      ? shrink_work / 8
                  : target_.rejects_by_abort ? shrink_work / 2
                                             : shrink_work);
  Program smallest = program;
  strides_decide_ = false;
  try {
    Verdict alone = probe_patiently([&] { return probe(program, fresh_); });
    if (!is_finding(alone.kind) && stop_requested()) {
      shrunk.detail += "; not shrunk: interrupted";
      return program;
    }
    if (!is_finding(alone.kind)) {
      if (probe(program, readings_).kind == verdict.kind)
        smallest = smallest_by(readings_, verdict.kind, program, shrunk);
      alone = probe(smallest, fresh_);
    }
    if (is_finding(alone.kind)) {
      shrunk = alone;
      smallest = smallest_by(fresh_, alone.kind, smallest, shrunk);
      if (shrunk.kind != VerdictKind::timeout || probe_seconds_ >= seconds_) return smallest;
      // A program that took longer than the probe may be slow, and no hang.
      probe_with(seconds_);
      shrunk = probe(smallest, fresh_);
      if (shrunk.kind == VerdictKind::timeout) return smallest;
      strides_decide_ = false;
      shrunk = verdict;
      shrunk.detail += "; not shrunk: smaller cases are slow, but answer";
      return program;
    }
    strides_decide_ = false;
    if (!find_witnesses(smallest, with))
      shrunk.detail += "; a fresh worker does not show it with this program alone";
  } catch (const SetupError& broken) {  // the finding counts anyway
    shrunk.detail += fmt::format("; not shrunk: {}", broken.what());
  }
  return smallest;
}

// The programs after which a program fails that does not fail alone: those that determined the
// readings that it contradicts, or the last that left counts. Returns false if there are none.
bool Findings::find_witnesses(const Program& program, std::vector<Program>& with) {
  const std::vector<Program> told = readings_.witnesses(program);
  const std::vector<Program> left_behind(counts_.begin(), counts_.end());
  for (const std::vector<Program>& before : {told, left_behind}) {
    session_.reset();
    with = before;
    if (with.empty() || !shows_after(with, program)) continue;
    if (before == told) {  // readings come from answers alone, so one worker gives them all
      shrink_witnesses(with, program, false);
      session_.reset();
      if (shows_after(with, program)) return true;
      with = before;
    }
    shrink_witnesses(with, program, true);
    return true;
  }
  with.clear();
  return false;
}

bool Findings::shows_after(std::vector<Program> with, const Program& program) {
  with.push_back(program);
  return is_finding(probe_patiently([&] { return probe(with); }).kind);
}

// Removes and shrinks these programs as long as the program fails after them.
void Findings::shrink_witnesses(std::vector<Program>& with, const Program& program,
                                bool in_fresh_workers) {
  const auto fails_after = [&](std::vector<Program> lines) {
    lines.push_back(program);
    if (spent()) return false;
    if (in_fresh_workers) session_.reset();
    return is_finding(probe(lines).kind);
  };
  for (size_t i = with.size(); i-- > 0;) {
    std::vector<Program> fewer = with;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (fails_after(fewer)) with = fewer;
  }
  for (size_t i = 0; i < with.size(); ++i)
    with[i] = props::minimise(with[i], [&](const Program& candidate) {
                std::vector<Program> lines = with;
                lines[i] = candidate;
                return fails_after(lines);
              }).program;
}

// The smallest program found that a worker answers as only another reading explains. It replays
// held to the default reading of the entry.
void Findings::add(const Operation& operation, const ReadingTable::RuledOutDefault& ruled_out) {
  const LedgerEntry& entry = *ruled_out.entry;
  std::vector<HeldReading> held = readings_.held();
  held.push_back({std::string(entry.id), 0});
  ReadingTable by_default(profile_, held);
  hang_ = false;
  Verdict shown;
  const auto shows_another = [&](const Verdict& verdict) {
    if (verdict.kind != VerdictKind::no_reading_explains || !verdict.detail.starts_with(entry.id))
      return false;
    shown = verdict;
    return true;
  };
  const auto takes_another = [&](const Program& candidate) {
    return !spent() && shows_another(probe(candidate, by_default));
  };
  Program smallest = ruled_out.by;
  std::string why;
  begin_shrinking(shrink_work);
  try {
    if (!spent() && shows_another(probe_patiently([&] { return probe(smallest, by_default); })))
      smallest = props::minimise(smallest, takes_another).program;
    else if (!spent())
      why = "; a fresh worker does not show it with this program alone";
    if (cut_) why = "; the run ended before it was fully shrunk";
  } catch (const SetupError& broken) {  // the finding counts anyway
    why = fmt::format("; not shrunk: {}", broken.what());
  }
  Finding finding = finding_of(smallest, shown);
  finding.operation = operation.name;
  finding.kind = other_reading_kind;
  finding.detail = fmt::format("{}: reads '{}', by default '{}'{}", entry.id, ruled_out.taken,
                               entry.readings.front(), why);
  finding.explanation =
      fmt::format("{} explain {} has the document and its readings", invocation(), entry.id);
  finding.readings = {text(HeldReading{std::string(entry.id), 0})};
  into_.push_back(std::move(finding));
}

}  // namespace strideproof
