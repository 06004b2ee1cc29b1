#include "conform/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "conform/check/checker.h"
#include "props/generate.h"

namespace strideproof {
namespace {

using Clock = std::chrono::steady_clock;

void note_unobserved(const Target& target, const PluginCapabilities& capabilities,
                     RunReport& report) {
  if (!target.sweeps)
    report.notes.push_back("memory away from the operands was not compared; --sweep compares it");
  if (target.only_legal)
    report.notes.push_back(
        std::string("--legal: illegal cases were not given") +
        (target.rejects_by_abort ? ", so --abort rejects had none to reject" : ""));
  if (!target.only_legal && !capabilities.tells_status && !target.rejects_by_abort)
    report.notes.push_back(target.kind == Target::Kind::library
                               ? "no sp_status: illegal cases were not given"
                               : "the command is \"unjudged\" (detects_illegal=False in Python): "
                                 "illegal cases were not given");
  if (!capabilities.tells_touched && target.kind == Target::Kind::library)
    report.notes.push_back("no sp_touched: system memory that no case used was not observed");
}

// Deadline of the next profile, which has `operations` of the `operations_left`: the profiles share
// the remaining time by their operations.
// Clamped to a century so that steady_clock does not overflow.
Clock::time_point deadline_of(const CheckOptions& options, Clock::time_point start,
                              int64_t operations, int64_t operations_left) {
  constexpr double century = 3e9;
  const std::chrono::duration<double> spent = Clock::now() - start;
  const std::chrono::duration<double> share((std::min(century, options.seconds) - spent.count()) *
                                            static_cast<double>(operations) /
                                            static_cast<double>(operations_left));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(share);
}

// The cases that the target answered.
int64_t given_to(const RunReport& report) {
  return report.cases.judged() + report.cases.not_judged_for("unsupported");
}

// A profile with something to report, and the number of operations that can run there.
struct ProfileRun {
  const Profile* profile;
  int64_t operations;
};

// The profiles that the target accepts and that have an operation. They are determined first, so
// that only profiles where an operation runs share the time. A profile on which the target fails
// stays in the list and is reported in its turn; if the list is still empty, the error is rethrown.
// `refusal` gets the message for the case that the list is empty.
std::vector<ProfileRun> profile_runs_of(const CheckOptions& options, std::string& refusal) {
  std::vector<ProfileRun> profile_runs;
  for (const Profile& profile : profiles()) {
    const Operations there = props::keep_on(options.operations, profile);
    if (there.empty() || stop_requested()) continue;
    try {
      WorkerProcess worker(options.target, profile, options.timeout);
      if (!worker.start()) {
        refusal = "sp_reset refuses every profile" + quoted_output(worker.worker_exit());
        continue;
      }
      const PluginCapabilities capabilities = capabilities_of(worker.header());
      const auto provided = [&](const Operation* operation) {
        return capabilities.provides(*operation);
      };
      profile_runs.push_back({&profile, std::ranges::count_if(there, provided)});
    } catch (const SetupError&) {
      if (profile_runs.empty() && !stop_requested()) throw;
      profile_runs.push_back({&profile, std::ssize(there)});
    }
  }
  return profile_runs;
}

}  // namespace

void check(const CheckOptions& options, Progress& progress, RunReport& report) {
  const auto start = Clock::now();
  std::string refusal = "sp_reset refuses every profile";
  // A profile that the user chose has the whole time.
  const std::vector<ProfileRun> profile_runs = options.profile == nullptr
                                                   ? profile_runs_of(options, refusal)
                                                   : std::vector<ProfileRun>{{options.profile, 1}};
  int64_t operations_left = 0;
  for (const ProfileRun& profile_run : profile_runs) operations_left += profile_run.operations;

  bool begun = !report.profiles.empty();
  for (const ProfileRun& profile_run : profile_runs) {
    const Profile& profile = *profile_run.profile;
    const int64_t given = given_to(report);
    if (stop_requested() || (options.first_only && !report.findings.empty())) break;
    std::optional<Session> session;
    std::optional<Checker> checker;
    try {
      session.emplace(options.target, profile, options.timeout);
      if (!session->accepted()) {
        refusal = session->refusal();
        continue;
      }
      session->test_hooks();
      if (!begun) {
        report.implementation = session->capabilities().name;
        note_unobserved(session->target(), session->capabilities(), report);
      }
      checker.emplace(options, profile, *session, progress, report);
      begun = true;
      checker->end_at(deadline_of(options, start, profile_run.operations,
                                  std::max<int64_t>(operations_left, 1)));
      operations_left -= profile_run.operations;
      session->run(*checker);
    } catch (const std::exception& error) {
      // Earlier findings count; if no profile was begun, the error is rethrown.
      if (!begun && !stop_requested()) throw;
      report.interrupted = true;
      report.notes.push_back(fmt::format("{}: stopped: {}", profile.name, error.what()));
    }
    if (checker) checker->report();
    if (given_to(report) > given) report.profiles.emplace_back(profile.name);
  }
  if (!stop_requested() &&
      std::ranges::any_of(report.findings, [](const Finding& f) { return !f.examined; }))
    report.notes.push_back(
        "the run ended before every failure was shrunk and explained: a larger --seconds does "
        "more");
  report.interrupted = report.interrupted || stop_requested();
  report.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  if (!begun && !report.interrupted)
    throw SetupError(fmt::format("{}: {}", options.target.what, refusal));
}

}  // namespace strideproof
