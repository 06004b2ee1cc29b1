#include "conform/second_solver.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <semaphore>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "conform/check/process.h"

extern char** environ;

namespace strideproof {
namespace {

using Answer = SecondSolver::Answer;
using Result = Answer::Result;
using Clock = std::chrono::steady_clock;

// What one question may cost, in steps that the solver counts: at most some tenths of a second of
// cvc5. Three times as much decides one more in a hundred of the questions of this project.
constexpr int effort = 16'000;
constexpr int tick_milliseconds = 100;  // between looks at whether to stop
constexpr const char* marker = "strideproof: next";

std::string script(const std::vector<std::string>& questions, size_t first) {
  std::string text;
  for (size_t i = first; i < questions.size(); ++i)
    text +=
        fmt::format("(reset)\n(set-option :reproducible-resource-limit {})\n{}\n(echo \"{}\")\n",
                    effort, questions[i], marker);
  return text;
}

int file_of(const std::string& text) {
  const int fd = memfd_create("strideproof-questions", MFD_CLOEXEC);
  size_t written = 0;
  while (fd >= 0 && written < text.size()) {
    const ssize_t n = write(fd, text.data() + written, text.size() - written);
    if (n < 0 && errno != EINTR) break;
    if (n > 0) written += static_cast<size_t>(n);
  }
  if (fd < 0 || written < text.size() || lseek(fd, 0, SEEK_SET) != 0)
    throw Unusable(fmt::format("cannot keep questions in memory: {}", std::strerror(errno)));
  return fd;
}

// A command for sh, a script as its input, its output by lines.
class Conversation {
 public:
  Conversation(const std::string& command, const std::string& input) {
    const int questions = file_of(input);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      throw Unusable(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, questions, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);  // ^C is for this program, which stops it then
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string words[] = {"sh", "-c", "exec " + command};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    const int error = posix_spawn(&pid_, "/bin/sh", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(questions);
    close(ends[1]);
    output_ = ends[0];
    if (error == 0) return;
    close(output_);
    throw Unusable(fmt::format("cannot start {}: {}", command, std::strerror(error)));
  }
  ~Conversation() {
    if (pid_ > 0) end();
    close(output_);
  }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  // Without its end. Nothing: the program is gone; ended() says how.
  std::optional<std::string> line(double seconds, const std::atomic<bool>& stopped) {
    const Clock::time_point start = Clock::now();
    while (true) {
      if (const size_t end_of_line = read_.find('\n'); end_of_line != std::string::npos) {
        std::string text = read_.substr(0, end_of_line);
        read_.erase(0, end_of_line + 1);
        return text;
      }
      const bool late = Clock::now() - start > std::chrono::duration<double>(seconds);
      if (stopped || late) {
        end();
        ended_ = stopped ? "interrupted" : fmt::format("no answer for {:g} s", seconds);
        return {};
      }
      pollfd readable{output_, POLLIN, 0};
      if (poll(&readable, 1, tick_milliseconds) <= 0) continue;
      char bytes[4096];
      const ssize_t n = read(output_, bytes, sizeof bytes);
      if (n > 0) read_.append(bytes, static_cast<size_t>(n));
      if (n != 0) continue;
      if (!read_.empty()) return std::exchange(read_, {});
      const int status = end();
      ended_ = WIFEXITED(status) ? fmt::format("exit({})", WEXITSTATUS(status))
                                 : fmt::format("SIG{}", sigabbrev_np(WTERMSIG(status)));
      return {};
    }
  }
  const std::string& ended() const { return ended_; }

 private:
  // A program that has closed its output is given time to leave by itself: how it ended is told.
  int end() {
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
  bool read_closed() const {
    pollfd readable{output_, POLLIN, 0};
    return poll(&readable, 1, 0) == 1 && (readable.revents & POLLHUP) != 0;
  }

  pid_t pid_ = -1;
  int output_ = -1;
  std::string read_, ended_;
};

// What was said after one question.
struct Said {
  std::string text, ended;  // lines; how the program ended there, if it did
};

Answer understood(const Said& said) {
  Answer answer{Result::none, said.ended.empty() ? "no answer" : said.ended};
  std::istringstream lines(said.text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("(error", 0) == 0) return {Result::none, line};
    if (line == "sat") answer = {Result::sat, {}};
    if (line == "unsat") answer = {Result::unsat, {}};
    if (line == "unknown") answer = {Result::none, line};
  }
  return answer;
}

// (:name "cvc5") has it between quotes.
std::string quoted(const std::string& text, const std::string& keyword) {
  const size_t begin = text.find('"', std::min(text.find(keyword), text.size()));
  const size_t end = text.find('"', std::min(begin, text.size() - 1) + 1);
  if (begin == std::string::npos || end == std::string::npos) return {};
  return text.substr(begin + 1, end - begin - 1);
}

}  // namespace

struct SecondSolver::Shared {
  Shared(std::string line, double patience, unsigned processes)
      : command(std::move(line)), seconds(patience), free(static_cast<std::ptrdiff_t>(processes)) {}

  std::string command;
  double seconds;
  std::counting_semaphore<> free;
  std::atomic<bool> stopped = false;
  std::mutex mutex;
  std::unordered_map<std::string, Answer> known;  // what was decided: theorems share lemmas

  std::vector<Answer> answers(const std::vector<std::string>& questions) {
    std::vector<Answer> all(questions.size());
    std::vector<std::string> open;
    std::vector<size_t> places;
    {
      const std::lock_guard lock(mutex);
      for (size_t i = 0; i < questions.size(); ++i) {
        const auto found = known.find(questions[i]);
        if (found != known.end()) {
          all[i] = found->second;
        } else {
          open.push_back(questions[i]);
          places.push_back(i);
        }
      }
    }
    const std::vector<Said> said = converse(open);
    const std::lock_guard lock(mutex);
    for (size_t i = 0; i < open.size(); ++i) {
      const Answer& answer = all[places[i]] = understood(said[i]);
      if (answer.result != Result::none) known.emplace(std::move(open[i]), answer);
    }
    return all;
  }

  // One process after another, until each question has had its turn: one that ends a process does
  // not take the later ones with it.
  std::vector<Said> converse(const std::vector<std::string>& questions) const {
    std::vector<Said> said;
    while (said.size() < questions.size()) {
      if (stopped) {
        said.push_back({{}, "interrupted"});
        continue;
      }
      Conversation conversation(command, script(questions, said.size()));
      Said here;
      while (said.size() < questions.size()) {
        const std::optional<std::string> line = conversation.line(seconds, stopped);
        if (!line) here.ended = conversation.ended();
        const bool next = !line || line->find(marker) != std::string::npos;
        if (!next) here.text += *line + "\n";
        if (next) said.push_back(std::exchange(here, {}));
        if (!line) break;
      }
    }
    return said;
  }
};

SecondSolver::SecondSolver(std::string command, unsigned processes, double seconds)
    : shared_(std::make_shared<Shared>(std::move(command), seconds, processes)) {
  const std::vector<Said> said =
      shared_->converse({"(get-info :name)\n(get-info :version)", "(set-logic ALL)\n(check-sat)",
                         "(set-logic ALL)\n(assert false)\n(check-sat)"});
  name_ = quoted(said[0].text, ":name") + " " + quoted(said[0].text, ":version");
  if (name_.front() != ' ' && understood(said[1]).result == Result::sat &&
      understood(said[2]).result == Result::unsat)
    return;
  std::string why = said[0].text.substr(0, said[0].text.find('\n'));
  if (why.empty()) why = said[0].ended.empty() ? "wrong answers" : said[0].ended;
  throw Unusable(fmt::format("the second solver '{}' cannot be used: {}", shared_->command, why));
}

SecondSolver::~SecondSolver() = default;

bool SecondSolver::installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access(fmt::format("{}/{}", folder, program).c_str(), X_OK) == 0) return true;
  return false;
}

std::future<std::vector<Answer>> SecondSolver::ask(std::vector<std::string> questions) {
  return std::async(std::launch::async, [shared = shared_, questions = std::move(questions)] {
    shared->free.acquire();
    const std::unique_ptr<Shared, void (*)(Shared*)> in_use(
        shared.get(), [](Shared* used) { used->free.release(); });
    return shared->answers(questions);
  });
}

void SecondSolver::stop() { shared_->stopped = true; }

Comparison compare(const std::vector<solver::ProofGoal>& goals,
                   const std::vector<Answer>& answers) {
  Comparison comparison;
  auto answer = answers.begin();
  for (size_t i = 0; i < goals.size(); ++i) {
    const solver::ProofGoal& goal = goals[i];
    if (goal.smt2.empty()) continue;
    const Answer& second = *answer++;
    const auto note = [&](const std::string& text) {
      return Comparison::Note{i, fmt::format("{} \"{}\": {}", name(goal.kind), goal.name, text)};
    };
    const auto word = [](bool sat) { return sat ? "sat" : "unsat"; };
    // Of premises, values are wanted; of all else, that there are none.
    const bool proved = goal.status == solver::Status::proved;
    const bool first_sat = (goal.kind == solver::Kind::premises) == proved;
    const bool second_sat = second.result == Result::sat;
    if (second.result == Result::none)
      comparison.undecided.push_back(note(second.why));
    else if (goal.status == solver::Status::unknown)
      comparison.undecided.push_back(note(fmt::format("{}, by it alone", word(second_sat))));
    else if (first_sat != second_sat)
      comparison.disagreed.push_back(note(
          fmt::format("{} by the first, {} by the second", word(first_sat), word(second_sat))));
    else
      ++comparison.agreed;
  }
  return comparison;
}

}  // namespace strideproof
