#include "proofs/theorems/terms.h"

namespace strideproof::solver {

TwoTerms any_two_terms(Proof& proof) {
  const Term<Sym> a = any_term(proof, "_a"), b = any_term(proof, "_b");
  const auto not_negative = proof.use(lemmas::product_not_negative);
  const ExactArithmetic exact;
  const Fact sum = proof.given(a.stride * a.most + b.stride * b.most <= most_sum);
  return {a, b,
          known_of(proof, a) + known_of(proof, b) +
              Facts{sum, not_negative.instance(a.stride, a.most),
                    not_negative.instance(b.stride, b.most)}};
}

Common any_common(Proof& proof, const Sym& a, const Sym& b) {
  const Sym g = proof.variable("g", 1, most_sum), inverse = proof.variable("inverse", 0, most_sum);
  const auto divide = proof.use(lemmas::division);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto not_negative = proof.use(lemmas::product_not_negative);
  const auto equal = proof.use(equal_factors);
  const ExactArithmetic exact;
  const spec::Bezout<Sym> bezout = {g, inverse};
  const Fact checked = proof.given(spec::certifies(bezout, a, b));
  const Sym p = a / g, q = b / g;
  const Fact split = proof.prove(
      "strides are multiples of g", all_of(a == p * g, b == q * g, p >= 1, q >= 1),
      bounds_of(proof, {a, b, g}) + Facts{checked, divide.instance(a, g), divide.instance(b, g)});
  // Modulo 1 no remainder is 1.
  const Sym less = select(q == 1, 1, 0), whole = p * inverse / q;
  const Sym k = whole - less;
  const Fact unit = proof.prove(
      "p*inverse = k*q + 1", p * inverse == k * q + 1,
      bounds_of(proof, {inverse}) +
          Facts{checked, split, divide.instance(p * inverse, q), not_negative.instance(p, inverse),
                equal.instance(inverse, 0, p), digits.instance(0, 1, q), equal.instance(less, 1, q),
                equal.instance(less, 0, q), equal.instance(k, whole - less, q)});
  const auto [k_, k_is] = proof.name("k", k);
  const Fact named = proof.prove("in names, p*inverse = k*q + 1", p * inverse == k_ * q + 1,
                                 {unit, k_is, equal.instance(k_, k, q)});
  return {bezout, p, q, k_, checked, split, named};
}

}  // namespace strideproof::solver
