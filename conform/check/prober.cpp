#include "conform/check/prober.h"

#include "conform/explain/explain.h"
#include "oracle/windows.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

constexpr int64_t bytes_of_work = 16;         // compared in a sweep
constexpr int64_t sweeps_of_a_finding = 100;  // to shrink it
// Elements that the reference runs to find readings; a slow plug-in takes longer for as many.
constexpr int64_t elements_of_work = 4;

}  // namespace

int64_t work_of(const Program& program, VerdictKind kind, bool restarted, const Target& target) {
  const int64_t elements = explanation::elements_of(program);
  return (kind == VerdictKind::timeout      ? work_of_a_hang
          : restarted || ends_process(kind) ? work_of_a_crash(target)
                                            : work_of_a_run) +
         (elements <= run_budget ? elements : 0);  // others are not run
}

Prober::Prober(const Target& target, const Profile& profile, double seconds,
               std::function<bool()> ended, std::vector<HeldReading> held)
    : target_(target),
      profile_(profile),
      seconds_(seconds),
      timeout_(seconds),
      ended_(std::move(ended)),
      held_(std::move(held)),
      fresh_readings_(std::in_place, profile, held_) {
  target_.sweeps = false;
}

Session& Prober::session() {
  if (!session_) session_ = std::make_unique<Session>(target_, profile_, timeout_);
  return *session_;
}

void Prober::begin(int64_t work, bool hangs, bool sweeps) {
  target_.sweeps = sweeps;
  allow(work + sweeps_of_a_finding * work_of_a_sweep());
  hangs_ = hangs;
  first_ = true;
  if (fresh_readings_->held() != held_) hold({});
  set_timeout(std::min(seconds_, short_timeout));
}

void Prober::hold(std::vector<HeldReading> readings) {
  readings.insert(readings.begin(), held_.begin(), held_.end());
  fresh_readings_.emplace(profile_, std::move(readings));
}

void Prober::use_fresh_worker() {
  if (session_) spend(work_of_a_crash());
  session_.reset();
}

void Prober::set_timeout(double seconds) {
  session_.reset();
  timeout_ = seconds;
}

Verdict Prober::run(const Program& program, const StepReadings& readings, const Refine& refine) {
  const int64_t restarts = session().restarts();
  Verdict verdict = check(session(), program, readings, refine);
  restarts_ += session().restarts() - restarts;
  const bool ended = session().restarts() > restarts, hung = verdict.kind == VerdictKind::timeout;
  int64_t work = work_of(program, verdict.kind, ended, target_) + work_of_a_sweep();
  if (hung && timeout_ <= short_timeout) work += work_of_a_short_hang - work_of_a_hang;
  spend(work);
  if (hung) seconds_of_hangs_ += timeout_;
  const bool first = std::exchange(first_, false);
  if (!hung || hangs_) return verdict;
  if (first && has_short_timeout()) {
    set_timeout(seconds_);
    return run(program, readings, refine);
  }
  verdict.kind = VerdictKind::not_observed;
  return verdict;
}

Verdict Prober::run(const Program& program, ReadingTable& table) {
  const int64_t before = table.elements_run();
  Verdict verdict =
      run(program, table.expected(program), std::bind_front(&ReadingTable::refine, &table));
  spend((table.elements_run() - before) / elements_of_work);
  return verdict;
}

Verdict Prober::run_after(std::vector<Program> earlier, const Program& program) {
  if (stop_requested()) return {VerdictKind::not_observed};
  earlier.push_back(program);
  ReadingTable& table = *fresh_readings_;
  const int64_t before = table.elements_run();
  Verdict last;
  for (const Program& each : earlier)
    last = run(each, table.expected(each), std::bind_front(&ReadingTable::learn, &table));
  table.forget();
  spend((table.elements_run() - before) / elements_of_work);
  return last;
}

Verdict Prober::run_with_whole_timeout(const Program& program) {
  struct Restored {
    Prober& prober;
    double seconds;
    ~Restored() { prober.set_timeout(seconds); }
  } const restored{*this, timeout_};
  set_timeout(seconds_);
  return run(program);
}

bool Prober::is_over() {
  cut_ = cut_ || ended_();
  return cut_ || work_ <= 0;
}

int64_t Prober::work_of_a_sweep() const {
  return target_.sweeps ? profile_.lanes * profile_.lane_bytes / bytes_of_work : 0;
}

void Prober::spend(int64_t work) {
  work_ -= work;
  work_done_ += work;
}

}  // namespace strideproof
