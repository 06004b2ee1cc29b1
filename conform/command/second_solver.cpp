#include "conform/command/second_solver.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include "conform/base/setup_error.h"
#include "conform/plugin/subprocess.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

using SolverAnswer = SecondSolver::SolverAnswer;

// The budget of one question in steps of the solver: at most some tenths of a second of cvc5. A
// budget three times as large decides 1 % more of the questions of this project.
constexpr int effort = 16'000;
// Questions for one process. cvc5 slows down with the number of questions despite (reset): 1,700
// questions of one theorem in one process take 1.5 times as long as in many processes.
constexpr size_t questions_at_once = 32;
constexpr std::string_view marker = "strideproof: next";

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// A file in memory that holds the text; nullptr: it cannot be had.
File file_of(const std::string& text) {
  File file(fdopen(memfd_create("strideproof-questions", MFD_CLOEXEC), "w+"), std::fclose);
  if (file && (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
               std::fseek(file.get(), 0, SEEK_SET) != 0))
    file.reset();
  return file;
}

// The output of a program, or after one question.
struct Output {
  std::string text, ended = {};  // how the program ended, if it ended: "exit(1)", "interrupted"
  bool stuck = false;            // it was ended because it wrote nothing for too long
};

// Runs the program in its own process group. It reads `input`; its standard error is read like its
// standard output. It is ended if it writes nothing for `seconds`, or once `stopped` is set.
Output run_program(const std::string& command, const std::string& input, double seconds,
                   const std::atomic<bool>& stopped) {
  using Clock = std::chrono::steady_clock;
  constexpr int niceness = 10;  // this program has priority, as the others wait for it
  constexpr std::chrono::milliseconds between_looks(20);
  const File questions = file_of(input), answers = file_of("");
  if (!questions || !answers) return {"", "cannot pass on questions"};
  const int output = fileno(answers.get());
  const pid_t pid =
      spawn("/bin/sh", {"sh", "-c", "exec " + command}, {fileno(questions.get()), output, output});
  if (pid < 0) return {"", fmt::format("cannot start {}", command)};
  setpriority(PRIO_PGRP, static_cast<id_t>(pid), niceness);
  Output result;
  int status = 0;
  struct stat file {};
  auto last_written = Clock::now();
  while (result.ended.empty() && waitpid(pid, &status, WNOHANG) == 0) {
    std::this_thread::sleep_for(between_looks);
    const off_t size = std::exchange(file.st_size, 0);
    if (fstat(output, &file) == 0 && file.st_size != size) last_written = Clock::now();
    result.stuck = Clock::now() - last_written > std::chrono::duration<double>(seconds);
    if (result.stuck) result.ended = fmt::format("no answer for {:g} s", seconds);
    if (stopped) result.ended = "interrupted";
  }
  if (result.ended.empty()) {
    result.ended = end_of(status);
  } else {
    kill(-pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  }
  fstat(output, &file);
  result.text.resize(static_cast<size_t>(file.st_size));
  if (pread(output, result.text.data(), result.text.size(), 0) < 0) result.text.clear();
  return result;
}

// Asks one process; gives the output after each question up to the one at which it ended.
std::vector<Output> outputs_of(const std::string& command, std::span<const std::string> questions,
                               double seconds, const std::atomic<bool>& stopped) {
  std::string script;
  for (const std::string& question : questions)
    script +=
        fmt::format("(reset)\n(set-option :reproducible-resource-limit {})\n{}\n(echo \"{}\")\n",
                    effort, question, marker);
  const Output whole = run_program(command, script, seconds, stopped);
  std::vector<Output> outputs;
  std::string_view rest = whole.text;
  for (size_t end; outputs.size() < questions.size() && (end = rest.find(marker)) != rest.npos;
       rest.remove_prefix(end + marker.size()))
    outputs.push_back({std::string(rest.substr(0, end))});
  if (outputs.size() < questions.size())
    outputs.push_back({std::string(rest), whole.ended, whole.stuck});
  return outputs;
}

SolverAnswer answer_in(const Output& output) {
  SolverAnswer answer{output.ended.empty() ? "no answer" : output.ended, output.stuck};
  std::istringstream lines(output.text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("(error")) return {line};
    if (line == "sat" || line == "unsat" || line == "unknown") answer = {line};
  }
  return answer;
}

// (:name "cvc5") has it between quotes.
std::string quoted(const std::string& text, const std::string& keyword) {
  const size_t found = text.find(keyword + " \"");
  if (found == std::string::npos) return "";
  const size_t first = found + keyword.size() + 2, end = text.find('"', first);
  return end == std::string::npos ? "" : text.substr(first, end - first);
}

}  // namespace

SecondSolver::SecondSolver(std::string command, unsigned processes, double seconds)
    : command_(std::move(command)),
      seconds_(seconds),
      free_(static_cast<std::ptrdiff_t>(processes)),
      on_stop_([this] { stop(); }) {
  const std::string probes[] = {"(get-info :name)\n(get-info :version)",
                                "(set-logic ALL)\n(check-sat)",
                                "(set-logic ALL)\n(assert false)\n(check-sat)"};
  const std::vector<Output> outputs = outputs_of(command_, probes, seconds_, stopped_);
  const std::string name = quoted(outputs[0].text, ":name");
  name_ = name + " " + quoted(outputs[0].text, ":version");
  if (stop_requested()) return;
  if (!name.empty() && outputs.size() == 3 && answer_in(outputs[1]).text == "sat" &&
      answer_in(outputs[2]).text == "unsat")
    return;
  std::string why = outputs[0].text.substr(0, outputs[0].text.find('\n'));
  if (why.empty()) why = outputs[0].ended.empty() ? "wrong answers" : outputs[0].ended;
  throw SetupError(fmt::format("the second solver '{}' cannot be used: {}", command_, why));
}

bool SecondSolver::installed(const std::string& program) {
  return std::system(fmt::format("command -v {} > /dev/null", program).c_str()) == 0;
}

std::future<std::vector<SolverAnswer>> SecondSolver::ask(std::vector<std::string> questions) {
  return std::async(std::launch::async, [this, questions = std::move(questions)] {
    free_.acquire();
    std::vector<SolverAnswer> answers = answers_to(questions);
    free_.release();
    return answers;
  });
}

// If a question ends its process, another process is asked the later ones.
std::vector<SolverAnswer> SecondSolver::answers_to(std::span<const std::string> questions) {
  std::vector<SolverAnswer> answers;
  while (answers.size() < questions.size() && !stopped_) {
    const auto rest = questions.subspan(answers.size());
    const auto some = rest.first(std::min(rest.size(), questions_at_once));
    for (const Output& output : outputs_of(command_, some, seconds_, stopped_))
      answers.push_back(answer_in(output));
  }
  answers.resize(questions.size(), {"interrupted"});
  return answers;
}

Comparison compare(const std::vector<solver::ProofGoal>& goals,
                   const std::vector<SolverAnswer>& answers) {
  Comparison comparison;
  auto answer = answers.begin();
  for (size_t i = 0; i < goals.size(); ++i) {
    const solver::ProofGoal& goal = goals[i];
    if (goal.smt2.empty()) continue;
    const SolverAnswer& second = *answer++;
    comparison.stopped += second.stopped ? 1 : 0;
    const auto note = [&](const std::string& text) {
      return Comparison::Note{i, fmt::format("{} \"{}\": {}", name(goal.kind), goal.name, text)};
    };
    // sat is expected for premises, unsat for all other goals.
    const bool proved = goal.status == solver::ProofStatus::proved;
    const char* first = (goal.kind == solver::GoalKind::premises) == proved ? "sat" : "unsat";
    if (!second.is_decided())
      comparison.undecided.push_back(note(second.text));
    else if (goal.status == solver::ProofStatus::unknown)
      comparison.undecided.push_back(note(second.text + ", by it alone"));
    else if (second.text != first)
      comparison.disagreed.push_back(
          note(fmt::format("{} by the first, {} by the second", first, second.text)));
    else
      ++comparison.agreed;
  }
  return comparison;
}

}  // namespace strideproof
