#pragma once
// A plug-in in its worker, next to the oracle, on one profile. A session gives the plug-in
// programs, judges its results, restarts it after a crash, and keeps its memory equal to the
// oracle's shadow.

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>

#include "conform/check/batch.h"
#include "conform/check/process.h"
#include "oracle/oracle.h"

namespace strideproof {

// Why a program is not given to the plug-in: more memory than a process can map, or bytes outside
// every window.
inline constexpr const char* spread_too_far = "spread too far";

// Memory far from any operand changed.
struct WriteOutsideWindow {
  Program program;    // that did it; where not `replayed`, the last one before it was seen
  bool replayed;      // in a fresh worker
  std::string place;  // one line for messages
  std::optional<Difference> difference;
};

// The source of programs and the sink of verdicts.
class ProgramStream {
 public:
  virtual ~ProgramStream() = default;
  virtual std::optional<Program> next() = 0;                  // no value: the end
  virtual bool admits(const Program& program) = 0;            // asked again if requeued
  virtual StepReadings readings(const Program& program) = 0;  // the readings to expect
  // References are valid during the call. `found` holds the windows of the program; it is empty
  // after a crash, a hang or a failed hook.
  virtual void judged(const Program& program, const Expectation& expectation,
                      const Verdict& verdict, const Outcome& outcome, const Found& found) = 0;
  // Counts a program that is not given, with its reason in a word or two. admits() counts the
  // programs that it refuses itself.
  virtual void not_judged(const Program& program, const char* reason) = 0;
  virtual void write_outside_window(const WriteOutsideWindow& write) = 0;
};

class Session {
 public:
  // in_step: all memory is written at the start (tens of milliseconds), and far writes are seen;
  // only of targets that sweep.
  enum class Memory { windows_only, in_step };
  static constexpr int sweep_period = 1'000;  // programs

  // Throws SetupError.
  Session(const Target& target, const Profile& profile, double seconds, Memory memory);

  bool accepted() const { return accepted_; }  // the profile; nothing else works otherwise
  const PluginCapabilities& capabilities() const { return capabilities_; }
  // Illegal cases are given only to a plug-in that can say that it rejects them.
  bool illegal_given() const { return capabilities_.tells_status || target_.rejects_by_abort; }
  Oracle& oracle() { return oracle_; }

  int64_t restarts() const { return restarts_; }  // after an end of the process

  // Runs until the stream ends. Throws SetupError if the plug-in no longer starts.
  void run(ProgramStream& stream);

 private:
  void watch_ends_of_windows();
  void restart();
  void begin_anew();
  void catch_up();
  std::optional<Program> take(ProgramStream& stream);
  bool post_batch(ProgramStream& stream);
  // Returns false if the worker was restarted; the jobs of its batches are then in the backlog.
  bool judge_batch(uint32_t number, ProgramStream& stream);
  bool judge(uint32_t number, uint32_t job, ProgramStream& stream);
  void judge_end(const Program& program, const Expectation& expectation, ProgramStream& stream);
  bool is_given_again(const Program& program) const;
  bool gives_its_step_alone(const Program& program);
  bool lives_alone(const Program& program);
  void requeue(uint32_t number, size_t from);

  std::vector<MemoryRange> fresh_pages(const std::vector<MemoryRange>& windows) const;
  bool is_in_step(int64_t byte) const;
  void keep_in_step(const std::vector<MemoryRange>& ranges);
  std::vector<MemoryRange> memory_in_step();
  void transfer(WorkerProcess& worker, const std::vector<MemoryRange>& regions, ipc::Before before);
  std::optional<Difference> difference();
  void sweep(ProgramStream& stream);
  std::optional<ipc::TouchedRange> unexpected_write(WorkerProcess& worker);
  template <class Shows>
  WriteOutsideWindow locate(Shows shows);
  bool run_alone(WorkerProcess& worker, const Program& program,
                 const std::vector<MemoryRange>& byte, uint8_t* value);
  bool changes(WorkerProcess& worker, const Program& program, const Difference& place);

  Target target_;
  const Profile& profile_;
  double seconds_;
  Memory memory_;
  Oracle oracle_;
  std::unique_ptr<WorkerProcess> worker_;
  std::unique_ptr<WorkerProcess> spare_;  // starts while the other works, once one has ended
  bool accepted_ = false;
  int64_t restarts_ = 0;
  bool behind_ = false;   // memory that no case needed was not yet written in this worker
  int64_t survived_ = 0;  // programs that this worker answered
  PluginCapabilities capabilities_;
  std::vector<Program> posted_[ipc::batches];  // the programs of each batch
  std::deque<Program> backlog_;                // to be given before the next of the stream
  // A program of several steps, one of which ended the process. That may be its rejection, so the
  // step is given alone. If it ends the process again, it is judged in place of the program.
  // Otherwise the whole program is given once more, and judged. Both are a batch of their own.
  struct EndedInStep {
    Program whole, step;
  };
  std::optional<EndedInStep> ended_in_step_;
  // The pages of system memory that were zeroed or written in this worker, all of them open in the
  // shadow: by number of the chunk, a bit for each page.
  std::unordered_map<int64_t, uint32_t> in_step_;
  std::vector<MemoryRange> dirty_;  // where plug-in and shadow may differ, and were reported
  std::vector<Program> history_;    // since the last sweep
};

// The verdict after an outcome is reconsidered, under another reading for example.
using Refine = std::function<Verdict(const Program&, const Expectation&, const Verdict&,
                                     const Outcome&, const Found&)>;

// Runs one program at once, for shrinking and replay. A program that must not be given to this
// plug-in is not run: its verdict is unsupported, too_costly or not_observed, with the reason.
Verdict check(Session& session, const Program& program, const StepReadings& readings = {},
              const Refine& refine = {});

}  // namespace strideproof
