#pragma once
// A request to stop, by SIGINT or SIGTERM. A thread of its own waits for it, so that it is heard
// whatever the other threads do.

#include <functional>
#include <mutex>
#include <stdexcept>

namespace strideproof {

// Hears the signals from now on. To be called before other threads are started: they do not hear
// them either. A second signal ends the process at once, with status 128 + its number; one that
// comes within half a second of the first is the same request (timeout tells a group and its leader).
void stop_on_signals();
bool stop_requested();

struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};
void throw_if_stopped();

// While one exists: once a stop is requested, its function is called every few milliseconds by
// another thread. It may not throw, nor make or end an OnStop.
class OnStop {
 public:
  explicit OnStop(std::function<void()> interrupt);
  ~OnStop();
  OnStop(const OnStop&) = delete;
  OnStop& operator=(const OnStop&) = delete;

 private:
  std::function<void()> interrupt_;
};

// Held while a file is half written: a second signal waits until it is whole.
std::mutex& until_whole();

}  // namespace strideproof
