#pragma once
// For how long a process, with all that descends from it, does nothing of its own accord: time in which
// it waits for a processor that other processes have is not counted.

#include <chrono>
#include <vector>

namespace strideproof {

struct ThreadTime {
  int id;
  std::chrono::nanoseconds ran, waited;  // waited: ready to run, without a processor
};

// Of every thread of a process and of its descendants, as far as the kernel tells.
std::vector<ThreadTime> thread_times(int process);

class Standstill {
 public:
  using Clock = std::chrono::steady_clock;
  void begin(Clock::time_point now, std::vector<ThreadTime> times);
  void look(Clock::time_point now, std::vector<ThreadTime> times);  // often: a thread may end
  Clock::duration elapsed() const { return last_ - begun_; }
  // What is left of the time without the waits; at least as long as threads ran.
  Clock::duration counted() const;

 private:
  Clock::time_point begun_, last_;
  std::chrono::nanoseconds ran_{}, waited_{};  // of all threads, since it began
  std::vector<ThreadTime> times_;              // at the last look
};

}  // namespace strideproof
