#pragma once
// A plug-in in its worker, next to the oracle, on one profile. A session gives the plug-in
// programs, judges its results, restarts it after a crash, and keeps its memory equal to the
// oracle's shadow.

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_set>

#include "conform/base/setup_error.h"
#include "conform/check/batch.h"
#include "conform/check/process.h"
#include "oracle/oracle.h"

namespace strideproof {

// Why a program is not given to a plug-in.
struct Refusal {
  const char* reason;  // a word or two, for counts
  VerdictKind kind;
  std::string detail = {};
  int step = 0;
};
inline constexpr const char* spread_too_far = "spread too far";  // a reason

// The source of programs and the sink of verdicts.
class ProgramStream {
 public:
  virtual ~ProgramStream() = default;
  // The next program to give, which Session::refusal() does not refuse. No value: there is none
  // until the earlier programs are judged; if all are judged, the stream has ended.
  virtual std::optional<Program> next() = 0;
  // True once the session shall not wait for any program.
  virtual bool gives_up() const = 0;
  // Asked before a program is given again, which was not run because the worker had ended.
  virtual bool admits_again(const Program& program) = 0;
  // The largest number of programs to post in one batch. A posted batch runs to its end, also past
  // the deadline.
  virtual size_t most_of_a_batch() const { return SIZE_MAX; }
  // True if a finding describes the program. Such programs come last in a batch.
  virtual bool has_known_cause(const Program&) const { return false; }
  virtual StepReadings readings(const Program& program) = 0;  // the readings to expect
  // References are valid during the call. `found` holds the windows of the program; it is empty
  // after a crash, a hang or a failed hook.
  virtual void judged(const Program& program, const Expectation& expectation,
                      const Verdict& verdict, const Outcome& outcome, const Found& found) = 0;
  // A program of next() was not given.
  virtual void not_judged(const Program& program, const char* reason) = 0;
  // A sweep shows that memory far from any operand of the program changed, or that the process
  // ended while all memory was read or written after the program. If a fresh worker does not show
  // this, the verdict says so, and the program is the last one before the sweep.
  virtual void found_in_sweep(const Program& program, const Verdict& verdict) = 0;
};

// The process of the plug-in ended while its memory was read or written between programs.
class EndBetweenPrograms : public SetupError {
 public:
  EndBetweenPrograms(const Target& target, const WorkerExit& worker_exit);
  WorkerExit exit;
};

class Session {
 public:
  // Programs before the first sweep; each sweep doubles the number, up to most_between_sweeps.
  static constexpr int first_sweep = 500, most_between_sweeps = 4'000;

  // Throws SetupError.
  Session(const Target& target, const Profile& profile, double seconds);

  // Writes some bytes of each memory and reads them back. Throws SetupError if these bytes differ,
  // as no result of an operation would mean anything; not if a hook refuses memory, which is
  // a finding of the first case. Precondition: nothing was run.
  void test_hooks();
  bool accepted() const { return accepted_; }  // the profile; precondition of all other members
  // Says that sp_reset refuses the profile, or every one, with the last output of the process.
  std::string refusal(bool every = false) const;
  const PluginCapabilities& capabilities() const { return capabilities_; }
  const Target& target() const { return target_; }  // with what the plug-in says of itself
  // Illegal cases are given only to a plug-in that can say that it rejects them.
  bool illegal_given() const {
    return !target_.only_legal && (capabilities_.has_status || target_.rejects_by_abort);
  }
  std::optional<Refusal> refusal(const Program& program) const;

  int64_t restarts() const { return restarts_; }  // after an end of the process

  // Runs until the stream ends or gives up. Throws SetupError if the plug-in no longer starts.
  void run(ProgramStream& stream);
  // Ends the spare workers. Called before a pause in which nothing is run.
  void rest() { spares_.clear(); }

 private:
  void watch_ends_of_windows();
  void restart();
  void begin_anew();
  void catch_up();
  std::optional<Program> take(ProgramStream& stream);
  bool post_batch(ProgramStream& stream);
  // Returns false if the worker has ended; the jobs of its batches are then in the backlog.
  bool judge_batch(uint32_t number, ProgramStream& stream);
  bool judge(uint32_t number, uint32_t job, ProgramStream& stream);
  void judge_end(const Program& program, const Expectation& expectation, ProgramStream& stream);
  void requeue(uint32_t number, uint32_t from);

  std::vector<MemoryRange> fresh_pages(const std::vector<MemoryRange>& windows) const;
  bool is_mirrored(int64_t byte) const;
  void mirror(const std::vector<MemoryRange>& ranges);
  std::vector<MemoryRange> mirrored_memory();
  void transfer(WorkerProcess& worker, const std::vector<MemoryRange>& ranges, ipc::Before before);
  // Reads all memory until `visit` returns true.
  void read_all(WorkerProcess& worker,
                const std::function<bool(const MemoryRange&, ReadBack&)>& visit);
  void sweep(ProgramStream& stream);
  std::optional<ipc::TouchedRange> unexpected_write(WorkerProcess& worker);
  struct Culprit {
    Program program;  // where not `replayed`, the last one before the sweep
    bool replayed;  // the only program since the last sweep, or one that shows it in a fresh worker
  };
  template <class Shows>
  Culprit locate(Shows shows);
  bool ends_between_programs(size_t programs);
  Culprit locate_end();
  void judge_end_between_programs(const WorkerExit& end, ProgramStream& stream);
  Verdict found_by(const Culprit& culprit, Verdict verdict) const;
  bool run_alone(WorkerProcess& worker, const Program& program,
                 const std::vector<MemoryRange>& byte, uint8_t* value);
  bool changes(WorkerProcess& worker, const Program& program, const Difference& place);

  Target target_;
  const Profile& profile_;
  double seconds_;
  Oracle oracle_;
  std::unique_ptr<WorkerProcess> worker_;
  // Started ahead once a worker has ended, while the current worker runs programs.
  std::deque<std::unique_ptr<WorkerProcess>> spares_;
  bool accepted_ = false;
  int64_t restarts_ = 0;
  size_t sweep_period_ = first_sweep;  // programs
  bool lacks_memory_ = false;          // not all memory to be swept was written in this worker yet
  int64_t answered_ = 0;               // programs that this worker answered
  PluginCapabilities capabilities_;
  struct Posted {
    Program program;
    std::vector<MemoryRange> windows;
  };
  std::vector<Posted> posted_[ipc::batches];  // the programs of each batch
  std::deque<Program> backlog_;               // to be given before the next of the stream
  // Addresses of the pages of system memory written in this worker, all open in the shadow.
  std::unordered_set<int64_t> mirrored_pages_;
  std::vector<MemoryRange> differing_;  // where plug-in and shadow may differ, and were reported
  std::vector<Program> history_;        // of this worker, since the last sweep
};

// The verdict after an outcome is reconsidered, under another reading for example.
using Refine = std::function<Verdict(const Program&, const Verdict&, const Outcome&, const Found&)>;

// Runs one program at once, for shrinking and replay. A program that must not be given to this
// plug-in is not run: its verdict is unsupported, too_costly or not_observed, with the reason.
// near_first: a failure that the sweep finds does not replace a failure near the operands.
Verdict check(Session& session, const Program& program, const StepReadings& readings = {},
              const Refine& refine = {}, bool near_first = false);

}  // namespace strideproof
