// An implementation behind a command: a simulator, another language, a remote machine. The command
// reads one request a line from its standard input and writes one answer a line:
//
//   hello 1                                 strideproof 1 [NAME]   or   strideproof 1 unjudged [NAME]
//   provides OPERATION                      yes | no
//   reset PROFILE                           ok | no
//   window SPACE INDEX                      FIRST SIZE | no
//   write SPACE LANE OFFSET BYTES           ok | no
//   read SPACE LANE OFFSET SIZE             BYTES | no
//   call CASE LINE                          done [VALUE] | rejected | unsupported
//
// Numbers are decimal, BYTES two hexadecimal digits each, the rest as in conform/strideproof.h.
// "unjudged": the command cannot detect illegal cases and is never given one. It ends at the end of
// its input.

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>

#include "conform/plugin/worker/device.h"
#include "conform/strideproof.h"

namespace strideproof::ipc {
namespace {

class Command : public Device {
 public:
  explicit Command(const std::string& command) {
    start(command);
    greeting_ = true;
    const std::string hello = ask("hello 1");
    constexpr std::string_view expected = "strideproof 1";
    if (!hello.starts_with(expected))
      throw DeviceError(fmt::format("the command answered '{}' to: hello 1", hello.substr(0, 60)));
    std::string_view rest = std::string_view(hello).substr(expected.size());
    constexpr std::string_view unjudged = " unjudged";
    tells_status_ = !rest.starts_with(unjudged);
    if (!tells_status_) rest.remove_prefix(unjudged.size());
    name_ = rest.size() > 1 ? rest.substr(1) : std::string_view(command);
    greeting_ = false;
  }

  std::string name() override { return name_; }
  bool tells_status() override { return tells_status_; }
  // The command answers for all types at once.
  uint8_t provides(const Operation& operation) override {
    return ask(fmt::format("provides {}", operation.name)) == "yes" ? 0xff : 0;
  }
  bool reset(const std::string& profile) override {
    profile_ = find_profile(profile);
    return ask(fmt::format("reset {}", profile)) == "ok";
  }

  bool write(const RegionRecord& r, const uint8_t* bytes) override {
    std::string line = fmt::format("write {} {} {} ", r.space, r.lane, r.first);
    for (int64_t i = 0; i < r.size; ++i) {
      line += digits[bytes[i] >> 4];
      line += digits[bytes[i] & 15];
    }
    return ask(line) == "ok";
  }

  bool read(const RegionRecord& r, uint8_t* bytes) override {
    const std::string answer =
        ask(fmt::format("read {} {} {} {}", r.space, r.lane, r.first, r.size));
    if (answer.size() != 2 * static_cast<size_t>(r.size)) return false;
    for (int64_t i = 0; i < r.size; ++i) {
      const char* at = answer.data() + 2 * i;
      if (std::from_chars(at, at + 2, bytes[i], 16).ptr != at + 2) return false;
    }
    return true;
  }

  uint64_t call(const Operation& operation, const Arguments<int64_t>& arguments) override {
    const std::string answer = ask("call " + print(Case{&operation, profile_, arguments}));
    status_ = answer == "rejected"      ? SP_REJECTED
              : answer == "unsupported" ? SP_UNSUPPORTED
                                        : SP_DONE;
    if (status_ != SP_DONE || answer == "done") return 0;
    uint64_t value = 0;
    const char* end = answer.data() + answer.size();
    if (!answer.starts_with("done ") || std::from_chars(answer.data() + 5, end, value).ptr != end)
      give_up(fmt::format("the command answered '{}' to a call", answer.substr(0, 60)));
    return value;
  }
  int status() override { return status_; }

  std::optional<AddressWindow> window(int space, uint32_t index) override {
    const std::string answer = ask(fmt::format("window {} {}", space, index));
    AddressWindow found{space, 0, 0};
    const char* end = answer.data() + answer.size();
    const auto first = std::from_chars(answer.data(), end, found.first);
    if (first.ec != std::errc{} || first.ptr == end) return {};
    if (std::from_chars(first.ptr + 1, end, found.size).ptr != end) return {};
    return found;
  }

 private:
  static constexpr char digits[] = "0123456789abcdef";

  void start(const std::string& command) {
    std::array<int, 2> to{}, from{};
    if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0)
      throw DeviceError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    signal(SIGPIPE, SIG_IGN);
    child_ = fork();
    if (child_ < 0) throw DeviceError(fmt::format("cannot fork: {}", std::strerror(errno)));
    if (child_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      dup2(to[0], STDIN_FILENO);
      dup2(from[1], STDOUT_FILENO);
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    close(to[0]);
    close(from[1]);
    out_ = fdopen(to[1], "w");
    in_ = fdopen(from[0], "r");
  }

  std::string ask(const std::string& request) {
    std::fputs(request.c_str(), out_);
    std::fputc('\n', out_);
    std::fflush(out_);
    char* line = nullptr;
    size_t room = 0;
    const ssize_t size = getline(&line, &room, in_);
    if (size < 0) end_like_the_command();
    std::string answer(line, static_cast<size_t>(size));
    std::free(line);
    while (!answer.empty() && (answer.back() == '\n' || answer.back() == '\r')) answer.pop_back();
    return answer;
  }

  // The command has ended: this process ends in the same way, and the checker reports it.
  [[noreturn]] void end_like_the_command() {
    int how = 0;
    waitpid(child_, &how, 0);
    if (greeting_)
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

  [[noreturn]] static void give_up(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    _exit(70);
  }

  pid_t child_ = 0;
  FILE* out_ = nullptr;
  FILE* in_ = nullptr;
  bool greeting_ = false;
  bool tells_status_ = true;
  int status_ = SP_DONE;
  const Profile* profile_ = nullptr;
  std::string name_;
};

}  // namespace

std::unique_ptr<Device> open_command(const std::string& command) {
  return std::make_unique<Command>(command);
}

}  // namespace strideproof::ipc
