#include "conform/plugin/worker/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "conform/plugin/worker/device.h"

namespace strideproof::ipc {

namespace {

// The signal that ended the command, or 0. The shell then ends with 128 more.
int signal_of(int how) {
  if (WIFSIGNALED(how)) return WTERMSIG(how);
  const int above = WEXITSTATUS(how) - 128;
  return above > 0 && above <= SIGTERM ? above : 0;
}

}  // namespace

Child::Child(const std::string& command) {
  constexpr int asked_for = 1 << 20;  // bytes: fewer switches between the processes
  std::array<int, 2> to{}, from{};
  if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0)
    throw DeviceError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  signal(SIGPIPE, SIG_IGN);  // a command that has ended may have answered before
  pid_ = fork();
  if (pid_ < 0) throw DeviceError(fmt::format("cannot fork: {}", std::strerror(errno)));
  if (pid_ == 0) {
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  to_ = fdopen(to[1], "w");
  from_ = fdopen(from[0], "r");
  for (std::FILE* file : {to_, from_}) {
    fcntl(fileno(file), F_SETPIPE_SZ, asked_for);
    std::setvbuf(file, nullptr, _IOFBF, 1 << 16);
  }
  pipe_bytes_ = static_cast<size_t>(fcntl(from[0], F_GETPIPE_SZ));
}

std::string Child::line() {
  flush();
  std::string line;
  for (int c; (c = getc_unlocked(from_)) != '\n';) {
    if (c == EOF) end_like_the_command();
    line += static_cast<char>(c);
  }
  answered_ = true;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

void Child::read(uint8_t* to, size_t size) {
  if (std::fread(to, 1, size, from_) != size) end_like_the_command();
}

void Child::end_like_the_command() {
  int how = 0;
  waitpid(pid_, &how, 0);
  const int by = signal_of(how);
  if (!answered_)
    throw DeviceError(fmt::format("the command {} before it answered",
                                  by == 0 ? fmt::format("ended with status {}", WEXITSTATUS(how))
                                          : fmt::format("was killed by SIG{}", sigabbrev_np(by))));
  if (by != 0) {
    signal(by, SIG_DFL);
    raise(by);
  }
  _exit(WEXITSTATUS(how));
}

}  // namespace strideproof::ipc
