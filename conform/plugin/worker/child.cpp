#include "conform/plugin/worker/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
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

constexpr int pipe_bytes = 1 << 20;  // asked for: fewer switches between the processes
constexpr size_t read_bytes = 1 << 16;

}  // namespace

Child::Child(const std::string& command) {
  std::array<int, 2> to{}, from{};
  if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0)
    throw DeviceError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  signal(SIGPIPE, SIG_IGN);
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
  to_ = to[1];
  from_ = from[0];
  for (const int fd : {to_, from_}) {
    fcntl(fd, F_SETPIPE_SZ, pipe_bytes);
    fcntl(fd, F_SETFL, O_NONBLOCK);  // of our ends alone
  }
}

void Child::push() { pump(false); }

std::string Child::line() {
  for (size_t looked = 0;;) {
    const std::string_view rest = std::string_view(received_).substr(taken_);
    const size_t end = rest.find('\n', looked);
    if (end != std::string_view::npos) {
      std::string line(rest.substr(0, end));
      taken_ += end + 1;
      answered_ = true;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    looked = rest.size();
    pump(true);
  }
}

void Child::read(uint8_t* to, size_t size) {
  while (received_.size() - taken_ < size) pump(true);
  std::memcpy(to, received_.data() + taken_, size);
  taken_ += size;
}

void Child::pump(bool wait) {
  if (taken_ == received_.size() || taken_ > read_bytes) {
    received_.erase(0, taken_);
    taken_ = 0;
  }
  pollfd ends[] = {{from_, POLLIN, 0}, {unsent() > 0 ? to_ : -1, POLLOUT, 0}};
  if (poll(ends, 2, wait ? -1 : 0) < 0) return;  // interrupted
  if (ends[1].revents != 0) {
    const ssize_t size = write(to_, unsent_.data() + sent_, unsent());
    // A command that has ended may have answered before.
    if (size < 0 && errno != EAGAIN && errno != EINTR) sent_ = unsent_.size();
    if (size > 0) sent_ += static_cast<size_t>(size);
    if (unsent() == 0) {
      unsent_.clear();
      sent_ = 0;
    }
  }
  if (ends[0].revents == 0) return;
  char bytes[read_bytes];
  const ssize_t size = ::read(from_, bytes, sizeof bytes);
  if (size > 0) received_.append(bytes, static_cast<size_t>(size));
  if (size == 0 && wait) end_like_the_command();
}

void Child::end_like_the_command() {
  int how = 0;
  waitpid(pid_, &how, 0);
  if (!answered_)
    throw DeviceError(
        WIFEXITED(how)
            ? fmt::format("the command ended with status {} before it answered", WEXITSTATUS(how))
            : std::string("the command was killed before it answered"));
  if (WIFSIGNALED(how)) {
    signal(WTERMSIG(how), SIG_DFL);
    raise(WTERMSIG(how));
  }
  _exit(WEXITSTATUS(how));
}

}  // namespace strideproof::ipc
