#pragma once
// Unknown terms of a sum of strides (spec/overlap.h), and the copies that controls make of them.

#include <string>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "spec/overlap.h"

namespace strideproof::solver {

using spec::Term;

// The sums that spec/overlap.h evaluates stay below 2^62, all their terms together.
inline constexpr int64_t most_sum = (int64_t{1} << 62) - 1;

inline Term<Sym> any_term(Proof& proof, const std::string& mark) {
  return {proof.variable("stride" + mark, 1, most_sum), proof.variable("most" + mark, 0, most_sum)};
}
inline Facts known_of(Proof& proof, const Term<Sym>& term) {
  return bounds_of(proof, {term.stride, term.most});
}

// Two of one sum.
struct TwoTerms {
  Term<Sym> a, b;
  Facts known;  // stride*most of each term, and of both together, is in [0, most_sum]
};
TwoTerms any_two_terms(Proof& proof);

// The result that spec::bezout finds and certifies for two strides a, b.
struct Common {
  spec::Bezout<Sym> bezout;
  Sym p, q;  // a/g, b/g
  Sym k;
  Fact checked;  // spec::certifies
  Fact split;    // a = p*g, b = q*g, p >= 1, q >= 1
  Fact inverse;  // p*inverse = k*q + 1
};
Common any_common(Proof& proof, const Sym& a, const Sym& b);

// ---- controls: terms as the strides of n and h of an operand, elements of one byte ----

inline Proof::Limits small_terms() {
  return {{"stride_a", {1, 12}}, {"stride_b", {1, 12}}, {"most_a", {1, 6}}, {"most_b", {1, 6}},
          {"target", {0, 100}},  {"v", {0, 100}},       {"g", {1, 12}},     {"inverse", {0, 12}},
          {"x", {0, 6}},         {"y", {0, 6}},         {"rest", {0, 20}}};
}

inline constexpr int64_t middle = toy_window + 4096;

inline Term<int64_t> n_term(const okk_gdma::Copy<int64_t>& op,
                            const okk_gdma::Stride<int64_t>& stride) {
  return {stride.stride.n, op.shape.n - 1};
}
inline Term<int64_t> h_term(const okk_gdma::Copy<int64_t>& op,
                            const okk_gdma::Stride<int64_t>& stride) {
  return {stride.stride.h, op.shape.h - 1};
}
inline okk_gdma::Copy<int64_t> copy_in(const std::string& line) {
  const Case c = parse_case(line);
  return okk_gdma::copy_of(*c.operation, c.arguments);
}
inline bool violated(const std::string& line, okk_gdma::ConstraintId label) {
  return violates(parse_case(line), label);
}

}  // namespace strideproof::solver
