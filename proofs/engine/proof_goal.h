#pragma once
// Goals of proofs, and the answers of Z3.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

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
  std::string text() const;  // "S=256 X=4"
  bool empty() const { return values_.empty(); }

 private:
  friend class Context;
  std::map<std::string, std::string> values_;  // decimal, of any size
};

struct SolverOptions {
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
      smt2;  // SolverOptions::keep_smt2: the question that decided, in SMT-LIB 2.6; unsat means
             // proved (of GoalKind::premises: sat means proved)
};

}  // namespace strideproof::solver
