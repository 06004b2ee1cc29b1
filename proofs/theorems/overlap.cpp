#include "proofs/theorems/overlap.h"

namespace strideproof::solver {

Facts start_is_aligned(Proof& proof, const AnyOperand& x) {
  if (x.t.space == Space::system) return x.address.known;
  const auto equal = proof.use(equal_factors);
  const Sym &lane = x.address.start.lane, &lane_bytes = x.m.lane_bytes;
  const int64_t es = x.t.element_bytes;
  const Fact whole = proof.prove("a lane holds whole elements", lane_bytes == lane_bytes / es * es);
  const ExactArithmetic exact;
  return {proof.prove(
      "the start is aligned in its lane", x.address.start.offset % es == 0,
      x.address.known + Facts{whole, equal.instance(lane_bytes, lane_bytes / es * es, lane)})};
}

// Steps of strides that are equal, or of an extent of 1, are equal.
std::optional<Lemma<4>> equal_steps(Prover& prover) {
  return Lemma<4>::prove(
      prover, "steps of equal strides are equal", {"i", "e", "s", "t"},
      [](Sym i, Sym e, Sym s, Sym t) {
        return given(0 <= i, i < e, any_of(e == 1, s == t)).follows(i * s == i * t);
      });
}

// 0 steps lead to 0, and one step to the stride.
std::optional<Lemma<2>> first_steps(Prover& prover) {
  return Lemma<2>::prove(prover, "the first steps", {"i", "s"}, [](Sym i, Sym s) {
    return given(0 <= i, i <= 1).follows(i * s == select(i == 0, Sym(0), s));
  });
}

}  // namespace strideproof::solver
