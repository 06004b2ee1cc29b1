#pragma once
// A second solver: a program that is asked in SMT-LIB what the first has answered, over its standard
// input and output, in processes of its own.
//
// Each question is alone in its process as far as it can tell: (reset) stands before it. The effort
// that one may cost is counted in the program's own steps where it has such a count (cvc5 has), so
// that a loaded machine gets the answers of an idle one. One that hangs is stopped by the clock: then
// `prove` is incomplete. What it does not answer is `none`, with the reason, and never agreement.

#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "proofs/engine/prover.h"
#include "spec/stop.h"

namespace strideproof {

class SecondSolver {
 public:
  struct Answer {
    enum class Result : uint8_t { sat, unsat, none } result = Result::none;
    std::string why;       // of none: "unknown", "no answer for 600 s", "exit(1)"
    bool stopped = false;  // it said nothing for long
  };

  // command: a program and its arguments, as sh reads them; it reads SMT-LIB from its standard
  // input. Up to `processes` are run at once. seconds: without an answer, until one is stopped.
  // Throws SetupError where it does not name itself or gets the simplest questions wrong.
  SecondSolver(std::string command, unsigned processes, double seconds = 600);
  ~SecondSolver();  // futures must be done, or stop() called
  SecondSolver(const SecondSolver&) = delete;
  SecondSolver& operator=(const SecondSolver&) = delete;

  static bool installed(const std::string& program);  // whether PATH has it

  const std::string& name() const { return name_; }  // "cvc5 1.0.3"

  // One answer for each question, in their order. A question is a whole script that ends with
  // (check-sat); one that was decided is not asked again.
  std::future<std::vector<Answer>> ask(std::vector<std::string> questions);
  // What is asked and will be is answered `none`, "interrupted"; so it is once a stop is requested.
  void stop();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  OnStop on_stop_;
  std::string name_;
};

// What the second solver said of the goals of one theorem; goals as numbered by `prove --smt2`.
struct Comparison {
  struct Note {
    std::size_t goal;
    std::string text;
  };
  int agreed = 0, stopped = 0;
  std::vector<Note> disagreed, undecided;

  bool confirms() const { return agreed > 0 && disagreed.empty() && undecided.empty(); }
};

// answers: one for each goal that has a question.
Comparison compare(const std::vector<solver::ProofGoal>& goals,
                   const std::vector<SecondSolver::Answer>& answers);

}  // namespace strideproof
