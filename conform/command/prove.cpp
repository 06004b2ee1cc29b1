#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <future>
#include <thread>
#include <utility>

#include "conform/base/progress.h"
#include "conform/base/text.h"
#include "conform/command/commands.h"
#include "conform/command/second_solver.h"
#include "proofs/engine/proof_page.h"
#include "proofs/theorems/theorems.h"
#include "spec/stop.h"

namespace strideproof::commands {
namespace {

struct ProveArguments {
  std::string glob = "*", smt2, page;
  std::string second;  // empty: cvc5, if it is installed
  bool json = false;
};

namespace fs = std::filesystem;
using solver::ProofGoal;
using solver::Report;
using solver::Theorem;

// A theorem that the first solver has finished, and the answers of the second, if there is one.
struct Proved {
  Report report;
  std::future<std::vector<SecondSolver::SolverAnswer>> answers;
};

struct ProofCount {
  int theorems = 0, agreed = 0, undecided = 0;
  size_t goals = 0;
};

// The theorems whose name matches, or that concern an operation whose name matches; at least one.
std::vector<Theorem> theorems_matching(const std::string& glob) {
  const auto matches = [&](std::string_view name) { return matches_glob(glob, name); };
  const std::vector<Theorem> all = solver::theorems();
  std::vector<Theorem> some;
  std::ranges::copy_if(all, std::back_inserter(some), [&](const Theorem& theorem) {
    return matches(theorem.name) || std::ranges::any_of(theorem.operations, matches);
  });
  if (!some.empty()) return some;
  std::vector<std::string_view> known;
  for (const Operation& operation : catalogue()) known.push_back(operation.name);
  for (const Theorem& theorem : all) known.push_back(theorem.name);
  throw SetupError(
      fmt::format("no theorem or operation matches '{}'{}", glob, did_you_mean(glob, known)));
}

Json json(const std::vector<Comparison::Note>& notes) {
  Json all = Json::array();
  for (const auto& [goal, text] : notes) all.push_back({{"goal", goal}, {"detail", text}});
  return all;
}

Json json(const Report& report, const std::optional<SecondSolver>& second,
          const Comparison& comparison) {
  Json row = {{"theorem", report.theorem},
              {"meaning", report.meaning},
              {"operations", report.operations},
              {"status", solver::name(report.status)},
              {"reason", report.reason},
              {"seconds", report.seconds},
              {"paths", report.paths},
              {"goals", report.goals.size()},
              {"solvers", report.solvers},
              {"faults", report.mutants},
              {"control",
               {{"planted", report.control.mutant},
                {"status", solver::name(report.control.status)},
                {"reason", report.control.reason},
                {"case", report.control.case_line},
                {"confirmed", report.control.confirmed}}}};
  if (second)
    row["second"] = {{"solver", second->name()},
                     {"agreed", comparison.agreed},
                     {"disagreed", json(comparison.disagreed)},
                     {"undecided", json(comparison.undecided)}};
  return row;
}

std::string text(const Report& report, const std::optional<SecondSolver>& second,
                 const Comparison& comparison) {
  std::string out = fmt::format("{:8} {:6.1f} s  {}: {}\n", solver::name(report.status),
                                report.seconds, report.theorem, report.meaning);
  if (!report.reason.empty()) out += fmt::format("  {}\n", report.reason);
  const solver::ControlReport& control = report.control;
  if (!control.failed())
    out += fmt::format("  control ({}): {}, {}\n", control.mutant, solver::name(control.status),
                       control.reason.empty() ? "not confirmed" : control.reason);
  for (const auto& [goal, answer] : comparison.disagreed)
    out += fmt::format("  {} and {} disagree: {}.{}, {}\n", report.solvers.front(), second->name(),
                       report.theorem, goal, answer);
  if (!comparison.undecided.empty())
    out += fmt::format("  {} confirms {} of {} goals; not {}.{}, {}\n", second->name(),
                       comparison.agreed, report.goals.size(), report.theorem,
                       comparison.undecided.front().goal, comparison.undecided.front().text);
  return out;
}

std::string text(const ProofCount& count, const std::optional<SecondSolver>& second) {
  const std::string proved =
      fmt::format("{}, {}", counted(count.theorems, "theorem"), counted(count.goals, "goal"));
  if (!second) return proved + "; no second solver was asked\n";
  return fmt::format("{}; {} confirms {} and does not decide {}\n", proved, second->name(),
                     count.agreed, count.undecided);
}

void write_questions(const std::string& directory, const Report& report) {
  for (size_t i = 0; i < report.goals.size(); ++i)
    if (!report.goals[i].smt2.empty())
      write_file(fmt::format("{}/{}.{}.smt2", directory, report.theorem, i), report.goals[i].smt2);
}

std::optional<SecondSolver> second_solver(const std::string& wanted) {
  // This decides every fourth question with products that cvc5 otherwise leaves open.
  const std::string command = wanted.empty() ? "cvc5 --nl-ext-tplanes-interleave" : wanted;
  if (command == "none" || (wanted.empty() && !SecondSolver::installed("cvc5"))) return {};
  return std::optional<SecondSolver>(std::in_place, command,
                                     std::max(1U, std::thread::hardware_concurrency()));
}

class ProveRun {
 public:
  explicit ProveRun(const ProveArguments& arguments)
      : arguments_(arguments),
        second_(second_solver(arguments.second)),
        progress_(!arguments.json) {
    if (!arguments.page.empty() && arguments.glob != "*")
      throw SetupError("--page covers all theorems and takes no GLOB");
    if (!arguments.smt2.empty()) make_directory(arguments.smt2);
    options_.keep_smt2 = second_ || !arguments.smt2.empty();
  }

  // A theorem that ends early is not delayed by others.
  ~ProveRun() {
    if (second_) second_->stop();
  }
  ProveRun(const ProveRun&) = delete;
  ProveRun& operator=(const ProveRun&) = delete;

  int result() {
    for (const Theorem& theorem : theorems_matching(arguments_.glob)) {
      progress_.show(theorem.name, count_.theorems, findings_, "theorem");
      try {
        if (!stop_requested()) ask(theorem);
      } catch (const Interrupted&) {  // its report would be incomplete
      }
      finish_answered();
    }
    while (!open_.empty()) finish_answered();
    if (stop_requested()) at_least(3);
    write_file("-", arguments_.json ? json_text(all_) : text(count_, second_));
    if (const std::string& page = arguments_.page; !stop_requested() && !page.empty())
      write_file(page, solver::proof_page(fs::exists(page) ? read_file(page) : "", reports_));
    return status_;
  }

 private:
  void ask(const Theorem& theorem) {
    Proved proved{solver::run(theorem, options_), {}};
    if (!arguments_.smt2.empty()) write_questions(arguments_.smt2, proved.report);
    if (second_) {
      std::vector<std::string> questions;
      for (const ProofGoal& goal : proved.report.goals)
        if (!goal.smt2.empty()) questions.push_back(goal.smt2);
      proved.answers = second_->ask(std::move(questions));
    }
    open_.push_back(std::move(proved));
  }

  // Finishes the theorems about which both solvers have answered, in order.
  void finish_answered() {
    const auto done = [](const Proved& proved) {
      return !proved.answers.valid() ||
             proved.answers.wait_for(std::chrono::milliseconds(1)) == std::future_status::ready;
    };
    for (; !open_.empty() && done(open_.front()); open_.pop_front()) finish(open_.front());
  }

  void finish(Proved& proved) {
    Report& report = proved.report;
    const Comparison comparison =
        second_ ? compare(report.goals, proved.answers.get()) : Comparison{};
    if (comparison.confirms()) report.solvers.push_back(second_->name());
    ++count_.theorems;
    count_.goals += report.goals.size();
    count_.agreed += comparison.agreed;
    count_.undecided += static_cast<int>(comparison.undecided.size());
    if (arguments_.json)
      all_.push_back(json(report, second_, comparison));
    else
      write_file("-", text(report, second_, comparison));
    const bool fails =
        report.verdict() == solver::ProofResult::fails || !comparison.disagreed.empty();
    if (fails) ++findings_;
    if (fails || !report.holds()) at_least(fails ? 1 : 3);
    if (comparison.stopped > 0) at_least(3);
    for (ProofGoal& goal : report.goals) goal.smt2.clear();
    reports_.push_back(std::move(report));
  }

  // 1 is worse than 3, and 3 than 0.
  void at_least(int status) { status_ = status_ == 1 ? 1 : status; }

  const ProveArguments& arguments_;
  std::optional<SecondSolver> second_;
  Progress progress_;
  solver::SolverOptions options_;
  std::deque<Proved> open_;
  std::vector<Report> reports_;  // of finished theorems
  ProofCount count_;
  int findings_ = 0;
  Json all_ = Json::array();
  int status_ = 0;
};

int run(const ProveArguments& arguments) { return ProveRun(arguments).result(); }

}  // namespace

void add_prove(CLI::App& app) {
  const auto [command, a] = add_command<ProveArguments>(
      app, "prove", "Prove theorems, each with a control that fails",
      "  strideproof prove\n"
      "  strideproof prove 'okk_gdma_*_cpy_S2L' --json\n"
      "  strideproof prove 'layout.*' --smt2 questions\n"
      "  strideproof prove --second none\n\n"
      "Exit status: 0 proved, 1 refuted or vacuous, solvers that disagree, or a control that did "
      "not fail, 2 wrong use, 3 undecided, the theorem or its control, or a second solver that "
      "hung.");
  command->add_option("GLOB", a->glob, "Names of theorems or operations (default all)");
  command->add_flag("--json", a->json, "Write JSON");
  command->add_option("--smt2", a->smt2, "Write every question in SMT-LIB")->type_name("DIR");
  command->add_option("--page", a->page, "Write docs/proofs.md, for all theorems")
      ->type_name("FILE");
  command
      ->add_option("--second", a->second,
                   "Second solver for the same questions, reading SMT-LIB; none: no second "
                   "solver (default cvc5 --nl-ext-tplanes-interleave, if installed)")
      ->type_name("COMMAND");
}

}  // namespace strideproof::commands
