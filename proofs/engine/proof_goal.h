#pragma once
// Prover: asks Z3 one question at a time and keeps the log. Equal questions are asked once.
//
// An answer `proved` means that the negation of the goal was refuted. A model is believed only if
// it makes every premise true and the goal false. A question that exceeds its effort is `unknown`.
// Effort counts steps, not seconds, so a loaded machine answers like an idle one.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "proofs/engine/context.h"

namespace strideproof::solver {

// vacuous: no values satisfy the premises, so the premises imply every goal.
enum class ProofStatus : uint8_t { proved, refuted, unknown, vacuous };
std::string_view name(ProofStatus status);

// Values of the unknowns of a refuted goal.
class Model {
 public:
  // The value of a word is unsigned. Throws std::out_of_range if there is no such unknown or its
  // value is no int64_t.
  int64_t operator[](const std::string& unknown) const;
  // False if the question does not depend on the unknown.
  bool has(const std::string& unknown) const { return values_.count(unknown) > 0; }
  std::string text() const;  // "S=256 X=4"
  bool empty() const { return values_.empty(); }

 private:
  friend class Prover;
  std::map<std::string, std::string> values_;  // decimal, of any size
};

struct ProverOptions {
  unsigned effort = 100'000'000;  // of one question, in Z3's units: some 20 s of work
  bool keep_smt2 = false;
};

// The purpose of a goal: the check of the premises, a lemma, a stage or the conclusion of a
// theorem, an obligation of the arithmetic.
enum class GoalKind : uint8_t { premises, lemma, stage, conclusion, range };
std::string_view name(GoalKind kind);

struct ProofGoal {
  GoalKind kind;
  std::string name;
  ProofStatus status;
  double seconds;
  Model counterexample;  // if refuted
  std::string
      smt2;  // ProverOptions::keep_smt2: the question that decided, in SMT-LIB 2.6; unsat means
             // proved (of GoalKind::premises: sat means proved)
};

// The uninterpreted constants below the terms, integers and words.
std::vector<z3::expr> unknowns(std::vector<z3::expr> terms);

class Prover {
 public:
  using Terms = std::vector<z3::expr>;

  explicit Prover(Context& context, const ProverOptions& options = {});
  ~Prover();
  Prover(const Prover&) = delete;
  Prover& operator=(const Prover&) = delete;

  // The prover of the current Context; throws std::logic_error if there is none.
  static Prover& current();

  Context& context() const { return context_; }
  const std::vector<ProofGoal>& goals() const { return goals_; }

  // Decides if the premises imply the goal. `hints` are consequences of the premises that probably
  // suffice: they are tried alone first, then together with the premises.
  ProofStatus prove(GoalKind kind, const std::string& name, const Terms& premises,
                    const z3::expr& goal, const Terms& hints = {});
  // Decides if values satisfy one of these lists of premises: proved; vacuous: none do. Tries small
  // values first, with little effort.
  ProofStatus satisfiable(const std::string& name, const std::vector<Terms>& alternatives);
  // From now on every goal counts as proved, and nothing is asked.
  void believe() { believes_ = true; }
  // The proved lemmas, by the functions of their statements.
  using LemmaKey = void (*)();
  std::set<LemmaKey>& lemmas() { return lemmas_; }

 private:
  struct Answer {
    z3::check_result result;
    Model model;
    std::string smt2;
  };
  Answer ask(const Terms& assertions, unsigned effort);
  void keep(const Terms& premises, const z3::expr& goal);

  Context& context_;
  ProverOptions options_;
  std::vector<ProofGoal> goals_;
  // Questions answered `proved`, by the ids of their terms, which keep_ keeps from being reused.
  std::set<std::vector<unsigned>> implied_, satisfied_;
  Terms keep_;
  std::set<LemmaKey> lemmas_;
  bool believes_ = false;
};

}  // namespace strideproof::solver
