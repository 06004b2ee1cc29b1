#include "conform/plugin/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "conform/check/setup_error.h"

namespace strideproof {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int niceness = 10;
constexpr int tick_milliseconds = 100;  // between checks of `stopped`

int file_of(const std::string& text) {
  const int fd = memfd_create("strideproof-questions", MFD_CLOEXEC);
  size_t written = 0;
  while (fd >= 0 && written < text.size()) {
    const ssize_t n = write(fd, text.data() + written, text.size() - written);
    if (n < 0 && errno != EINTR) break;
    if (n > 0) written += static_cast<size_t>(n);
  }
  if (fd < 0 || written < text.size() || lseek(fd, 0, SEEK_SET) != 0)
    throw SetupError(fmt::format("cannot keep questions in memory: {}", std::strerror(errno)));
  return fd;
}

}  // namespace

Spawned spawn(const std::string& path, std::vector<std::string> words,
              const std::vector<int>& descriptors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < static_cast<int>(descriptors.size()); ++i)
    if (const int from = descriptors[static_cast<size_t>(i)]; from == no_input)
      posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDONLY, 0);
    else  // dup2 onto itself would keep close-on-exec; posix_spawn clears it (glibc 2.29).
      posix_spawn_file_actions_adddup2(&actions, from, i);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Spawned spawned{-1, 0};
  spawned.error =
      posix_spawn(&spawned.pid, path.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (spawned.error != 0) spawned.pid = -1;
  return spawned;
}

std::string end_of(int status) {
  if (WIFEXITED(status)) return fmt::format("exit({})", WEXITSTATUS(status));
  const char* abbreviation = sigabbrev_np(WTERMSIG(status));
  return abbreviation == nullptr ? fmt::format("signal {}", WTERMSIG(status))
                                 : fmt::format("SIG{}", abbreviation);
}

Subprocess::Subprocess(const std::string& command, const std::string& input) {
  const int questions = file_of(input);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw SetupError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const Spawned spawned =
      spawn("/bin/sh", {"sh", "-c", "exec " + command}, {questions, ends[1], ends[1]});
  close(questions);
  close(ends[1]);
  pid_ = spawned.pid;
  output_ = ends[0];
  if (pid_ < 0) {
    close(output_);
    throw SetupError(fmt::format("cannot start {}: {}", command, std::strerror(spawned.error)));
  }
  // This program has priority, as the children wait for it.
  setpriority(PRIO_PGRP, static_cast<id_t>(pid_), niceness);
}

Subprocess::~Subprocess() {
  if (pid_ > 0) end();
  close(output_);
}

std::optional<std::string> Subprocess::line(double seconds, const std::atomic<bool>& stopped) {
  const Clock::time_point start = Clock::now();
  while (true) {
    if (const size_t end_of_line = read_.find('\n'); end_of_line != std::string::npos) {
      std::string text = read_.substr(0, end_of_line);
      read_.erase(0, end_of_line + 1);
      return text;
    }
    late_ = !stopped && Clock::now() - start > std::chrono::duration<double>(seconds);
    if (stopped || late_) {
      end();
      ended_ = late_ ? fmt::format("no answer for {:g} s", seconds) : "interrupted";
      return {};
    }
    pollfd readable{output_, POLLIN, 0};
    if (poll(&readable, 1, tick_milliseconds) <= 0) continue;
    char bytes[4096];
    const ssize_t n = read(output_, bytes, sizeof bytes);
    if (n > 0) read_.append(bytes, static_cast<size_t>(n));
    if (n != 0) continue;
    if (!read_.empty()) return std::exchange(read_, {});
    ended_ = end_of(end());
    return {};
  }
}

// A program that has closed its output gets time to exit by itself, so that its status is known.
int Subprocess::end() {
  int status = 0;
  for (int tick = 0; tick < 20 && read_closed(); ++tick) {
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return status;
    }
    usleep(5'000);
  }
  kill(-pid_, SIGKILL);
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status;
}

bool Subprocess::read_closed() const {
  pollfd readable{output_, POLLIN, 0};
  return poll(&readable, 1, 0) == 1 && (readable.revents & POLLHUP) != 0;
}

}  // namespace strideproof
