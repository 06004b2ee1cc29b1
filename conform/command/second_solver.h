#pragma once
// A second solver: a program that gets the questions of the first in SMT-LIB, over its standard
// input and output, in processes of its own.
//
// (reset) precedes each question, so questions do not influence each other. Effort is limited in
// the program's own steps if it counts them (cvc5 does), so a loaded machine gets the answers of an
// idle one. The clock stops a question that hangs: then `prove` is incomplete. A question without
// an answer has the reason in its place, and never agrees.

#include <atomic>
#include <future>
#include <semaphore>
#include <span>
#include <string>
#include <vector>

#include "proofs/engine/proof_goal.h"
#include "spec/stop.h"

namespace strideproof {

class SecondSolver {
 public:
  struct SolverAnswer {
    std::string text;      // "sat", "unsat", or why there is none: "unknown", "exit(1)"
    bool stopped = false;  // by the clock

    bool is_decided() const { return text == "sat" || text == "unsat"; }
  };

  // command: a program and its arguments, as sh reads them; the program reads SMT-LIB from its
  // standard input. Up to `processes` run at once. seconds: time without an answer until a process
  // is stopped. Throws SetupError if the program does not name itself or answers the simplest
  // questions wrongly.
  SecondSolver(std::string command, unsigned processes, double seconds = 600);

  static bool installed(const std::string& program);  // true if PATH has it

  const std::string& name() const { return name_; }  // "cvc5 1.0.3"

  // One answer for each question, in order. A question is a whole script that ends with
  // (check-sat). The result must not outlive the solver.
  std::future<std::vector<SolverAnswer>> ask(std::vector<std::string> questions);
  // Answers every open and later question with "interrupted"; a requested stop has the same effect.
  void stop() { stopped_ = true; }

 private:
  std::vector<SolverAnswer> answers_to(std::span<const std::string> questions);

  const std::string command_;
  const double seconds_;
  std::string name_;
  std::counting_semaphore<> free_;  // processes
  std::atomic<bool> stopped_ = false;
  OnStop on_stop_;
};

// The answers of the second solver for the goals of one theorem; goals have the numbers of `prove
// --smt2`.
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
                   const std::vector<SecondSolver::SolverAnswer>& answers);

}  // namespace strideproof
