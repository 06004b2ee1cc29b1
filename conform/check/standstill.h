#pragma once
// Measures how long a process and its descendants make no progress. Time in which they wait for a
// processor that other processes use is not counted.

#include <chrono>
#include <vector>

namespace strideproof {

struct ThreadTime {
  int id;
  std::chrono::nanoseconds ran, waited;  // waited: ready to run, without a processor
};

// Counters of every thread of a process and of its descendants, as far as the kernel reports them.
std::vector<ThreadTime> thread_times(int process);

class Standstill {
 public:
  using Clock = std::chrono::steady_clock;
  void begin(Clock::time_point now, std::vector<ThreadTime> times);
  // Call it often: the counters of a thread are lost when the thread ends.
  void look(Clock::time_point now, std::vector<ThreadTime> times);
  Clock::duration elapsed() const { return last_ - begun_; }
  // The elapsed time without the waits; at least as long as the threads ran.
  Clock::duration counted() const;

 private:
  Clock::time_point begun_, last_;
  std::chrono::nanoseconds ran_{}, waited_{};  // of all threads, since the start
  std::vector<ThreadTime> times_;              // at the last look
};

}  // namespace strideproof
