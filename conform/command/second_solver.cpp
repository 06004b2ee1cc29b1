#include "conform/command/second_solver.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <semaphore>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "conform/check/setup_error.h"
#include "conform/plugin/subprocess.h"

namespace strideproof {
namespace {

using Answer = SecondSolver::Answer;
using Result = Answer::Result;

// The budget of one question in steps of the solver: at most some tenths of a second of cvc5. A
// budget three times as large decides 1 % more of the questions of this project.
constexpr int effort = 16'000;
// Questions for one process. cvc5 slows down with the number of questions despite (reset): 1,700
// questions of one theorem in one process take 1.5 times as long as in many processes.
constexpr size_t questions_at_once = 32;
constexpr const char* marker = "strideproof: next";

std::string script(const std::vector<std::string>& questions, size_t first) {
  std::string text;
  for (size_t i = first; i < questions.size(); ++i)
    text +=
        fmt::format("(reset)\n(set-option :reproducible-resource-limit {})\n{}\n(echo \"{}\")\n",
                    effort, questions[i], marker);
  return text;
}

// The output after one question.
struct Said {
  std::string text, ended;  // lines; how the program ended, if it ended
  bool stopped = false;     // by the clock
};

Answer understood(const Said& said) {
  Answer answer{Result::none, said.ended.empty() ? "no answer" : said.ended, said.stopped};
  std::istringstream lines(said.text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("(error", 0) == 0) return {Result::none, line, false};
    if (line == "sat") answer = {Result::sat, {}, false};
    if (line == "unsat") answer = {Result::unsat, {}, false};
    if (line == "unknown") answer = {Result::none, line, false};
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
  std::unordered_map<std::string, Answer> known;  // decided questions, as theorems share lemmas

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

  // Starts processes until each question was asked, so a question that ends a process does not
  // affect later ones.
  std::vector<Said> converse(const std::vector<std::string>& questions) const {
    std::vector<Said> said;
    while (said.size() < questions.size()) {
      if (stopped) {
        said.push_back({{}, "interrupted", false});
        continue;
      }
      Subprocess subprocess(command, script(questions, said.size()));
      Said here;
      while (said.size() < questions.size()) {
        const std::optional<std::string> line = subprocess.line(seconds, stopped);
        if (!line) here.ended = subprocess.ended();
        if (!line) here.stopped = subprocess.late();
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
    : shared_(std::make_shared<Shared>(std::move(command), seconds, processes)),
      on_stop_([this] { stop(); }) {
  const std::vector<Said> said =
      shared_->converse({"(get-info :name)\n(get-info :version)", "(set-logic ALL)\n(check-sat)",
                         "(set-logic ALL)\n(assert false)\n(check-sat)"});
  name_ = quoted(said[0].text, ":name") + " " + quoted(said[0].text, ":version");
  if (stop_requested()) return;
  if (name_.front() != ' ' && understood(said[1]).result == Result::sat &&
      understood(said[2]).result == Result::unsat)
    return;
  std::string why = said[0].text.substr(0, said[0].text.find('\n'));
  if (why.empty()) why = said[0].ended.empty() ? "wrong answers" : said[0].ended;
  throw SetupError(fmt::format("the second solver '{}' cannot be used: {}", shared_->command, why));
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
    using InUse = std::unique_ptr<Shared, void (*)(Shared*)>;
    std::vector<std::future<std::vector<Answer>>> parts;
    for (size_t i = 0; i < questions.size(); i += questions_at_once) {
      const auto first = questions.begin() + static_cast<std::ptrdiff_t>(i);
      const size_t count = std::min(questions_at_once, questions.size() - i);
      shared->free.acquire();
      InUse in_use(shared.get(), [](Shared* used) { used->free.release(); });
      std::vector<std::string> some(first, first + static_cast<std::ptrdiff_t>(count));
      parts.push_back(std::async(
          std::launch::async, [in_use = std::move(in_use), some = std::move(some)]() mutable {
            const InUse until_answered = std::move(in_use);  // a future keeps its producer alive
            return until_answered->answers(some);
          }));
    }
    std::vector<Answer> all;
    for (auto& part : parts)
      for (Answer& answer : part.get()) all.push_back(std::move(answer));
    return all;
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
    comparison.stopped += second.stopped ? 1 : 0;
    const auto note = [&](const std::string& text) {
      return Comparison::Note{i, fmt::format("{} \"{}\": {}", name(goal.kind), goal.name, text)};
    };
    const auto word = [](bool sat) { return sat ? "sat" : "unsat"; };
    // sat is expected for premises, unsat for all other goals.
    const bool proved = goal.status == solver::Status::proved;
    const bool first_sat = (goal.kind == solver::GoalKind::premises) == proved;
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
