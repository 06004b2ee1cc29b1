#include "conform/command/second_solver.h"

#include <fmt/format.h>

#include <cstdlib>
#include <regex>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "conform/check/setup_error.h"
#include "conform/plugin/subprocess.h"

namespace strideproof {
namespace {

using Answer = SecondSolver::Answer;

// The budget of one question in steps of the solver: at most some tenths of a second of cvc5. A
// budget three times as large decides 1 % more of the questions of this project.
constexpr int effort = 16'000;
// Questions for one process. cvc5 slows down with the number of questions despite (reset): 1,700
// questions of one theorem in one process take 1.5 times as long as in many processes.
constexpr size_t questions_at_once = 32;
constexpr std::string_view marker = "strideproof: next";

// The output after one question.
struct Said {
  std::string text, ended = {};  // how the program ended, if it ended
  bool stuck = false;
};

// Asks one process; gives the output after each question up to the one at which it ended.
std::vector<Said> converse(const std::string& command, std::span<const std::string> questions,
                           double seconds, const std::atomic<bool>& stopped) {
  std::string script;
  for (const std::string& question : questions)
    script +=
        fmt::format("(reset)\n(set-option :reproducible-resource-limit {})\n{}\n(echo \"{}\")\n",
                    effort, question, marker);
  const Finished finished = run_program(command, script, seconds, stopped);
  std::vector<Said> said;
  std::string_view rest = finished.output;
  for (size_t end; said.size() < questions.size() && (end = rest.find(marker)) != rest.npos;
       rest.remove_prefix(end + marker.size()))
    said.push_back({std::string(rest.substr(0, end))});
  if (said.size() < questions.size())
    said.push_back({std::string(rest), finished.ended, finished.stuck});
  return said;
}

Answer understood(const Said& said) {
  Answer answer{Answer::Result::none, said.ended.empty() ? "no answer" : said.ended, said.stuck};
  std::istringstream lines(said.text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("(error")) return {Answer::Result::none, line, false};
    if (line == "sat") answer = {Answer::Result::sat, {}, false};
    if (line == "unsat") answer = {Answer::Result::unsat, {}, false};
    if (line == "unknown") answer = {Answer::Result::none, line, false};
  }
  return answer;
}

// (:name "cvc5") has it between quotes.
std::string quoted(const std::string& text, const std::string& keyword) {
  std::smatch match;
  return std::regex_search(text, match, std::regex(keyword + " \"([^\"]*)\"")) ? match.str(1) : "";
}

}  // namespace

// Questions for one process at a time, each with the promise of its answer.
struct SecondSolver::Batch {
  std::vector<std::string> questions;
  std::vector<std::promise<Answer>> answers;
};

SecondSolver::SecondSolver(std::string command, unsigned processes, double seconds)
    : command_(std::move(command)),
      seconds_(seconds),
      free_(static_cast<std::ptrdiff_t>(processes)),
      on_stop_([this] { stop(); }) {
  const std::string probes[] = {"(get-info :name)\n(get-info :version)",
                                "(set-logic ALL)\n(check-sat)",
                                "(set-logic ALL)\n(assert false)\n(check-sat)"};
  const std::vector<Said> said = converse(command_, probes, seconds_, stopped_);
  const std::string name = quoted(said[0].text, ":name");
  name_ = name + " " + quoted(said[0].text, ":version");
  if (stop_requested()) return;
  if (!name.empty() && said.size() == 3 && understood(said[1]).result == Answer::Result::sat &&
      understood(said[2]).result == Answer::Result::unsat)
    return;
  std::string why = said[0].text.substr(0, said[0].text.find('\n'));
  if (why.empty()) why = said[0].ended.empty() ? "wrong answers" : said[0].ended;
  throw SetupError(fmt::format("the second solver '{}' cannot be used: {}", command_, why));
}

bool SecondSolver::installed(const std::string& program) {
  return std::system(fmt::format("command -v {} > /dev/null", program).c_str()) == 0;
}

std::vector<std::shared_future<Answer>> SecondSolver::ask(
    const std::vector<std::string>& questions) {
  std::vector<std::shared_future<Answer>> all;
  Batch batch;
  const auto send = [&] {
    if (!batch.questions.empty())
      batches_.push_back(std::async(std::launch::async, [this, some = std::move(batch)]() mutable {
        free_.acquire();
        answer(some);
        free_.release();
      }));
    batch = {};
  };
  for (const std::string& question : questions) {
    const auto [at, is_new] = known_.try_emplace(question);
    if (is_new) {
      batch.questions.push_back(question);
      at->second = batch.answers.emplace_back().get_future();
    }
    if (batch.questions.size() == questions_at_once) send();
    all.push_back(at->second);
  }
  send();
  return all;
}

// If a question ends its process, another process is asked the later ones.
void SecondSolver::answer(Batch& batch) {
  for (size_t next = 0; next < batch.questions.size();) {
    if (stopped_) {
      batch.answers[next++].set_value({Answer::Result::none, "interrupted"});
      continue;
    }
    const std::span<const std::string> rest = std::span(batch.questions).subspan(next);
    for (const Said& said : converse(command_, rest, seconds_, stopped_))
      batch.answers[next++].set_value(understood(said));
  }
}

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
    const bool proved = goal.status == solver::ProofStatus::proved;
    const bool first_sat = (goal.kind == solver::GoalKind::premises) == proved;
    const bool second_sat = second.result == Answer::Result::sat;
    if (second.result == Answer::Result::none)
      comparison.undecided.push_back(note(second.why));
    else if (goal.status == solver::ProofStatus::unknown)
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
