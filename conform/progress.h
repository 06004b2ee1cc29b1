#pragma once
// What a run shows while it runs: one live line on a terminal, a plain line now and then in a log.
// Also whether it was asked to stop: ^C ends a run early with its report, another a moment
// later ends it at once.

#include <chrono>
#include <string>
#include <string_view>

namespace strideproof {

class Progress {
 public:
  explicit Progress(bool quiet = false);
  ~Progress();

  // Cheap where it is not yet time to say something. `doing`: "plug-in, bm1684".
  void show(std::string_view doing, int64_t cases, int64_t findings);
  void line(const std::string& text);  // at once, and it stays

 private:
  using Clock = std::chrono::steady_clock;
  void wipe();
  bool quiet_, terminal_;
  bool live_ = false;
  Clock::time_point start_, next_;
};

void stop_on_signals();  // SIGINT and SIGTERM
bool stop_requested();

}  // namespace strideproof
