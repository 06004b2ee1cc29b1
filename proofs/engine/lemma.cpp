#include "proofs/engine/lemma.h"

namespace strideproof::solver {

void prove_statement(Prover& prover, const std::string& name, const Statement& statement,
                     const Instances& steps) {
  const z3::expr premises = statement.premises.term();
  if (prover.satisfiable("premises of: " + name, {{{premises}}}) != Status::proved)
    throw Unproved();

  Prover::Terms terms = {premises};
  for (const Instance& step : steps) terms.push_back(step.term());
  if (prover.prove(GoalKind::lemma, name, terms, statement.conclusion.term()) != Status::proved)
    throw Unproved();
}

}  // namespace strideproof::solver
