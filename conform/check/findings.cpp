#include "conform/check/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "conform/command/progress.h"
#include "oracle/windows.h"
#include "props/shrink.h"
#include "spec/spec.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof {
namespace {

constexpr int findings_of_a_kind = 3;  // findings of an operation with the same first label
constexpr int explained_cases = 400, all_explained_cases = 3600;
// Cost of a run in addition to its elements: a crash needs a new worker, and a hang takes its
// timeout. The budget of a finding is 5,000 runs, 100 crashes or 3 hangs to shrink it (10 hangs for
// a hang), and as many to explain it.
constexpr int64_t work_of_a_run = 10'000, work_of_a_death = 500'000, work_of_a_hang = 16'000'000,
                  work_of_a_short_hang = 5'000'000;
constexpr int64_t shrink_work = 50'000'000, explain_work_of_a_case = shrink_work / explained_cases;
constexpr size_t one_mistake_in = 20;  // cases of a sufficient explanation
constexpr size_t counts_kept = 8;
constexpr double hang_timeout = 1;  // a known hang shows in fewer seconds

bool is_good(const explanation::Explanation& e) {
  return e.cases > 0 && e.mistakes * one_mistake_in <= e.cases;
}
bool is_much_better(const explanation::Explanation& a, const explanation::Explanation& b) {
  return 2 * a.mistakes * b.cases < b.mistakes * a.cases;
}

// Usually the end of a worker.
bool is_death(VerdictKind kind) {
  return kind == VerdictKind::crash || kind == VerdictKind::timeout ||
         kind == VerdictKind::hook_failed;
}

// True if the program ends with a mask copy, or reads the count of a mask copy.
bool tells_count(const Program& program) {
  const Operation& last = *program.steps.back().operation;
  return bm_atomic::is_kind(last, bm_atomic::Kind::mask_count) ||
         bm_atomic::is_kind(last, bm_atomic::Kind::mask_memcpy_4D);
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
    const ConstraintResults constraint_results =
        first ? evaluate_first(program) : spec::evaluate(step);
    for (const Constraint& constraint : step.operation->constraints)
      if ((constraint_results.violated >> constraint.bit & 1) != 0)
        labels.push_back(step.operation->label(constraint));
  }
  return labels;
}

Finding finding_of(const Program& program, const Verdict& verdict, const std::string& layer) {
  const size_t step = std::min(static_cast<size_t>(verdict.step), program.steps.size() - 1);
  Finding finding;
  finding.operation = program.steps[step].operation->name;
  finding.profile = program.profile->name;
  finding.line = print(program);
  finding.kind = name(verdict.kind);
  finding.detail = verdict.detail;
  finding.layer = layer;
  finding.labels = violated_labels(program);
  finding.difference = verdict.difference;
  return finding;
}

Findings::Findings(const Target& target, const Profile& profile, double seconds, std::string layer,
                   std::function<bool()> ended, ReadingTable& readings, std::vector<Finding>& into)
    : target_(target),
      profile_(profile),
      seconds_(seconds),
      probe_seconds_(seconds),
      layer_(std::move(layer)),
      ended_(std::move(ended)),
      explain_cases_(all_explained_cases),
      readings_(readings),
      fresh_(profile),
      into_(into) {}

int Findings::crash_count(const Operation& operation) const {
  const auto found = deaths_.find(operation.name);
  return found == deaths_.end() ? 0 : found->second;
}

void Findings::saw(const Program& program) {
  if (!tells_count(program)) return;
  counts_.push_back(program);
  if (counts_.size() > counts_kept) counts_.pop_front();
}

void Findings::add(const Program& program, const Verdict& verdict) {
  const Finding as_it_stands = finding_of(program, verdict, layer_);
  if (is_death(verdict.kind))
    for (const Case& step : program.steps)
      if (step.operation->name == as_it_stands.operation) {
        ++deaths_[step.operation->name];
        break;
      }
  const std::string label = as_it_stands.labels.empty() ? "" : as_it_stands.labels.front();
  const std::string key = as_it_stands.operation + '/' + as_it_stands.kind + '/' + label;
  hang_ = verdict.kind == VerdictKind::timeout;  // each try takes the whole timeout
  if (tried_[key]++ >= (hang_ ? 1 : findings_of_a_kind)) return;

  Verdict shrunk = verdict;
  std::vector<Program> with;
  const Program smallest = shrink(program, verdict, shrunk, with);
  if (cut_) shrunk.detail += "; the run ended before it was fully shrunk";
  Finding finding = finding_of(smallest, shrunk, layer_);
  for (const Program& earlier : with) finding.with.push_back(print(earlier));
  const bool known = std::any_of(into_.begin(), into_.end(), [&](const Finding& other) {
    return other.line == finding.line && other.kind == finding.kind;
  });
  if (known) return;
  // The first finding of an operation is the most informative.
  const bool first = explained_.insert(finding.operation).second;
  finding.explanation =
      explain(smallest, with, std::min(explained_cases, explain_cases_ / (first ? 3 : 12)));
  into_.push_back(std::move(finding));
}

std::string Findings::explain(const Program& program, const std::vector<Program>& with, int cases) {
  const explanation::Budget budget{cases, [this] { return spent(); }};
  work_ = cases * explain_work_of_a_case;
  std::string said;
  std::optional<explanation::Explanation> best;
  try {
    probe_with(hang_ ? std::min(seconds_, hang_timeout) : seconds_);
    std::vector<Program> before = with;
    // It leaves a mask count.
    if (before.empty() && fails(program, {}) == false) before = {program};
    if (probe_seconds_ < seconds_) said = fmt::format("within {:g} s: ", probe_seconds_);
    Program whole = program;
    const bool lasting =
        with.empty() ? !before.empty() : std::all_of(with.begin(), with.end(), tells_count);
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
    const auto as_found = [&](const Program& near) {
      if (lasting) session_.reset();  // state that others left would decide too
      return fails(near, before);
    };
    // Some failing cases may fit another reading, or only several programs together fit none: then
    // the default readings usually give the better explanation.
    const bool default_first = !lasting && !with.empty() && cases > 0;
    for (const bool by_default : {default_first, !default_first}) {
      if ((by_default && lasting) || (best && is_good(*best))) continue;
      auto found = by_default ? explain_by_default(program, with, budget)
                              : std::optional(explanation::explain(whole, as_found, budget));
      if (found) explain_cases_ -= std::min(explain_cases_, static_cast<int>(found->cases));
      if (!found || (best && !is_much_better(*found, *best))) continue;
      if (by_default) found->sentence.insert(0, "under the default readings: ");
      best = std::move(found);
    }
  } catch (const SetupError& broken) {
    if (!best) best = {fmt::format("no case near it could be tried: {}", broken.what())};
  } catch (const std::exception&) {  // of the solver too
    if (!stop_requested()) throw;
    if (!best) best = {"the run was interrupted before it could be explained"};
  }
  return said + best->sentence;
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
  const auto first = std::find_if(
      all.begin(), all.end(), [&](const Program& some) { return fails_by_default(some) == true; });
  if (first == all.end()) return std::nullopt;
  return explanation::explain(*first, fails_by_default, budget);
}

Session& Findings::session() {
  if (!session_)
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
  if (verdict.kind == VerdictKind::timeout && !hang_) verdict.kind = VerdictKind::not_observed;
  return verdict;
}

bool Findings::spent() {
  cut_ = cut_ || ended_();
  return cut_ || work_ <= 0;
}

void Findings::pay(const Program& program, VerdictKind kind) {
  work_ -= kind == VerdictKind::timeout ? (hang_ ? work_of_a_short_hang : work_of_a_hang)
           : is_death(kind)             ? work_of_a_death
                                        : work_of_a_run;
  const int64_t elements = explanation::elements_of(program);
  if (elements <= run_budget) work_ -= elements;  // others are not run
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

// The smallest program found that still shows the same kind, and its verdict. Programs whose
// readings are necessary are put into `with`. If a fresh worker does not show the finding, the
// program stays unchanged, and the detail says so.
Program Findings::shrink(const Program& program, const Verdict& verdict, Verdict& shrunk,
                         std::vector<Program>& with) {
  work_ = shrink_work;
  const auto smallest_by = [&](const Program& large, ReadingTable& table, VerdictKind kind) {
    const auto shows_it = [&](const Program& candidate) {
      if (spent()) return false;
      const Verdict found = probe(candidate, table);
      if (found.kind != kind) return false;
      shrunk = found;
      return true;
    };
    return props::minimise(large, shows_it).program;
  };
  // A fresh worker, without the state of earlier programs.
  probe_with(hang_ ? std::min(seconds_, hang_timeout) : seconds_);
  Program smallest = program;
  try {
    Verdict alone = probe(program, fresh_);
    if (!is_finding(alone.kind)) {
      if (probe(program, readings_).kind == verdict.kind)
        smallest = smallest_by(program, readings_, verdict.kind);
      alone = probe(smallest, fresh_);
    }
    if (is_finding(alone.kind)) {
      shrunk = alone;
      smallest = smallest_by(smallest, fresh_, alone.kind);
      if (shrunk.kind != VerdictKind::timeout || probe_seconds_ >= seconds_) return smallest;
      // A program that took longer than the probe may be slow, and no hang.
      probe_with(seconds_);
      shrunk = probe(smallest, fresh_);
      if (shrunk.kind == VerdictKind::timeout) return smallest;
      shrunk = verdict;
      shrunk.detail += "; not shrunk: smaller cases are slow, but answer";
      return program;
    }
    const std::vector<Program> told = readings_.witnesses(smallest);
    const std::vector<Program> left_behind(counts_.begin(), counts_.end());
    for (const std::vector<Program>& before : {told, left_behind}) {
      session_.reset();
      with = before;
      with.push_back(smallest);
      const bool shows = with.size() > 1 && is_finding(probe(with).kind);
      with.pop_back();
      if (!shows) continue;
      shrink_witnesses(with, smallest);
      return smallest;
    }
    with.clear();
    shrunk.detail += "; a fresh worker does not show it with this program alone";
  } catch (const SetupError& broken) {  // the finding counts anyway
    shrunk.detail += fmt::format("; not shrunk: {}", broken.what());
  }
  return smallest;
}

// Removes and shrinks these programs as long as the program fails after them.
void Findings::shrink_witnesses(std::vector<Program>& with, const Program& program) {
  const auto fails_behind = [&](std::vector<Program> lines) {
    lines.push_back(program);
    if (spent()) return false;
    session_.reset();
    return is_finding(probe(lines).kind);
  };
  for (size_t i = with.size(); i-- > 0;) {
    std::vector<Program> fewer = with;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (fails_behind(fewer)) with = fewer;
  }
  for (size_t i = 0; i < with.size(); ++i)
    with[i] = props::minimise(with[i], [&](const Program& candidate) {
                std::vector<Program> lines = with;
                lines[i] = candidate;
                return fails_behind(lines);
              }).program;
}

}  // namespace strideproof
