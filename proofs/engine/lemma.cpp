#include "proofs/engine/lemma.h"

namespace strideproof::solver {

Status prove_statement(Prover& prover, const std::string& name, const Statement& statement,
                       const Instances& steps) {
  const z3::expr premises = statement.premises.term();
  const Status possible = prover.satisfiable("premises of: " + name, {{{premises}}});
  if (possible != Status::proved) return possible;

  Prover::Terms terms = {premises};
  for (const Instance& step : steps) terms.push_back(step.term());
  return prover.prove(GoalKind::lemma, name, terms, statement.conclusion.term());
}

}  // namespace strideproof::solver
