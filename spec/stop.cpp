#include "spec/stop.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>
#include <utility>
#include <vector>

namespace strideproof {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto same_request = std::chrono::milliseconds(500);
constexpr timespec between_interrupts{0, 10'000'000};

std::atomic<bool> stop = false;

// Never destroyed: the signal thread outlives main().
struct Interruptions {
  std::mutex mutex;
  std::vector<const std::function<void()>*> all;
};
Interruptions& interruptions() {
  static auto* const the_interruptions = new Interruptions;
  return *the_interruptions;
}

void interrupt_all() {
  Interruptions& these = interruptions();
  const std::lock_guard lock(these.mutex);
  for (const std::function<void()>* interrupt : these.all) (*interrupt)();
}

[[noreturn]] void listen(sigset_t signals) {
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  stop = true;
  const Clock::time_point asked = Clock::now();
  while (true) {
    interrupt_all();
    signal = sigtimedwait(&signals, nullptr, &between_interrupts);
    if (signal < 0 || Clock::now() - asked < same_request) continue;
    const std::lock_guard whole(until_whole());
    _exit(128 + signal);
  }
}

}  // namespace

void stop_on_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) {
    sigaddset(&signals, signal);
    // Z3 replaces and restores the handler of SIGINT, even with ctrl_c=false. If a shell started
    // the process in the background, it ignores SIGINT, and restoring that drops a pending one.
    std::signal(signal, SIG_DFL);
  }
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread(listen, signals).detach();
}

bool stop_requested() { return stop; }

void throw_if_stopped() {
  if (stop) throw Interrupted();
}

OnStop::OnStop(std::function<void()> interrupt) : interrupt_(std::move(interrupt)) {
  Interruptions& these = interruptions();
  const std::lock_guard lock(these.mutex);
  these.all.push_back(&interrupt_);
}

OnStop::~OnStop() {
  Interruptions& these = interruptions();
  const std::lock_guard lock(these.mutex);
  these.all.erase(std::find(these.all.begin(), these.all.end(), &interrupt_));
}

std::mutex& until_whole() {
  static auto* const the_mutex = new std::mutex;
  return *the_mutex;
}

}  // namespace strideproof
