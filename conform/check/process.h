#pragma once
// A worker process, the memory shared with it, and how it ended.

#include <string>
#include <string_view>

#include "conform/base/setup_error.h"
#include "conform/check/standstill.h"
#include "conform/plugin/worker/shared_memory.h"
#include "spec/vocabulary/profile.h"

namespace strideproof {

// The implementation under test.
struct Target {
  enum class Kind { library, command } kind = Kind::library;
  std::string what;   // a path, or a line for sh
  bool ours = false;  // one of our own implementations: "unsupported" is a finding, "refused"
  // All memory is written at the start and compared at intervals; a command may need seconds for
  // this.
  bool sweeps = true;
  double start_seconds = 30;  // for a start, sp_reset included
  // A step counts as rejected if it ends the process, and ends it when it runs alone too.
  bool rejects_by_abort = false;
  bool only_legal = false;  // no illegal case is given
};

// How a worker ended, and during which job.
struct WorkerExit {
  bool hung = false;  // it made no progress for the time allowed, and was killed
  ipc::WorkerPhase phase = ipc::WorkerPhase::loading;
  uint32_t step = 0;
  std::string how;  // "SIGSEGV", "killed by SIGKILL", "exit(3)", "no answer for 5 s"
  // See last_output_of(). Known also after the worker refused the profile.
  std::string last_output;
};

class WorkerProcess {
 public:
  // seconds: allowed for each operation and each hook. Time does not count while the worker, or a
  // command that the worker started, is ready to run and other processes have the processors (see
  // Standstill).
  WorkerProcess(Target target, const Profile& profile, double seconds);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // Starts a fresh process, ready for batches, and ends the running one. Returns false if the
  // target refuses the profile. Throws SetupError, also if the process ends or hangs before it is
  // ready.
  bool start();
  // The halves of start(): the first returns at once, the second waits.
  void launch();
  bool await();
  void stop();                              // ends the process
  bool alive() const { return pid_ >= 0; }  // as of the last look

  // Batches are numbered from 0 and posted in order. Batch n may be built once n - 2 is finished.
  uint32_t next_batch() const { return shared_memory_->header.posted.load(); }
  ipc::Batch& batch(uint32_t number);
  void post();

  // Waits until a job of a posted batch is done. Returns false if the process has ended.
  bool wait(uint32_t number, uint32_t job);
  const WorkerExit& worker_exit() const { return worker_exit_; }

  const ipc::Header& header() const { return shared_memory_->header; }

 private:
  void empty_log();
  bool poll_end();  // true if the process has ended; records how
  void note(std::string how, bool hung);
  bool stands_still();
  bool wait_word(std::atomic<uint32_t>& word, uint32_t value);  // false: the process has ended

  Target target_;
  const Profile& profile_;
  double seconds_;
  ipc::SharedMemory* shared_memory_ = nullptr;
  int shared_fd_ = -1;
  int log_fd_ = -1;
  int pid_ = -1;
  uint32_t last_beat_ = 0;
  bool observed_ = false;  // since the last request
  Standstill standstill_;
  WorkerExit worker_exit_;
};

// Verdict::end: the same text for ends that may have one cause.
std::string kind_of_end(const WorkerExit& worker_exit);

// A clause for messages that quotes the last output: " (no license)"; empty without output.
std::string quoted_output(const WorkerExit& worker_exit);

// The phase in words: "in the operation", "in sp_read".
std::string phase_text(const WorkerExit& worker_exit);

// ---- The last output of a process that ended, which may say why it ended ----

// Lines of a log, joined by " | ": the summary of a sanitizer; or else the last message, of a
// failed assertion (with the line after it) or of an exception (with the lines before it, which
// have the innermost frame or the type); or else the last lines. The place of a crash is added
// after a message, or before the last lines.
std::string last_output_of(const std::string& log);

// True if the first line is a failed assertion, with the number of a line of source.
bool is_assertion(std::string_view last_output);

// The message, the function of a crash, or the message and the frame of a Python exception, without
// numbers other than line numbers. Empty if the last lines are no message.
std::string message_of(const std::string& last_output);
// The last line without its numbers.
std::string last_line_of(const std::string& last_output);

}  // namespace strideproof
