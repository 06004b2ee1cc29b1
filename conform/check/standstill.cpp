#include "conform/check/standstill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace strideproof {
namespace {

using std::chrono::nanoseconds;

ThreadTime time_of_thread(const std::filesystem::path& folder) {
  std::ifstream file(folder / "schedstat");
  int64_t ran = 0, waited = 0;
  file >> ran >> waited;
  return {std::atoi(folder.filename().c_str()), nanoseconds(ran), nanoseconds(waited)};
}

}  // namespace

std::vector<ThreadTime> thread_times(int process) {
  std::vector<ThreadTime> all;
  std::vector<int> processes = {process};
  for (size_t i = 0; i < processes.size(); ++i) {
    std::error_code ended;
    std::filesystem::directory_iterator at(fmt::format("/proc/{}/task", processes[i]), ended);
    for (; !ended && at != std::filesystem::directory_iterator(); at.increment(ended)) {
      all.push_back(time_of_thread(at->path()));
      std::ifstream children(at->path() / "children");
      for (int child = 0; children >> child;) processes.push_back(child);
    }
  }
  return all;
}

void Standstill::begin(Clock::time_point now, std::vector<ThreadTime> times) {
  begun_ = last_ = now;
  ran_ = waited_ = {};
  times_ = std::move(times);
}

void Standstill::look(Clock::time_point now, std::vector<ThreadTime> times) {
  for (const ThreadTime& time : times) {
    const auto before =
        std::ranges::find_if(times_, [&](const ThreadTime& t) { return t.id == time.id; });
    const bool known = before != times_.end();
    ran_ += time.ran - (known ? before->ran : nanoseconds());
    waited_ += time.waited - (known ? before->waited : nanoseconds());
  }
  last_ = now;
  times_ = std::move(times);
}

// Threads may wait at once and while others run, so subtracting all waits could hide a hang.
Standstill::Clock::duration Standstill::counted() const {
  const nanoseconds all = elapsed();
  return std::max(all - waited_, std::min(all, ran_));
}

}  // namespace strideproof
