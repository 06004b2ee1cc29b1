#include "conform/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "conform/check/findings.h"
#include "conform/check/readings.h"
#include "conform/check/session.h"
#include "conform/command/paths.h"
#include "corpus/corpus.h"
#include "props/generate.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using Clock = std::chrono::steady_clock;

// Crashes, hangs and failed hooks after which an operation is no longer tested.
constexpr int most_deaths = 3;
constexpr const char* left_alone = "left alone after 3 crashes";
constexpr int64_t cases_after_departure = 20'000;
// Time after the deadline of a profile to finish a finding: this many seconds, at most a fifth of
// the total.
constexpr double longest_delay = 9;
// Cases of an operation before a missing landmark is reported.
constexpr int64_t enough_for_landmarks = 20'000;

struct Tally {
  CaseCounts cases;
  int64_t failures = 0;
};

// Counts an operation on all profiles, as a landmark may not exist on one of them.
struct Met {
  int64_t cases = 0;
  uint64_t landmarks = 0;
};

class Checker : public ProgramStream {
 public:
  Checker(const CheckOptions& options, const Profile& profile, Session& session,
          Clock::time_point deadline, std::vector<Met>& met, Progress& progress, RunReport& report)
      : options_(options),
        profile_(profile),
        there_(props::keep_on(options.operations, profile)),
        session_(session),
        deadline_(deadline),
        met_(met),
        progress_(progress),
        report_(report),
        doing_(fmt::format("{} on {}", session.capabilities().name, profile.name)),
        tally_(catalogue().size()),
        readings_(profile),
        findings_(
            options.target, profile, options.timeout, "plug-in",
            [this] { return stop_requested() || Clock::now() >= deadline_ + delay(); }, readings_,
            report.findings) {
    Operations provided;
    for (const Operation* operation : there_)
      if (session.capabilities().provides(*operation)) provided.push_back(operation);
    if (!provided.empty()) source_ = make_source(provided);
  }

  std::optional<Program> next() override {
    if (!source_ || over() || (options_.cases && given_ >= *options_.cases)) return std::nullopt;
    std::optional<Program> program = source_->next();
    if (program) ++given_;
    return program;
  }

  bool admits(const Program& program) override {
    const PluginCapabilities& capabilities = session_.capabilities();
    if (over()) return false;
    const auto any = [&](auto what) {
      return std::any_of(program.steps.begin(), program.steps.end(), what);
    };
    const char* reason = nullptr;
    if (any([&](const Case& c) { return findings_.crash_count(*c.operation) >= most_deaths; }))
      reason = left_alone;
    else if (!capabilities.tells_status && !surely_legal(program))
      reason = "without sp_status";
    else if (any([&](const Case& c) { return !capabilities.provides(c); }))
      reason = "not provided";
    else if (!capabilities.holds(program))
      reason = "outside sp_window";
    else if (too_costly(program))
      reason = "too costly";
    else if (!hold_every_reading(program))
      reason = spread_too_far;
    if (reason != nullptr) not_judged(program, reason);
    return reason == nullptr;
  }

  StepReadings readings(const Program& program) override { return readings_.expected(program); }

  void judged(const Program& program, const Expectation& expectation, const Verdict& verdict,
              const Outcome& outcome, const Found& found) override {
    const Verdict settled = readings_.learn(program, verdict, outcome, found);
    report_.cases.add(settled.kind);
    if (departed_at_ < 0 && readings_.departs()) departed_at_ = report_.cases.judged();
    count(program, [&](Tally& tally) {
      tally.cases.add(settled.kind);
      if (is_finding(settled.kind)) ++tally.failures;
    });
    meet_landmarks(program, expectation);
    if (is_right(settled.kind)) report_.boundaries.add("plug-in", program, expectation.results);
    const bool enough = options_.first_only && !report_.findings.empty();
    const size_t known = report_.findings.size();
    if (is_finding(settled.kind) && !enough) findings_.add(program, settled);
    if (report_.findings.size() > known) progress_.line(headline(report_.findings.back()));
    findings_.saw(program);
    progress_.show(doing_, report_.cases.judged(), static_cast<int64_t>(report_.findings.size()));
  }

  void not_judged(const Program& program, const char* reason) override {
    ++report_.cases.not_judged[reason];
    count(program, [&](Tally& tally) { ++tally.cases.not_judged[reason]; });
  }

  void write_outside_window(const WriteOutsideWindow& write) override {
    Verdict verdict;
    verdict.kind = VerdictKind::write_outside;
    verdict.difference = write.difference;
    verdict.detail = fmt::format("far from every operand: {}", write.place);
    if (!write.replayed)
      verdict.detail += fmt::format(
          "; seen in the sweep of {} programs that ended with this one, but not when they were "
          "replayed",
          Session::sweep_period);
    count(write.program, [](Tally& tally) { ++tally.failures; });
    // Not shrunk: the windows do not show it in a worker of its own.
    Finding finding = finding_of(write.program, verdict, "plug-in");
    finding.explanation = "no case near it was tried: only sweeps of all memory show it";
    const auto same =
        std::count_if(report_.findings.begin(), report_.findings.end(), [&](const Finding& other) {
          return other.operation == finding.operation && other.kind == finding.kind;
        });
    if (same >= 3) return;
    progress_.line(headline(finding));
    report_.findings.push_back(std::move(finding));
  }

  void report() {
    for (const Operation* operation : there_) {
      const Tally& tally = tally_[static_cast<size_t>(operation->index)];
      report_.operations.push_back({std::string(operation->name), std::string(profile_.name),
                                    status(*operation, tally), tally.cases, tally.failures});
      readings_.report(*operation, report_.readings);
      note(*operation);
    }
  }

 private:
  bool over() const {
    return stop_requested() || Clock::now() >= deadline_ ||
           (options_.first_only && (!report_.findings.empty() || departed_for_long()));
  }

  Clock::duration delay() const {
    const std::chrono::duration<double> most(std::min(longest_delay, options_.seconds / 5));
    return std::chrono::duration_cast<Clock::duration>(most);
  }

  // A deviation that is a documented reading may become a finding soon, or never.
  bool departed_for_long() const {
    return departed_at_ >= 0 && report_.cases.judged() > departed_at_ + cases_after_departure;
  }

  // Layer shapes are large and many: few at a time, so that other sources do not wait.
  std::unique_ptr<Source> make_source(const Operations& provided) const {
    const auto part = [&](std::unique_ptr<Source> source, int times) {
      return WeightedSource{
          shard(std::move(source), options_.shard, options_.shards, [this] { return over(); }),
          times};
    };
    const Cases cases = session_.capabilities().tells_status ? Cases::all : Cases::legal;
    // Each shard has its own seed instead of every n-th case, so random sampling is as dense as
    // without shards.
    const uint64_t seed =
        options_.seed + 0x9e3779b97f4a7c15 * static_cast<uint64_t>(options_.shard);
    std::vector<WeightedSource> parts;
    parts.push_back({random_source(provided, profile_, seed, cases), 64});
    for (const std::string& folder : corpus_folders()) {
      std::vector<Program> programs;
      for (corpus::Entry& entry : corpus::by_line(corpus::read(folder)))
        programs.push_back(std::move(entry.program));
      parts.push_back(part(list_source(programs, provided, profile_), 2));
    }
    parts.push_back(part(exhaustive_source(provided, profile_, cases), 64));
    return mix(std::move(parts));
  }

  template <class Change>
  void count(const Program& program, Change change) {
    for (size_t i = 0; i < program.steps.size(); ++i)
      if (is_first_of_operation(program, i))
        change(tally_[static_cast<size_t>(program.steps[i].operation->index)]);
  }

  void meet_landmarks(const Program& program, const Expectation& expectation) {
    for (size_t i = 0; i < expectation.results.size() && i < program.steps.size(); ++i) {
      const Case& step = program.steps[i];
      Met& met = met_[static_cast<size_t>(step.operation->index)];
      const bool rare = spec::cost(step) > 4096;
      if (++met.cases > enough_for_landmarks && met.cases % 16 != 0 && !rare) continue;
      if (expectation.results[i].constraint_results.legal()) met.landmarks |= spec::landmarks(step);
    }
  }

  Conformance status(const Operation& operation, const Tally& tally) const {
    if (!session_.capabilities().provides(operation)) return Conformance::not_provided;
    if (tally.failures > 0) return Conformance::fails;
    if (tally.cases.judged() > 0) return Conformance::conforms;
    return tally.cases.not_judged_for("unsupported") > 0 ? Conformance::unsupported
                                                         : Conformance::not_run;
  }

  void note(const Operation& operation) {
    const PluginCapabilities& capabilities = session_.capabilities();
    const std::string missing = capabilities.missing(operation);
    if (capabilities.provides(operation) && !missing.empty())
      report_.notes.push_back(
          fmt::format("{} on {}: not provided: {}", operation.name, profile_.name, missing));
    if (findings_.crash_count(operation) >= most_deaths)
      report_.notes.push_back(
          fmt::format("{} on {}: stopped after {} crashes, hangs or failed hooks", operation.name,
                      profile_.name, most_deaths));
  }

  const CheckOptions& options_;
  const Profile& profile_;
  const Operations there_;
  Session& session_;
  Clock::time_point deadline_;
  std::vector<Met>& met_;  // by Operation::index
  Progress& progress_;
  RunReport& report_;
  std::string doing_;
  std::vector<Tally> tally_;  // by Operation::index
  ReadingTable readings_;
  Findings findings_;
  std::unique_ptr<Source> source_;
  int64_t given_ = 0;
  // The number of cases when another reading than the default was known; -1: never.
  int64_t departed_at_ = -1;
};

void note_missed(const Operations& operations, const std::vector<Met>& met, RunReport& report) {
  for (const Operation* operation : operations) {
    const Met& of = met[static_cast<size_t>(operation->index)];
    if (of.cases < enough_for_landmarks) continue;
    std::string missed;
    for (const Landmark& landmark : operation->landmarks)
      if ((of.landmarks >> landmark.bit & 1) == 0) missed += fmt::format(" {}", landmark.label);
    if (!missed.empty())
      report.notes.push_back(
          fmt::format("{}: {} cases met no landmark of{}", operation->name, of.cases, missed));
  }
}

void note_unobserved(const PluginCapabilities& capabilities, RunReport& report) {
  if (!capabilities.tells_status)
    report.notes.push_back("no sp_status: illegal cases were not given");
  if (!capabilities.tells_touched)
    report.notes.push_back("no sp_touched: system memory that no case used was not observed");
}

// The remaining time, shared by the remaining profiles. Clamped to a century so that steady_clock
// does not overflow.
Clock::time_point deadline_of(const CheckOptions& options, Clock::time_point start,
                              int64_t to_come) {
  constexpr double century = 3e9;
  const std::chrono::duration<double> spent = Clock::now() - start;
  const std::chrono::duration<double> share((std::min(century, options.seconds) - spent.count()) /
                                            static_cast<double>(to_come));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(share);
}

// The cases that the target answered.
int64_t given_to(const RunReport& report) {
  return report.cases.judged() + report.cases.not_judged_for("unsupported");
}

// A profile with something to report, and a flag if an operation can run there.
struct ProfileRun {
  const Profile* profile;
  bool runs;
};

// The profiles that the target accepts and that have an operation. They are determined first, so
// that only profiles where an operation runs share the time. A profile on which the target fails
// stays in the list and is reported in its turn.
std::vector<ProfileRun> profile_runs_of(const CheckOptions& options) {
  std::vector<ProfileRun> profile_runs;
  for (const Profile& profile : profiles()) {
    const Operations there = props::keep_on(options.operations, profile);
    if (there.empty() || stop_requested()) continue;
    try {
      WorkerProcess worker(options.target, profile, options.timeout);
      if (!worker.start()) continue;
      const PluginCapabilities capabilities = capabilities_of(worker.header());
      const auto provided = [&](const Operation* operation) {
        return capabilities.provides(*operation);
      };
      profile_runs.push_back({&profile, std::any_of(there.begin(), there.end(), provided)});
    } catch (const SetupError&) {
      if (profile_runs.empty() && !stop_requested()) throw;
      profile_runs.push_back({&profile, true});
    }
  }
  return profile_runs;
}

}  // namespace

void check(const CheckOptions& options, Progress& progress, RunReport& report) {
  const auto start = Clock::now();
  // A single profile shares nothing.
  const std::vector<ProfileRun> profile_runs =
      options.profile == nullptr ? profile_runs_of(options)
                                 : std::vector<ProfileRun>{{options.profile, true}};
  int64_t to_come = std::count_if(profile_runs.begin(), profile_runs.end(),
                                  [](const ProfileRun& profile_run) { return profile_run.runs; });

  std::vector<Met> met(catalogue().size());
  bool begun = !report.profiles.empty();
  for (const ProfileRun& profile_run : profile_runs) {
    const Profile& profile = *profile_run.profile;
    const int64_t given = given_to(report);
    if (stop_requested() || (options.first_only && !report.findings.empty())) break;
    std::optional<Session> session;
    std::optional<Checker> checker;
    try {
      session.emplace(options.target, profile, options.timeout, Session::Memory::in_step);
      if (!session->accepted()) continue;
      if (!begun) {
        report.implementation = session->capabilities().name;
        note_unobserved(session->capabilities(), report);
      }
      begun = true;
      const auto deadline = deadline_of(options, start, std::max<int64_t>(to_come, 1));
      if (profile_run.runs) --to_come;
      checker.emplace(options, profile, *session, deadline, met, progress, report);
      session->run(*checker);
    } catch (const std::exception& broken) {
      // Earlier findings count; if no profile was begun, the error goes on to the caller.
      if (!begun && !stop_requested()) throw;
      report.interrupted = true;
      report.notes.push_back(fmt::format("{}: stopped: {}", profile.name, broken.what()));
    }
    if (checker) checker->report();
    if (given_to(report) > given) report.profiles.emplace_back(profile.name);
  }
  // A boundary table reports the gaps itself, for all layers together.
  if (!report.boundaries.counts()) note_missed(options.operations, met, report);
  report.interrupted = report.interrupted || stop_requested();
  report.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  if (!begun && !report.interrupted)
    throw SetupError(options.profile != nullptr
                         ? fmt::format("{}: sp_reset refuses profile {}", options.target.what,
                                       options.profile->name)
                         : fmt::format("{}: sp_reset refuses every profile", options.target.what));
}

}  // namespace strideproof
