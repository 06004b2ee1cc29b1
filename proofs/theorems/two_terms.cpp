// Two terms: the closed form with an inverse modulo the gcd finds a sum iff there is one.

#include "proofs/theorems/terms.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

template <class Mutation = Original>
void two_terms_reach_exactly(Proof& proof) {
  const TwoTerms both = any_two_terms(proof);
  const Term<Sym>&a = both.a, &b = both.b;
  const Common common = any_common(proof, a.stride, b.stride);
  const Sym &g = common.bezout.g, &p = common.p, &q = common.q, &k = common.k;
  const Fact closed = proof.given(q <= INT32_MAX);
  const Fact below = proof.prove("the inverse is below the modulus",
                                 common.bezout.inverse < INT32_MAX, {common.checked, closed});
  const Sym inverse = Sym::of(common.bezout.inverse.term(), Interval{0, INT32_MAX - 1});
  const Sym target = proof.variable("target", 0, most_sum);
  const Sym x = proof.variable("x", 0, most_sum), y = proof.variable("y", 0, most_sum);
  const auto divide = proof.use(lemmas::division);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto least = proof.use(lemmas::ceil_div_least);
  const auto encloses = proof.use(lemmas::ceil_div_encloses);
  const auto equal = proof.use(equal_factors);
  const Fact& split = common.split;
  const Facts terms = both.known + bounds_of(proof, {g, inverse, target, x, y}) +
                      Facts{common.checked, common.inverse, below};
  proof.learn("the modulus is small", q, {1, INT32_MAX}, {split, closed});

  const Sym rest = exactly([&] { return b.most * b.stride; });
  proof.learn("the second term stays in the sum", rest, {0, most_sum}, both.known);
  const Sym above = max_of(Sym(0), target - b.most * b.stride);
  proof.learn(
      "candidates begin in the sum", exactly([&] { return ceil_div(above, a.stride); }),
      {0, most_sum},
      terms + Facts{encloses.instance(above, a.stride), monotone.instance(0, b.most, b.stride)});

  const SymBool reach = spec::two_terms_reach<Sym, Mutation>(a, b, target, {g, inverse});
  const spec::StepRange<Sym> range = spec::candidates<Sym, Mutation>(a, b.most * b.stride, target);
  const Sym residue = target / g % q * inverse;
  const Sym before = residue + q - range.first % q;
  const Sym smallest = range.first + before % q;

  const ExactArithmetic exact;
  // Quotients by names: T = target/g = t*q + t0, first = f*q + f0, before = d*q + d0, so that
  // smallest = t0*inverse + s*q with s = f + 1 - d.
  const Sym T = target / g, t = T / q, t0 = T % q, f = range.first / q, d = before / q;
  const Sym s = f + 1 - d;
  const Facts divisions = {divide.instance(target, g), divide.instance(T, q),
                           divide.instance(range.first, q), divide.instance(before, q)};
  const Fact first = proof.prove("candidates begin at 0 or later", range.first >= 0,
                                 terms + Facts{encloses.instance(above, a.stride)});
  const Fact form = proof.prove(
      "the smallest candidate is the residue and whole moduli",
      all_of(smallest == t0 * inverse + s * q, range.first <= smallest, smallest < range.first + q),
      terms + divisions + Facts{split, first, monotone.instance(0, t0, inverse)});
  const Sym way = t - t0 * k - s * p;  // the rest, in steps of b
  const Fact leaves = proof.prove("it leaves whole moduli", T == smallest * p + way * q,
                                  terms + divisions +
                                      Facts{split, form, equal.instance(p * inverse, k * q + 1, t0),
                                            equal.instance(smallest, t0 * inverse + s * q, p)});
  const Fact sum = proof.prove(
      "so the rest is a multiple of the other stride",
      implies(target % g == 0, target == smallest * a.stride + way * b.stride),
      terms + divisions +
          Facts{split, leaves, equal.instance(T, smallest * p + way * q, g),
                equal.instance(a.stride, p * g, smallest), equal.instance(b.stride, q * g, way)});
  proof.conclude_if("where the formula says so, this is a sum", reach,
                    all_of(0 <= smallest, smallest <= a.most, 0 <= way, way <= b.most,
                           target == smallest * a.stride + way * b.stride),
                    terms + Facts{first, form, sum, divide.instance(target, a.stride),
                                  encloses.instance(above, a.stride),
                                  monotone.instance(range.first, smallest, a.stride),
                                  monotone.instance(smallest, target / a.stride, a.stride),
                                  monotone.instance(way, -1, b.stride),
                                  monotone.instance(b.most + 1, way, b.stride)});

  const Fact solution = proof.given(all_of(x <= a.most, y <= b.most));
  const SymBool reached = x * a.stride + y * b.stride == target;
  const Sym whole = x * p + y * q;
  const Fact in_g = proof.prove(
      "a sum is a multiple of g", implies(reached, all_of(target % g == 0, T == whole)),
      terms + Facts{split, digits.instance(whole, 0, g), equal.instance(a.stride, p * g, x),
                    equal.instance(b.stride, q * g, y), monotone.instance(0, x, p),
                    monotone.instance(0, y, q)});
  const Sym e = t * inverse - x * k - y * inverse;
  const Fact congruent = proof.prove(
      "its x is the residue and whole moduli", implies(reached, x == t0 * inverse + e * q),
      terms + divisions +
          Facts{split, in_g, equal.instance(T, t * q + t0, inverse),
                equal.instance(T, whole, inverse), equal.instance(p * inverse, k * q + 1, x)});
  const Fact candidate = proof.prove(
      "and a candidate", implies(reached, all_of(range.first <= x, x <= range.last)),
      terms + Facts{solution, least.instance(above, a.stride, x), divide.instance(target, a.stride),
                    monotone.instance(target / a.stride + 1, x, a.stride),
                    monotone.instance(y, b.most, b.stride), monotone.instance(0, y, b.stride),
                    monotone.instance(0, x, a.stride)});
  const auto [q_, q_is] = proof.name("q", q);
  const auto [from, from_is] = proof.name("from", range.first);
  const auto [least_x, least_is] = proof.name("least_x", smallest);
  const auto [residue_, residue_is] = proof.name("residue", t0 * inverse);
  const auto [s_, s_is] = proof.name("s", s);
  const auto [e_, e_is] = proof.name("e", e);
  const Fact of_least =
      proof.prove("in names", all_of(least_x == residue_ + s_ * q_, least_x < from + q_),
                  {form, q_is, from_is, least_is, residue_is, s_is, equal.instance(s, s_, q),
                   equal.instance(q, q_, s_)});
  const Fact of_x =
      proof.prove("in names, too", implies(reached, all_of(x == residue_ + e_ * q_, from <= x)),
                  {congruent, candidate, q_is, from_is, residue_is, e_is, equal.instance(e, e_, q),
                   equal.instance(q, q_, e_)});
  const Fact not_above =
      proof.prove("the smallest candidate is not above it", implies(reached, least_x <= x),
                  {of_least, of_x, monotone.instance(e_, s_ - 1, q_)});
  proof.conclude_if("a sum is found", reached, reach,
                    {in_g, candidate, not_above, least_is, from_is});
}

// ---- control ----

// Destination x*a, source target - y*b: they overlap iff target is a sum.
std::string copy_of_two_terms(const Model& v) {
  const int64_t source = middle + v["target"] - v["most_b"] * v["stride_b"];
  return copy_line(1, {v["most_a"] + 1, 1, v["most_b"] + 1, 1},
                   {Space::system, middle, Dim4<int64_t>{v["stride_a"], 0, 0, 1}},
                   {Space::system, source, Dim4<int64_t>{0, 0, v["stride_b"], 1}});
}
template <class Mutation>
bool reach_is_imagined(const std::string& line) {
  const auto op = copy_in(line);
  const auto a = n_term(op, op.dst_stride), b = h_term(op, op.src_stride);
  const int64_t target = op.src_addr - op.dst_addr + b.most * b.stride;
  const auto known = spec::bezout(a.stride, b.stride);
  return spec::two_terms_reach<int64_t, Mutation>(a, b, target, known) &&
         !spec::two_terms_reach(a, b, target, known) &&
         !violated(line, okk_gdma::ConstraintId::overlap);
}

}  // namespace

std::vector<Theorem> two_terms_theorems() {
  using NoLow = Mutant<FormulaFault::low_bound_ignored>;
  // A modulus above most_a: if the candidate fails, no other succeeds.
  Proof::Limits one_candidate = small_terms();
  one_candidate["stride_b"] = {7, 12}, one_candidate["g"] = {1, 1};
  return {{"reach.two_terms",
           "A number is a sum of values of two terms exactly where the closed form says so.",
           with_others(operations_where(okk_gdma::is_copy),
                       {"bm_atomic_memcpy_4D", "bm_atomic_cwtrans", "okk_bdc_*", "data_move"}),
           two_terms_reach_exactly<>,
           {"the second term may exceed its bound", two_terms_reach_exactly<NoLow>, one_candidate,
            copy_of_two_terms, reach_is_imagined<NoLow>}}};
}

}  // namespace strideproof::solver
