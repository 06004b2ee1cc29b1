#include "conform/check/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "conform/base/paths.h"
#include "conform/plugin/subprocess.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

using ipc::WorkerPhase;

constexpr int look_milliseconds = 20;        // between looks at whether the process still lives
constexpr double patience_after_stop = 0.5;  // seconds
constexpr off_t most_log = 1 << 20;          // bytes; a longer log is emptied

// SIGCHLD interrupts a wait at once; without it the wait ends at the next tick.
void wake_when_a_process_ends() {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  sigaction(SIGCHLD, &action, nullptr);
}

std::string end_of_log(int fd) {
  constexpr off_t most = 4000;
  const off_t size = lseek(fd, 0, SEEK_END);
  const off_t from = size > most ? size - most : 0;
  std::string text(static_cast<size_t>(size - from), '\0');
  return pread(fd, text.data(), text.size(), from) == std::ssize(text) ? text : "";
}

int shared_file(const char* name, size_t size) {
  const int fd = memfd_create(name, MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, static_cast<off_t>(size)) != 0)
    throw SetupError(fmt::format("cannot make shared memory: {}", std::strerror(errno)));
  return fd;
}

}  // namespace

WorkerProcess::WorkerProcess(Target target, const Profile& profile, double seconds)
    : target_(std::move(target)), profile_(profile), seconds_(seconds) {
  wake_when_a_process_ends();
  shared_fd_ = shared_file("strideproof-shared-memory", sizeof(ipc::SharedMemory));
  log_fd_ = shared_file("strideproof-log", 0);
  fcntl(log_fd_, F_SETFL, O_APPEND);
  void* shared =
      mmap(nullptr, sizeof(ipc::SharedMemory), PROT_READ | PROT_WRITE, MAP_SHARED, shared_fd_, 0);
  if (shared == MAP_FAILED)
    throw SetupError(fmt::format("cannot map shared memory: {}", std::strerror(errno)));
  shared_memory_ = static_cast<ipc::SharedMemory*>(shared);
}

WorkerProcess::~WorkerProcess() {
  stop();
  munmap(shared_memory_, sizeof(ipc::SharedMemory));
  close(shared_fd_);
  close(log_fd_);
}

void WorkerProcess::stop() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);  // the process group: a command's children too
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

bool WorkerProcess::start() {
  launch();
  return await();
}

void WorkerProcess::launch() {
  stop();
  ipc::Header& header = shared_memory_->header;
  const uint32_t posted = header.posted.load();
  header.~Header();
  new (&header) ipc::Header{};
  header.posted = posted;
  header.first_batch = posted;
  profile_.name.copy(header.profile, sizeof header.profile - 1);
  worker_exit_ = {};
  observed_ = false;
  empty_log();  // of the process before
  static_assert(ipc::shared_memory_descriptor == 3);
  const std::string path = worker_path();
  const char* kind = target_.kind == Target::Kind::library ? "library" : "command";
  pid_ = spawn(path, {path, kind, target_.what}, {no_input, log_fd_, log_fd_, shared_fd_});
  if (pid_ < 0) throw SetupError(fmt::format("cannot start {}: {}", path, std::strerror(errno)));
}

void WorkerProcess::empty_log() {
  if (ftruncate(log_fd_, 0) != 0)
    throw SetupError(fmt::format("cannot empty the worker's log: {}", std::strerror(errno)));
}

bool WorkerProcess::await() {
  const ipc::Header& header = shared_memory_->header;
  while (true) {
    const uint32_t now = header.phase.load(std::memory_order_acquire);
    const WorkerPhase phase = static_cast<WorkerPhase>(now);
    if (phase == WorkerPhase::ready) return true;
    if (phase == WorkerPhase::refused || phase == WorkerPhase::failed) {
      worker_exit_.last_output = last_output_of(end_of_log(log_fd_));
      if (phase == WorkerPhase::refused) return false;
      throw SetupError(header.text + quoted_output(worker_exit_));
    }
    if (wait_word(shared_memory_->header.phase, now)) continue;
    throw SetupError(fmt::format("{}: {} {}{}", target_.what, worker_exit_.how,
                                 phase_text(worker_exit_), quoted_output(worker_exit_)));
  }
}

ipc::Batch& WorkerProcess::batch(uint32_t number) {
  return shared_memory_->batch[number % ipc::batches];
}

void WorkerProcess::post() {
  batch(next_batch()).done.store(0);
  shared_memory_->header.posted.fetch_add(1);
  ipc::futex_wake(shared_memory_->header.posted);
  if (lseek(log_fd_, 0, SEEK_END) > most_log) empty_log();
  observed_ = false;
}

bool WorkerProcess::wait(uint32_t number, uint32_t job) {
  std::atomic<uint32_t>& done = batch(number).done;
  constexpr int spins = 200;  // a job is short: poll a few times before sleeping
  for (int spin = 0;; ++spin) {
    const uint32_t now = done.load(std::memory_order_acquire);
    if (now > job) return true;
    if (pid_ < 0) return false;
    if (spin < spins) continue;
    shared_memory_->header.checker_waits.store(1, std::memory_order_seq_cst);
    const bool lives = wait_word(done, now);
    shared_memory_->header.checker_waits.store(0, std::memory_order_relaxed);
    if (!lives && done.load() <= job) return false;
  }
}

bool WorkerProcess::wait_word(std::atomic<uint32_t>& word, uint32_t value) {
  // SIGCHLD interrupts only a wait that has begun: look for an earlier end first.
  if (!poll_end()) ipc::futex_wait(word, value, look_milliseconds);
  if (word.load(std::memory_order_acquire) != value) return true;
  return !poll_end() && !stands_still();
}

bool WorkerProcess::poll_end() {
  if (pid_ < 0) return true;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
  note(end_of(status), false);
  ::kill(-pid_, SIGKILL);  // processes that it may have started
  pid_ = -1;
  return true;
}

bool WorkerProcess::stands_still() {
  const uint32_t beat = shared_memory_->header.beat.load(std::memory_order_acquire);
  const auto now = Standstill::Clock::now();
  if (!observed_ || beat != last_beat_) {
    observed_ = true;
    last_beat_ = beat;
    standstill_.begin(now, thread_times(pid_));
    return false;
  }
  standstill_.look(now, thread_times(pid_));
  const std::chrono::duration<double> elapsed = standstill_.elapsed();
  if (stop_requested() && elapsed.count() > patience_after_stop) throw SetupError("interrupted");
  const std::chrono::duration<double> counted = standstill_.counted();
  const WorkerPhase phase = static_cast<WorkerPhase>(shared_memory_->header.phase.load());
  const bool starts = phase == WorkerPhase::loading || phase == WorkerPhase::resetting;
  const double most = starts ? target_.start_seconds : seconds_;
  if (counted.count() < most) return false;
  note(fmt::format("no answer for {:g} s{}", most, starts ? " (--start-timeout)" : ""), true);
  stop();
  return true;
}

void WorkerProcess::note(std::string how, bool hung) {
  worker_exit_.hung = hung;
  worker_exit_.phase = static_cast<WorkerPhase>(shared_memory_->header.phase.load());
  worker_exit_.step = shared_memory_->header.step.load();
  worker_exit_.how =
      worker_exit_.phase == WorkerPhase::failed ? shared_memory_->header.text : std::move(how);
  worker_exit_.last_output = last_output_of(end_of_log(log_fd_));
}

std::string kind_of_end(const WorkerExit& worker_exit) {
  const std::string& output = worker_exit.last_output;
  if (std::string message = message_of(output); !message.empty()) return message;
  if (worker_exit.phase == WorkerPhase::damaged) return worker_exit.how + " after the call";
  if (worker_exit.phase != WorkerPhase::calling || worker_exit.hung) return {};
  // A process that ends itself says why just before.
  const bool ends_itself = worker_exit.how.starts_with("exit(") || worker_exit.how == "SIGABRT";
  if (!ends_itself || output.empty()) return worker_exit.how;
  return fmt::format("{}: {}", worker_exit.how, last_line_of(output));
}

std::string quoted_output(const WorkerExit& worker_exit) {
  return worker_exit.last_output.empty() ? "" : fmt::format(" ({})", worker_exit.last_output);
}

std::string phase_text(const WorkerExit& worker_exit) {
  switch (worker_exit.phase) {
    case WorkerPhase::loading: return "while it was loaded";
    case WorkerPhase::resetting: return "in sp_reset";
    case WorkerPhase::writing: return "in sp_write";
    case WorkerPhase::reading: return "in sp_read";
    case WorkerPhase::asking: return "in sp_status";
    case WorkerPhase::listing: return "in sp_touched";
    case WorkerPhase::damaged: return "after the operation";
    case WorkerPhase::calling: return "in the operation";
    default: return "between operations";
  }
}

}  // namespace strideproof
