#pragma once
// Runs programs in separate workers to shrink and explain a finding. Effort is counted in work, not
// in seconds: every machine gives the same answers, unless the run ends early.

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "conform/check/readings.h"
#include "conform/check/session.h"

namespace strideproof {

// Work besides the elements of a run: a crash needs a new worker, and a hang takes its timeout.
inline constexpr int64_t work_of_a_run = 10'000, work_of_a_hang = 16'000'000,
                         work_of_a_short_hang = 5'000'000;
inline constexpr double short_timeout = 1;  // seconds
inline constexpr int64_t most_hangs = 24;   // short ones, to shrink and explain one

// A command may be an interpreter, which starts more slowly than a library.
inline int64_t work_of_a_crash(const Target& target) {
  return target.kind == Target::Kind::library ? 200'000 : 500'000;
}

// The work of a program that was answered. restarted: its worker ended.
int64_t work_of(const Program& program, VerdictKind kind, bool restarted, const Target& target);

class Prober {
 public:
  // seconds: allowed for an operation. ended: true once nothing more shall be run.
  Prober(const Target& target, const Profile& profile, double seconds, std::function<bool()> ended,
         std::vector<HeldReading> held);

  // Begins the next finding, in a fresh worker with a short timeout. If the first program exceeds
  // the short timeout, all programs get the whole timeout. hangs: the finding is a hang; otherwise
  // the verdict of a program that hangs is not_observed. sweeps: all memory is compared after each
  // program, which counts as further work.
  void begin(int64_t work, bool hangs, bool sweeps = false);
  // Sets the work that is left. The part `kept` may be used only after allow_kept().
  void allow(int64_t work, int64_t kept = 0) { work_ = work - kept, kept_ = kept; }
  void allow_kept() { work_ = std::max(work_, int64_t{0}) + std::exchange(kept_, 0); }
  // Holds the plug-in to these readings too, until the next finding.
  void hold(std::vector<HeldReading> readings);
  // Costs as much as a crash, if a worker was started.
  void use_fresh_worker();

  // The verdict of a program under the readings that a table leaves open. Without a table no
  // reading is known, except those to which the plug-in is held.
  Verdict run(const Program& program, ReadingTable& table);
  Verdict run(const Program& program) { return run(program, *fresh_readings_); }
  Verdict run_by_default(const Program& program) { return run(program, {}, {}); }
  // The verdict of a program after others, from all of which readings are learned.
  Verdict run_after(std::vector<Program> earlier, const Program& program);
  bool fails_after(std::vector<Program> earlier, const Program& program) {
    return failed(run_after(std::move(earlier), program).kind) == true;
  }
  Verdict run_with_whole_timeout(const Program& program);

  // True if no work is left, or if the run has ended.
  bool is_over();
  // True if the run has ended.
  bool has_ended() const { return cut_ || ended_(); }
  // True if the finding is cut short, because is_over() has found the run ended.
  bool was_cut() const { return cut_; }
  bool looks_for_hang() const { return hangs_; }
  // Short hangs that the examination of a hang may take.
  void allow_hangs(int64_t hangs) { hangs_allowed_ = hangs; }
  int64_t hangs_to_shrink() const { return hangs_allowed_ * 5 / 12; }
  int64_t hangs_to_explain() const { return hangs_allowed_ - hangs_to_shrink(); }
  bool has_short_timeout() const { return timeout_ < seconds_; }
  int64_t work_of_a_crash() const { return strideproof::work_of_a_crash(target_); }
  bool may_run(const Program& program) { return !session().refusal(program); }
  std::vector<Window> offered() { return session().capabilities().system_windows(profile_); }
  ReadingTable& fresh_readings() { return *fresh_readings_; }
  int64_t work_left() const { return work_ + kept_; }
  int64_t work_of_a_sweep() const;  // 0: there is none
  // For all findings:
  int64_t work_done() const { return work_done_; }
  double seconds_of_hangs() const { return seconds_of_hangs_; }  // each counts its timeout
  int64_t restarts() const { return restarts_; }                 // of workers whose process ended

 private:
  Verdict run(const Program& program, const StepReadings& readings, const Refine& refine);
  Session& session();
  void set_timeout(double seconds);  // of a fresh worker
  void spend(int64_t work);

  Target target_;
  const Profile& profile_;
  const double seconds_;
  double timeout_;
  std::function<bool()> ended_;
  const std::vector<HeldReading> held_;
  std::optional<ReadingTable> fresh_readings_;  // always one
  bool hangs_ = false;
  int64_t hangs_allowed_ = most_hangs;
  bool first_ = true;  // no program was run for this finding
  bool cut_ = false;   // is_over() has found the run ended
  int64_t work_ = 0, kept_ = 0, work_done_ = 0, restarts_ = 0;
  double seconds_of_hangs_ = 0;
  std::unique_ptr<Session> session_;  // made by session()
};

}  // namespace strideproof
