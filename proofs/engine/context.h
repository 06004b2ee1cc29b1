#pragma once
// The state of symbolic runs: the Z3 context, the assumptions in force (declared premises and
// decisions of the current path), the goals that the run must prove, and the log of the questions
// that it asks Z3.
//
// An answer `proved` means that the negation of the goal was refuted. A model is believed only if
// it makes every premise true and the goal false. A question that exceeds its effort is `unknown`.
// Effort counts steps, not seconds, so a loaded machine answers like an idle one.
//
// At most one Context per thread, current from construction to destruction; no Sym, SymBool, Fact
// or path may outlive it. Throws std::logic_error if no Context is current, or another one is: that
// is an error in the caller's code and never a result.

#include <z3++.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proofs/engine/proof_goal.h"

namespace strideproof::solver {

class Exploration;
class Sym;
class SymBool;

using Terms = std::vector<z3::expr>;

// Inclusive at both ends.
struct Interval {
  int64_t low, high;
  friend bool operator==(const Interval&, const Interval&) = default;
};
inline constexpr Interval int64_range{INT64_MIN, INT64_MAX};

// `assumptions` must imply `goal`, else the lifted code differs from the code that runs with
// int64_t.
struct Obligation {
  std::string what;  // "product fits int64_t"
  std::vector<z3::expr> assumptions;
  z3::expr goal;
};

class Context {
 public:
  explicit Context(const SolverOptions& options = {});
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  static Context& current();
  z3::context& z3() { return z3_; }

  // An unknown in [low, high]; a name may be declared once in a run. It has no prime, which Z3 would
  // print without the bars that SMT-LIB demands.
  Sym variable(const std::string& name, int64_t low = INT64_MIN, int64_t high = INT64_MAX);
  // The same for any sort, without bounds; returns its argument, a constant.
  z3::expr unknown(const z3::expr& constant);
  // The unknowns declared so far in this run, in order.
  const std::vector<z3::expr>& variables() const { return scope_.variables; }

  // Premises and decisions in force, in the order of declaration.
  void assume(const SymBool& premise);
  const std::vector<z3::expr>& assumptions() const { return scope_.assumptions; }

  // Bounds that a proof has found for a term of this run: arithmetic that yields this term uses
  // them, and needs no goal that the term fits int64_t.
  void learn(const z3::expr& term, const Interval& bounds) {
    scope_.learned.emplace_back(term, bounds);
  }
  std::optional<Interval> learned(const z3::expr& term) const;
  // Consequences of the assumptions that a proof has found in this run.
  void know(const z3::expr& proved) { scope_.proved.push_back(proved); }
  const std::vector<z3::expr>& proved() const { return scope_.proved; }

  // Goals gathered by arithmetic since the Context was made, each once; the end of a path keeps
  // them.
  void require(Obligation obligation);
  const std::vector<Obligation>& obligations() const { return obligations_; }
  bool exact() const { return exact_depth_ > 0; }

  // Decides if the premises imply the goal; equal questions are asked once. `hints` are
  // consequences of the premises that probably suffice: they are tried alone first, then with the
  // premises. A goal that hints alone imply is not asked again with the same hints, whatever the
  // premises.
  ProofStatus prove(GoalKind kind, const std::string& name, const Terms& premises,
                    const z3::expr& goal, const Terms& hints = {});
  // Decides if values satisfy one of these lists of premises: proved; vacuous: none do. Tries small
  // values first, with little effort.
  ProofStatus satisfiable(const std::string& name, const std::vector<Terms>& alternatives);
  const std::vector<ProofGoal>& goals() const { return goals_; }
  // From now on every goal counts as proved, and nothing is asked.
  void believe() { believes_ = true; }
  // The proved lemmas, by the functions of their statements.
  using LemmaKey = void (*)();
  std::set<LemmaKey>& lemmas() { return lemmas_; }

  // The fork handler of conditions; nullptr outside explore().
  Exploration* exploration() const { return exploration_; }

 private:
  friend class ExactArithmetic;
  friend class Exploration;

  void assume(const z3::expr& premise);
  // False only if the solver knows that the assumptions exclude the condition.
  bool feasible(const z3::expr& condition);
  void push();
  void pop();  // removes what was assumed, declared and proved since push()

  struct Answer {
    z3::check_result result;
    Model model;
    std::string smt2;
  };
  Answer ask(const Terms& assertions, unsigned effort);
  void keep(const Terms& premises, const z3::expr& goal);

  struct Scope {
    std::vector<z3::expr> variables, assumptions, proved;
    std::vector<std::pair<z3::expr, Interval>> learned;
  };

  z3::context z3_;
  z3::solver pruner_;  // holds the assumptions
  Scope scope_;
  std::vector<Scope> scopes_;  // around it
  std::vector<Obligation> obligations_;
  std::set<std::vector<unsigned>> known_obligations_;  // by the ids of their terms
  Exploration* exploration_ = nullptr;
  int exact_depth_ = 0;

  SolverOptions options_;
  std::vector<ProofGoal> goals_;
  // Questions answered `proved`, by the ids of their terms, which keep_ keeps from being reused.
  std::set<std::vector<unsigned>> implied_, satisfied_;
  Terms keep_;
  std::set<LemmaKey> lemmas_;
  bool believes_ = false;
};

// While an object exists, Sym computes with mathematical integers and adds no goals: for statements
// about code, never for the code itself.
class ExactArithmetic {
 public:
  ExactArithmetic() : context_(Context::current()) { ++context_.exact_depth_; }
  ~ExactArithmetic() { --context_.exact_depth_; }
  ExactArithmetic(const ExactArithmetic&) = delete;
  ExactArithmetic& operator=(const ExactArithmetic&) = delete;

 private:
  Context& context_;
};

// The uninterpreted constants below the terms, integers and words.
std::vector<z3::expr> unknowns(std::vector<z3::expr> terms);

// The ids of terms: equal iff the terms are equal, as long as the terms are kept alive.
std::vector<unsigned> ids(const std::vector<z3::expr>& assumptions, const z3::expr& goal);

}  // namespace strideproof::solver
