// Reach: the numbers that are sums of multiples of two strides. The closed forms with a gcd are
// exact.

#include "proofs/theorems/terms.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

// ---- two steps that meet ----

// u*p + v*q = 1 and i*p = j*q: q divides i.
std::optional<Lemma<6>> coprime_divides(Prover& prover) {
  const auto equal = equal_factors(prover);
  if (!equal) return {};
  return Lemma<6>::prove(
      prover, "a coprime factor divides", {"p", "q", "u", "v", "i", "j"},
      [](Sym p, Sym q, Sym u, Sym v, Sym i, Sym j) {
        return given(u * p + v * q == 1, i * p == j * q).follows(i == (u * j + v * i) * q);
      },
      [&](const Sym& p, const Sym& q, const Sym& u, const Sym& v, const Sym& i, const Sym& j) {
        return Instances{equal->instance(u * p + v * q, 1, i), equal->instance(i * p, j * q, u)};
      });
}

template <class Mutation = Original>
void multiples_meet_exactly(Proof& proof) {
  const TwoTerms both = any_two_terms(proof);
  const Term<Sym>&a = both.a, &b = both.b;
  const Common common = any_common(proof, a.stride, b.stride);
  const Sym g = common.bezout.g, inverse = common.bezout.inverse;
  const Sym i = proof.variable("i", 1, most_sum), j = proof.variable("j", 1, most_sum);
  const Fact bounded = proof.given(all_of(i <= a.most, j <= b.most));
  const SymBool meet = spec::multiples_meet<Sym, Mutation>(a.stride, a.most, b.stride, b.most, g);

  const auto radix = proof.use(lemmas::mixed_radix);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto equal = proof.use(equal_factors);
  const auto coprime = proof.use(coprime_divides);
  const ExactArithmetic exact;
  const Facts known = both.known + bounds_of(proof, {g, i, j}) + Facts{bounded};
  const auto [p, p_is] = proof.name("p", common.p);
  const auto [q, q_is] = proof.name("q", common.q);
  const Fact split =
      proof.prove("in names", all_of(a.stride == p * g, b.stride == q * g, p >= 1, q >= 1),
                  {common.split, p_is, q_is});
  const Sym u = inverse, v = -common.k;
  const Fact bezout = proof.prove("u*p + v*q = 1", u * p + v * q == 1,
                                  {common.inverse, equal.instance(p, common.p, inverse),
                                   equal.instance(q, common.q, common.k), p_is, q_is});
  const Facts first = {split, equal.instance(a.stride, p * g, q),
                       equal.instance(b.stride, q * g, p)};
  proof.conclude_if("where the formula says so, p steps of one are q of the other", meet,
                    all_of(1 <= p, p <= b.most, 1 <= q, q <= a.most, q * a.stride == p * b.stride),
                    first + known + Facts{p_is, q_is});
  const SymBool meeting = i * a.stride == j * b.stride;
  const Fact reduced =
      proof.prove("i*p = j*q", implies(meeting, i * p == j * q),
                  {split, proof.bounds(g), equal.instance(a.stride, p * g, i),
                   equal.instance(b.stride, q * g, j), radix.instance(i * p, 0, j * q, 0, g)});
  const Sym by_q = u * j + v * i, by_p = v * i + u * j;
  proof.conclude_if(
      "steps that meet are as many or more", meeting, meet,
      known + Facts{split, p_is, q_is, reduced, bezout, coprime.instance(p, q, u, v, i, j),
                    coprime.instance(q, p, v, u, j, i), monotone.instance(1, by_q, q),
                    monotone.instance(by_q, 0, q), monotone.instance(1, by_p, p),
                    monotone.instance(by_p, 0, p)});
}

// ---- candidates ----

// x is a candidate iff x is a value of the term that leaves a rest in [0, rest].
template <class Mutation = Original>
void candidates_are_exact(Proof& proof) {
  const Term<Sym> a = any_term(proof, "_a");
  const Sym rest = proof.variable("rest", 0, most_sum);
  const Sym target = proof.variable("target", 0, most_sum);
  const Sym x = proof.variable("x", 0, most_sum);
  const spec::StepRange<Sym> range = spec::candidates<Sym, Mutation>(a, rest, target);
  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto least = proof.use(lemmas::ceil_div_least);
  const auto encloses = proof.use(lemmas::ceil_div_encloses);
  const ExactArithmetic exact;
  const Sym above = max_of(Sym(0), target - rest), left = target - x * a.stride;
  proof.conclude(
      "the candidates, and no others, leave enough",
      all_of(range.first <= x, x <= range.last) == all_of(x <= a.most, 0 <= left, left <= rest),
      known_of(proof, a) + bounds_of(proof, {rest, target, x}) +
          Facts{divide.instance(target, a.stride), encloses.instance(above, a.stride),
                least.instance(above, a.stride, x),
                monotone.instance(x, target / a.stride, a.stride),
                monotone.instance(target / a.stride + 1, x, a.stride),
                monotone.instance(ceil_div(above, a.stride), x, a.stride)});
}

// ---- merged terms ----

template <class Mutation = Original>
void merged_terms_are_one(Proof& proof) {
  const TwoTerms both = any_two_terms(proof);
  const Term<Sym>&small = both.a, &large = both.b;
  const Sym x = proof.variable("x", 0, most_sum), y = proof.variable("y", 0, most_sum);
  const Fact values = proof.given(all_of(x <= small.most, y <= large.most));
  const Sym v = proof.variable("v", 0, INT64_MAX);
  const SymBool one = spec::merges<Sym, Mutation>(small, large);
  const Fact merges = proof.given(one);

  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto equal = proof.use(equal_factors);
  const Sym quotient = exactly([&] { return large.stride / small.stride; });
  const Sym steps = exactly([&] { return quotient * large.most; });
  const Facts strides = both.known + Facts{divide.instance(large.stride, small.stride)};
  proof.learn("the steps of the larger stride are no more than its reach", steps, {0, most_sum},
              strides + Facts{monotone.instance(quotient, large.stride, large.most),
                              monotone.instance(0, quotient, large.most)});
  const Term<Sym> sum = spec::merged(small, large);
  const Fact value = proof.given(v <= sum.most);

  const ExactArithmetic exact;
  const auto [ratio, ratio_is] = proof.name("ratio", quotient);
  const Facts terms =
      both.known + bounds_of(proof, {x, y, v}) + Facts{values, merges, value, ratio_is};
  const Fact split = proof.prove("the strides are multiples",
                                 all_of(large.stride == ratio * small.stride, ratio >= 1),
                                 terms + Facts{divide.instance(large.stride, small.stride)});
  const Fact most = proof.prove("the most", sum.most == small.most + ratio * large.most,
                                {ratio_is, equal.instance(ratio, quotient, large.most)});
  proof.conclude(
      "their sum stays the same",
      sum.stride * sum.most == small.stride * small.most + large.stride * large.most,
      terms + Facts{split, most,
                    equal.instance(sum.most, small.most + ratio * large.most, small.stride),
                    equal.instance(large.stride, ratio * small.stride, large.most)});
  proof.conclude("a sum of values is a value",
                 all_of(x + ratio * y <= sum.most,
                        x * small.stride + y * large.stride == (x + ratio * y) * sum.stride),
                 terms + Facts{split, most, monotone.instance(y, large.most, ratio),
                               equal.instance(large.stride, ratio * small.stride, y)});
  const Sym j = min_of(v / ratio, large.most), i = v - ratio * j;
  proof.conclude("a value is a sum of values",
                 all_of(0 <= i, i <= small.most, 0 <= j, j <= large.most,
                        i * small.stride + j * large.stride == v * sum.stride),
                 terms + Facts{split, most, divide.instance(v, ratio),
                               monotone.instance(large.most, v / ratio, ratio),
                               equal.instance(large.stride, ratio * small.stride, j)});
}

// ---- controls: terms as the strides of n and h of a destination ----

// Steps of two strides, elements of one byte: two steps meet iff the destination aliases.
std::string copy_to_plane(const Model& v) {
  return copy_line(1, {v["most_a"] + 1, 1, v["most_b"] + 1, 1},
                   {Space::system, toy_window, Dim4<int64_t>{v["stride_a"], 0, v["stride_b"], 1}},
                   {Space::local, 0, Dim4<int64_t>{0, 0, 0, 1}});
}
template <class Mutation>
bool meeting_is_imagined(const std::string& line) {
  const auto op = copy_in(line);
  const auto a = n_term(op, op.dst_stride), b = h_term(op, op.dst_stride);
  const int64_t g = spec::bezout(a.stride, b.stride).g;
  return spec::multiples_meet<int64_t, Mutation>(a.stride, a.most, b.stride, b.most, g) &&
         !spec::multiples_meet(a.stride, a.most, b.stride, b.most, g) &&
         !violated(line, okk_gdma::ConstraintId::dst_alias);
}

// Overlap of the byte at x strides with the bytes [target - rest, target].
std::string copy_of_candidate(const Model& v) {
  const int64_t stride = v["stride_a"];
  return copy_line(1, {1, 1, v["rest"] + 1, 1},
                   {Space::system, middle + v["x"] * stride, Dim4<int64_t>{stride, 0, 0, 1}},
                   {Space::system, middle + v["target"] - v["rest"], Dim4<int64_t>{0, 0, 1, 1}});
}
template <class Mutation>
bool candidate_is_imagined(const std::string& line) {
  const auto op = copy_in(line);
  const int64_t stride = op.dst_stride.stride.n, rest = op.shape.h - 1;
  const int64_t x = (op.dst_addr - middle) / stride, target = op.src_addr + rest - middle;
  const auto holds = [&](const spec::StepRange<int64_t>& range) {
    return range.first <= x && x <= range.last;
  };
  return holds(spec::candidates<int64_t, Mutation>({stride, x}, rest, target)) &&
         !holds(spec::candidates<int64_t>({stride, x}, rest, target)) &&
         !violated(line, okk_gdma::ConstraintId::overlap);
}

// One byte at v small strides, tested against the destination of both terms.
std::string copy_of_merged_terms(const Model& v) {
  return copy_line(1, {v["most_a"] + 1, 1, v["most_b"] + 1, 1},
                   {Space::system, toy_window, Dim4<int64_t>{v["stride_a"], 0, v["stride_b"], 1}},
                   {Space::system, toy_window + v["v"] * v["stride_a"], Dim4<int64_t>{0, 0, 0, 1}});
}
template <class Mutation>
bool value_is_imagined(const std::string& line) {
  const auto op = copy_in(line);
  const auto a = n_term(op, op.dst_stride), b = h_term(op, op.dst_stride);
  const int64_t v = (op.src_addr - op.dst_addr) / a.stride;
  return spec::merges<int64_t, Mutation>(a, b) && !spec::merges(a, b) &&
         v <= spec::merged(a, b).most && !violated(line, okk_gdma::ConstraintId::overlap);
}

}  // namespace

std::vector<Theorem> reach_theorems() {
  using Inclusive = Mutant<FormulaFault::plane_bound_inclusive>;
  using NoLow = Mutant<FormulaFault::low_bound_ignored>;
  using Gap = Mutant<FormulaFault::merge_over_gap>;
  const Proof::Limits small = small_terms();
  // Within a destination, and between operands too.
  const auto copies =
      with_others(operations_where(okk_gdma::is_copy), {"bm_atomic_memcpy_4D", "okk_bdc_*"});
  const auto between = with_others(copies, {"bm_atomic_cwtrans", "data_move"});
  return {{"reach.meet",
           "Steps of two strides meet exactly where the closed form with their gcd says so.",
           copies,
           multiples_meet_exactly<>,
           {"one step more than there is counts", multiples_meet_exactly<Inclusive>, small,
            copy_to_plane, meeting_is_imagined<Inclusive>}},
          {"reach.candidates",
           "The candidates are exactly the values that leave what the other terms can make up.",
           between,
           candidates_are_exact<>,
           {"the other terms may make up any number", candidates_are_exact<NoLow>, small,
            copy_of_candidate, candidate_is_imagined<NoLow>}},
          {"reach.merged",
           "Terms that merge have the values of one term, and that term no others.",
           between,
           merged_terms_are_one<>,
           {"a value between them may be missing", merged_terms_are_one<Gap>, small,
            copy_of_merged_terms, value_is_imagined<Gap>}}};
}

}  // namespace strideproof::solver
