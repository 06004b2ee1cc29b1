#include "conform/progress.h"

#include <fmt/format.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>

namespace strideproof {
namespace {

volatile sig_atomic_t stop = 0;
volatile time_t asked_at = 0;

// Asked once more, a second or two later, it ends at once. Sooner is the same request: a process
// group and its leader may both be told (timeout does so).
void request_stop(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (stop == 0) {
    stop = 1;
    asked_at = now.tv_sec;
  } else if (now.tv_sec - asked_at > 1) {
    _exit(128 + signal);
  }
}

}  // namespace

Progress::Progress(bool quiet)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0), start_(Clock::now()), next_(start_) {}

Progress::~Progress() { wipe(); }

void Progress::show(std::string_view doing, int64_t cases, int64_t findings) {
  if (quiet_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string text = fmt::format("{:5.0f} s  {}: {} cases, {} finding{}", seconds, doing,
                                       cases, findings, findings == 1 ? "" : "s");
  fmt::print(stderr, fmt::runtime(terminal_ ? "\r\x1b[K{}" : "{}\n"), text);
  std::fflush(stderr);
  live_ = terminal_;
}

void Progress::line(const std::string& text) {
  if (quiet_) return;
  wipe();
  fmt::print(stderr, "{}\n", text);
}

void Progress::wipe() {
  if (!live_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  live_ = false;
}

void stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = request_stop;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

bool stop_requested() { return stop != 0; }

}  // namespace strideproof
