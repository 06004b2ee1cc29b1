#pragma once
// Progress of a run: one live line on a terminal, a plain line now and then in a log.

#include <chrono>
#include <string>
#include <string_view>

#include "spec/stop.h"

namespace strideproof {

class Progress {
 public:
  explicit Progress(bool quiet = false);
  ~Progress();

  // Cheap if no line is due yet. `doing`: "plug-in, bm1684".
  void show(std::string_view doing, int64_t count, int64_t findings,
            const std::string& noun = "case");
  void line(const std::string& text);  // prints a lasting line at once

 private:
  using Clock = std::chrono::steady_clock;
  void wipe();
  bool quiet_, terminal_;
  bool live_ = false;
  Clock::time_point start_, next_;
};

}  // namespace strideproof
