#pragma once
// Progress of a run: one live line on a terminal, a plain line now and then in a log.

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace strideproof {

class Progress {
 public:
  explicit Progress(bool quiet = false);
  ~Progress();

  // Cheap if no line is due yet. `doing`: "plug-in, bm1684". failing: failing cases, shown if there
  // are any.
  void show(std::string_view doing, int64_t count, int64_t findings,
            const std::string& noun = "case", int64_t failing = 0);
  void line(const std::string& text);  // prints a lasting line at once
  // Prints the text once, as lasting lines, in the first show() after so many seconds from now.
  void show_after(double seconds, std::function<std::string()> text);
  void cancel_show_after() { text_at_ = Clock::time_point::max(); }

 private:
  using Clock = std::chrono::steady_clock;
  void wipe();
  bool quiet_, terminal_;
  bool live_ = false;
  Clock::time_point start_, next_;
  Clock::time_point text_at_ = Clock::time_point::max();  // none, or it was printed
  std::function<std::string()> text_;
};

}  // namespace strideproof
