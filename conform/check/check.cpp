#include "conform/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "conform/check/checker.h"
#include "props/generate.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

using Clock = std::chrono::steady_clock;

void note_unobserved(const Target& target, const PluginCapabilities& capabilities,
                     RunReport& report) {
  if (!target.sweeps)
    report.notes.push_back("memory away from the operands was not compared; --sweep compares it");
  if (target.only_legal)
    report.notes.push_back(std::string("--legal: illegal cases were not given") +
                           (target.rejects_by_abort ? ", so none was to be rejected" : ""));
  if (!target.only_legal && !capabilities.has_status && !target.rejects_by_abort)
    report.notes.push_back(target.kind == Target::Kind::library
                               ? "no sp_status: illegal cases were not given"
                               : "the command is \"unjudged\" (detects_illegal=False in Python): "
                                 "illegal cases were not given");
  if (!capabilities.lists_touched && target.kind == Target::Kind::library)
    report.notes.push_back("no sp_touched: system memory that no case used was not observed");
}

// The target on one profile that it accepts.
struct OnProfile {
  OnProfile(const CheckOptions& options, const Profile& one)
      : profile(one), session(options.target, one, options.timeout) {}

  const Profile& profile;
  Session session;
  std::optional<Checker> checker = {};
  bool failed = false;  // the target, so that nothing more runs
};

// The check on all profiles.
class CheckRun {
 public:
  CheckRun(const CheckOptions& options, Progress& progress, RunReport& report)
      : options_(options), progress_(progress), report_(report), begun_(!report.profiles.empty()) {}
  ~CheckRun() { progress_.cancel_show_after(); }  // which refers to this run
  void run();
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  void open_all();
  void open(const Profile& profile);
  void run_phase(Phase phase, OnProfile& on_profile, Clock::time_point deadline);
  Clock::time_point deadline_of(int64_t operations, int64_t operations_left) const;
  void note_failure(const Profile& profile, const std::exception& error);
  std::string rows_so_far() const;

  const CheckOptions& options_;
  Progress& progress_;
  RunReport& report_;
  bool begun_;  // the check of a profile
  const Clock::time_point start_ = Clock::now();
  // Set when all is open: the start, with the suites, takes none of the time for cases.
  Clock::time_point first_case_ = start_;
  std::string refusal_ = "sp_reset refuses every profile";
  std::vector<std::unique_ptr<OnProfile>> all_;
};

// Earlier findings count. Precondition: it is called while the exception is handled, which is
// thrown again if no profile was begun.
void CheckRun::note_failure(const Profile& profile, const std::exception& error) {
  if (!begun_ && !stop_requested()) throw;
  report_.interrupted = true;
  report_.notes.push_back(fmt::format("{}: stopped: {}", profile.name, error.what()));
}

void CheckRun::open(const Profile& profile) {
  auto on_profile = std::make_unique<OnProfile>(options_, profile);
  Session& session = on_profile->session;
  if (!session.accepted()) {
    refusal_ = session.refusal(options_.profile == nullptr);
    return;
  }
  session.test_hooks();
  if (!begun_) {
    report_.implementation = session.capabilities().name;
    note_unobserved(session.target(), session.capabilities(), report_);
  }
  on_profile->checker.emplace(options_, profile, session, progress_, report_);
  begun_ = true;
  all_.push_back(std::move(on_profile));
}

void CheckRun::open_all() {
  std::vector<const Profile*> wanted;
  if (options_.profile != nullptr) wanted.push_back(options_.profile);
  for (const Profile& profile : profiles())
    if (options_.profile == nullptr && !props::keep_on(options_.operations, profile).empty())
      wanted.push_back(&profile);
  for (const Profile* profile : wanted) {
    if (stop_requested()) return;
    try {
      open(*profile);
    } catch (const std::exception& error) {
      note_failure(*profile, error);
    }
  }
}

// The profiles share the remaining time by their operations.
// Clamped to a century so that steady_clock does not overflow.
Clock::time_point CheckRun::deadline_of(int64_t operations, int64_t operations_left) const {
  constexpr double century = 3e9;
  const Clock::time_point now = Clock::now();
  const std::chrono::duration<double> used = now - first_case_;
  const std::chrono::duration<double> share(
      (std::min(century, options_.seconds) - used.count()) * static_cast<double>(operations) /
      static_cast<double>(std::max<int64_t>(operations_left, 1)));
  return now + std::chrono::duration_cast<Clock::duration>(share);
}

void CheckRun::run_phase(Phase phase, OnProfile& on_profile, Clock::time_point deadline) {
  if (on_profile.failed || stop_requested()) return;
  try {
    on_profile.checker->begin(phase, deadline);
    on_profile.session.run(*on_profile.checker);
    on_profile.session.rest();
  } catch (const std::exception& error) {
    on_profile.failed = true;
    note_failure(on_profile.profile, error);
  }
}

std::string CheckRun::rows_so_far() const {
  std::string rows = "so far:";
  for (const auto& on_profile : all_)
    if (on_profile) rows += on_profile->checker->rows_so_far();
  return rows;
}

// The edges of every profile come first. Where the time was too short for them, they continue when
// the profiles share the rest of it.
void CheckRun::run() {
  constexpr double long_run = 60, seconds_to_rows = 15;
  if (options_.seconds >= long_run)
    progress_.show_after(seconds_to_rows, [this] { return rows_so_far(); });
  open_all();
  first_case_ = Clock::now();
  for (const Phase last : {Phase::edges, Phase::all}) {
    int64_t operations_left = 0;
    for (const auto& on_profile : all_) operations_left += on_profile->checker->operations();
    for (auto& on_profile : all_) {
      const int64_t operations = on_profile->checker->operations();
      const Clock::time_point deadline = deadline_of(operations, operations_left);
      operations_left -= operations;
      run_phase(Phase::edges, *on_profile, deadline);
      if (last == Phase::edges) continue;
      run_phase(Phase::all, *on_profile, deadline);
      on_profile->checker->report();
      on_profile.reset();
    }
  }
  if (!begun_ && !stop_requested())
    throw SetupError(fmt::format("{}: {}", options_.target.what, refusal_));
}

}  // namespace

void check(const CheckOptions& options, Progress& progress, RunReport& report) {
  CheckRun run(options, progress, report);
  run.run();
  if (!stop_requested() &&
      std::ranges::any_of(report.findings, [](const Finding& f) { return !f.examined; }))
    report.notes.push_back(
        "the run ended before every failure was shrunk and explained: a larger --seconds does "
        "more");
  if (!stop_requested() && !options.cases &&
      std::ranges::any_of(report.operations, [](const OperationReport& row) {
        return row.status == Conformance::incomplete && !row.edges.missed.empty();
      }))
    report.notes.push_back("not every edge was judged: a larger --seconds may judge more");
  report.interrupted = report.interrupted || stop_requested();
  report.seconds += run.seconds();
}

}  // namespace strideproof
