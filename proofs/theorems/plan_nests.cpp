#include "proofs/theorems/plan_nests.h"

namespace strideproof::solver::plans {

std::optional<Lemma<6>> joined_steps(Prover& prover) {
  return Lemma<6>::prove(prover, "steps of joined loops", {"x", "i", "j", "m", "d", "e"},
                         [](Sym x, Sym i, Sym j, Sym m, Sym d, Sym e) {
                           return given(e == d * m, x == i + j * m).follows(x * d == i * d + j * e);
                         });
}

std::optional<Lemma<4>> joined_count(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  const auto positive = lemmas::product_not_negative(prover);
  if (!monotone || !positive) return {};
  return Lemma<4>::prove(
      prover, "count of joined loops", {"m", "d", "p", "e"},
      [](Sym m, Sym d, Sym p, Sym e) {
        return given(e == d * m, any_of(d > 0, e > 0), m >= 0, p >= 0)
            .follows(0 <= m * p, m * p <= e * p);
      },
      [&](const Sym& m, const Sym& d, const Sym& p, const Sym& e) {
        return Instances{monotone->instance(1, d, m), monotone->instance(d, 0, m),
                         monotone->instance(m, e, p), positive->instance(m, p)};
      });
}

SymBool within(const Loops& loops, const Indices& at) {
  SymBool result = true;
  for (size_t i = 0; i < at.size(); ++i)
    result = all_of(result, 0 <= at[i], at[i] < loops[i].count);
  return result;
}

Sym place_at(const Loops& loops, const Indices& at, size_t operand) {
  const ExactArithmetic exact;
  Sym sum = 0;
  for (size_t i = 0; i < at.size(); ++i) sum = sum + at[i] * loops[i].step[operand];
  return sum;
}

SymBool visit_the_same(const Loops& a, const Indices& at, const Loops& b, const Indices& to) {
  const ExactArithmetic exact;
  SymBool same = true;
  for (size_t k = 0; k < a[0].step.size(); ++k)
    same = all_of(same, place_at(a, at, k) == place_at(b, to, k));
  return same;
}

Indices any_indices(Proof& proof) {
  Indices result;
  for (const char* name : {"i0", "i1", "i2", "i3"}) result.push_back(proof.variable(name, 0, far));
  return result;
}

SymBool ends(const AnyLoop& loop) {
  const ExactArithmetic exact;
  SymBool result = all_of(0 <= loop.count, loop.count <= far);
  for (const Sym& step : loop.step)
    result = all_of(result, -far <= step * loop.count, step * loop.count <= far);
  return result;
}

Fact loop_ends(Proof& proof, const LaneColumn& column, const AnyLoop& loop) {
  const ExactArithmetic exact;
  Facts facts = {column.legal, proof.bounds(loop.count)};
  for (const Sym& step : loop.step) {
    facts.push_back(proof.bounds(step));
    facts.push_back(proof.bounds(step * loop.count));
  }
  return proof.prove("the loop ends", ends(loop), facts);
}

void learn_ends(Proof& proof, const AnyLoop& loop, const Fact& why) {
  const auto product = [&](const Sym& step) {
    const ExactArithmetic exact;
    return step * loop.count;
  };
  for (const Sym& step : loop.step)
    proof.learn("the inner loop ends", product(step), {-far, far}, {why});
}

Fact joined_ends(Proof& proof, const AnyLoop& inner, const AnyLoop& outer, const Facts& why) {
  const auto join_steps = proof.use(joined_steps);
  const auto join_count = proof.use(joined_count);
  const ExactArithmetic exact;
  const Sym count = inner.count * outer.count;
  Facts facts = why;
  facts.push_back(proof.learn(
      "joined, they end", count, {0, far},
      why + Facts{join_count.instance(inner.count, inner.step[0], outer.count, outer.step[0])}));
  for (size_t k = 0; k < inner.step.size(); ++k)
    facts.push_back(
        join_steps.instance(count, 0, outer.count, inner.count, inner.step[k], outer.step[k]));
  return proof.prove("joined, they end", ends({count, inner.step}), facts);
}

}  // namespace strideproof::solver::plans
