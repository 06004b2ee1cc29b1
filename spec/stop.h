#pragma once
// A request to stop, by SIGINT or SIGTERM. A separate thread waits for the signals, so the state of
// other threads does not matter.

#include <functional>
#include <mutex>
#include <stdexcept>

namespace strideproof {

// Handles the signals from now on, even if the parent ignores them. Call it before other threads
// start, so that they inherit the blocked signals. A second signal ends the process at once, with
// status 128 + its number. A signal within half a second of the first is the same request (timeout
// signals a group and its leader).
void stop_on_signals();
bool stop_requested();

struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};
void throw_if_stopped();

// While an OnStop exists and a stop is requested, another thread calls its function every few
// milliseconds. The function may not throw, and may not create or destroy an OnStop.
class OnStop {
 public:
  explicit OnStop(std::function<void()> interrupt);
  ~OnStop();
  OnStop(const OnStop&) = delete;
  OnStop& operator=(const OnStop&) = delete;

 private:
  std::function<void()> interrupt_;
};

// Held while a file is written: a second signal waits until the file is complete.
std::mutex& until_whole();

}  // namespace strideproof
