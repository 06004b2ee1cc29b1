#include "conform/base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "conform/base/text.h"

namespace strideproof {

Progress::Progress(bool quiet)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0), start_(Clock::now()), next_(start_) {}

Progress::~Progress() { wipe(); }

void Progress::show(std::string_view doing, int64_t count, int64_t findings,
                    const std::string& noun, int64_t failing) {
  if (quiet_) return;
  const auto now = Clock::now();
  if (now >= text_at_) {
    cancel_show_after();
    line(text_());
  }
  if (now < next_) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string text = fmt::format(
      "{:5.0f} s  {}: {}{}, {}", seconds, doing, counted(count, noun),
      failing > 0 ? fmt::format(", {} failing", failing) : "", counted(findings, "finding"));
  fmt::print(stderr, fmt::runtime(terminal_ ? "\r\x1b[K{}" : "{}\n"), text);
  std::fflush(stderr);
  live_ = terminal_;
}

void Progress::show_after(double seconds, std::function<std::string()> text) {
  const std::chrono::duration<double> wait(seconds);
  text_at_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
  text_ = std::move(text);
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

}  // namespace strideproof
