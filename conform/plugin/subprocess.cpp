#include "conform/plugin/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

namespace strideproof {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int niceness = 10;
constexpr std::chrono::milliseconds tick{2};  // between looks at a program

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// A file in memory that holds the text; nullptr: it cannot be had.
File file_of(const std::string& text) {
  File file(fdopen(memfd_create("strideproof-questions", MFD_CLOEXEC), "w+"), std::fclose);
  if (file && (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
               std::fseek(file.get(), 0, SEEK_SET) != 0))
    file.reset();
  return file;
}

off_t size_of(int file) {
  struct stat status {};
  fstat(file, &status);
  return status.st_size;
}

// Leaves the status to waitpid.
bool is_running(pid_t pid) {
  siginfo_t state{};
  return waitid(P_PID, static_cast<id_t>(pid), &state, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         state.si_pid == 0;
}

}  // namespace

pid_t spawn(const std::string& path, std::vector<std::string> words,
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
  pid_t pid = -1;
  const int error =
      posix_spawn(&pid, path.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  errno = error;
  return error == 0 ? pid : -1;
}

std::string end_of(int status) {
  if (WIFEXITED(status)) return fmt::format("exit({})", WEXITSTATUS(status));
  const char* abbreviation = sigabbrev_np(WTERMSIG(status));
  return abbreviation == nullptr ? fmt::format("signal {}", WTERMSIG(status))
                                 : fmt::format("SIG{}", abbreviation);
}

Finished run_program(const std::string& command, const std::string& input, double seconds,
                     const std::atomic<bool>& stopped) {
  const File questions = file_of(input), answers = file_of("");
  if (!questions || !answers) return {"", "cannot keep questions in memory"};
  const int output = fileno(answers.get());
  const pid_t pid =
      spawn("/bin/sh", {"sh", "-c", "exec " + command}, {fileno(questions.get()), output, output});
  if (pid < 0) return {"", fmt::format("cannot start {}: {}", command, std::strerror(errno))};
  // This program has priority, as the children wait for it.
  setpriority(PRIO_PGRP, static_cast<id_t>(pid), niceness);
  Finished finished;
  Clock::time_point last_written = Clock::now();
  for (off_t written = 0; finished.ended.empty() && is_running(pid);) {
    std::this_thread::sleep_for(tick);
    const off_t size = size_of(output);
    if (std::exchange(written, size) != size) last_written = Clock::now();
    finished.stuck = Clock::now() - last_written > std::chrono::duration<double>(seconds);
    if (finished.stuck) finished.ended = fmt::format("no answer for {:g} s", seconds);
    if (stopped) finished.ended = "interrupted";
  }
  kill(-pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (finished.ended.empty()) finished.ended = end_of(status);
  finished.output.resize(static_cast<size_t>(size_of(output)));
  const ssize_t read = pread(output, finished.output.data(), finished.output.size(), 0);
  finished.output.resize(static_cast<size_t>(std::max<ssize_t>(read, 0)));
  return finished;
}

}  // namespace strideproof
