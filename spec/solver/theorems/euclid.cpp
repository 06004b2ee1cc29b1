// Euclid's algorithm: what it finds is the greatest common divisor, and an inverse. By induction: what
// holds of a and b, and of two remainders, holds of the next two; and the last two tell the result.

#include "spec/solver/theorems/bm_atomic.h"
#include "spec/solver/theorems/terms.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::Fault;
using spec::Planted;
using spec::Remainders;
using spec::Sound;

// Of a and b, with the factors of b, which the code does without: r = x*a + y*b. The factors of a have
// opposite signs, and |x|*next + |next_x|*r = b, which keeps them below b.
struct Factors {
  Sym y, next_y;
};
SymBool holds(const Remainders<Sym>& e, const Factors& of_b, const Sym& a, const Sym& b,
              const Sym& sign) {
  return all_of(e.r >= 1, e.next >= 0, e.r == e.x * a + of_b.y * b,
                e.next == e.next_x * a + of_b.next_y * b, sign * e.x >= 0, sign * e.next_x <= 0,
                sign * e.x * e.next - sign * e.next_x * e.r == b);
}

Sym any_integer(Proof& proof, const char* name) {
  return Sym::of(proof.context().unknown(proof.context().z3().int_const(name)));
}

// Two remainders and the next two. A divisor d of two that follow each other, u and v times in them,
// is one of the next two, and the other way round.
template <class Plant>
void remainders_are_divided(Proof& proof, int64_t sign) {
  const auto any = [&](const char* name, int64_t low) {
    return proof.variable(name, low, most_sum);
  };
  const Sym a = any("stride_a", 1), b = any("stride_b", 1);
  const Sym of_r = any("of_r", 0), of_next = any("of_next", 0);
  const Remainders<Sym> e = {any("r", 1), any("next", 1), sign * of_r, -sign * of_next};
  const Factors of_b = {any_integer(proof, "y"), any_integer(proof, "next_y")};
  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto not_negative = proof.use(lemmas::product_not_negative);
  const auto equal = proof.use(equal_factors);
  const Fact running = proof.given(exactly([&] { return holds(e, of_b, a, b, sign); }));

  const Sym q = e.r / e.next, taken = exactly([&] { return q * of_next; });
  const Facts known = bounds_of(proof, {a, b, e.r, e.next, of_r, of_next}) +
                      Facts{running, divide.instance(e.r, e.next)};
  const Facts small =
      known + Facts{not_negative.instance(q, of_next),
                    monotone.instance(exactly([&] { return q * e.next; }), e.r, of_next),
                    monotone.instance(1, e.next, taken), not_negative.instance(of_r, e.next),
                    not_negative.instance(of_next, e.r)};
  proof.learn("the factor grows by no more than b", exactly([&] { return q * e.next_x; }),
              {-most_sum, most_sum}, small);
  proof.learn("what is taken away is no more than r", exactly([&] { return q * e.next; }),
              {0, most_sum}, known);
  const Remainders<Sym> next = spec::divided<Sym, Plant>(e);

  const ExactArithmetic exact;
  const Sym d = any_integer(proof, "d"), u = any_integer(proof, "u"), v = any_integer(proof, "v");
  const Facts of_divisor = known + Facts{equal.instance(e.next, d * v, q)};
  proof.conclude("remainders descend", all_of(next.r == e.next, 0 <= next.next, next.next < e.next),
                 known);
  const Factors factors = {of_b.next_y, of_b.y - q * of_b.next_y};
  const Facts sums = {equal.instance(e.next, e.next_x * a + of_b.next_y * b, q),
                      equal.instance(e.r, q * e.next + e.r % e.next, of_next)};
  // At the end nobody asks any more for the factors of 0.
  proof.conclude(
      "they stay sums of a and b, with factors up to b",
      all_of(holds(next, factors, a, b, -sign), -b <= next.x, next.x <= b, -b <= next.next_x,
             next.next_x <= b),
      small + sums +
          Facts{monotone.instance(1, e.next, of_r + taken), monotone.instance(1, e.r, of_next),
                not_negative.instance(of_next, next.next)});
  proof.conclude("a divisor of both divides the next one",
                 implies(all_of(e.r == d * u, e.next == d * v), next.next == d * (u - q * v)),
                 of_divisor);
  proof.conclude("a divisor of the next two divides both",
                 implies(all_of(next.r == d * v, next.next == d * u), e.r == d * (q * v + u)),
                 of_divisor);
}

// The last remainder divides a and b, p and q times, as it divides itself and 0.
void last_remainders_tell(Proof& proof) {
  const auto any = [&](const char* name, int64_t low) {
    return proof.variable(name, low, most_sum);
  };
  const Sym a = any("stride_a'", 1), b = any("stride_b'", 1), g = any("g", 1);
  const Sym p = any("p", 1), q = any("q", 1), y = any_integer(proof, "y'");
  const Remainders<Sym> e = {g, 0, any("x", -most_sum), 0};
  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto not_negative = proof.use(lemmas::product_not_negative);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto quotients = proof.use(equal_quotients);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto equal = proof.use(equal_factors);
  const Fact last =
      proof.given(exactly([&] { return all_of(a == p * g, b == q * g, g == e.x * a + y * b); }));
  const Facts positive = bounds_of(proof, {a, b, g, p, q}) + Facts{last};
  const Sym modulus = b / g;
  const Fact parts =
      proof.prove("the quotients are p and q",
                  exactly([&] { return all_of(a / g == p, a % g == 0, modulus == q, b % g == 0); }),
                  positive + exactly([&] {
                    return Facts{digits.instance(p, 0, g), digits.instance(q, 0, g),
                                 quotients.instance(a, p * g, g), quotients.instance(b, q * g, g)};
                  }));
  const auto known = spec::found(e, b);

  const ExactArithmetic exact;
  const Fact unit =
      proof.prove("1 = x*p + y*q", e.x * p + y * q == 1,
                  positive + Facts{equal.instance(a, p * g, e.x), equal.instance(b, q * g, y),
                                   radix.instance(e.x * p + y * q, 0, 1, 0, g)});
  const Sym up = max_of(Sym(0), e.x), down = max_of(Sym(0), -e.x - 1);
  const Sym k = select(e.x < 0, 1 + down / modulus, -(up / modulus));
  const Fact shifted = proof.prove(
      "the inverse is x and whole moduli",
      all_of(known.inverse == e.x + k * q, 0 <= known.inverse, known.inverse < q),
      positive + Facts{parts, divide.instance(up, modulus), divide.instance(down, modulus),
                       equal.instance(modulus, q, up / modulus),
                       equal.instance(modulus, q, down / modulus)});
  const Sym K = p * k - y, product = p * known.inverse;
  const Fact leaves =
      proof.prove("p*inverse = K*q + 1", all_of(product == K * q + 1, product >= 0),
                  positive + Facts{unit, shifted, equal.instance(known.inverse, e.x + k * q, p),
                                   not_negative.instance(p, known.inverse)});
  const Fact rest = proof.prove(
      "which leaves 1", product % q == 1 % q,
      positive + Facts{leaves, monotone.instance(K, -1, q), digits.instance(K, 1, q),
                       digits.instance(0, 1, q), quotients.instance(product, K * q + 1, q),
                       divide.instance(product, q), divide.instance(1, q)});
  const auto [inverse, inverse_is] = proof.name("inverse", known.inverse);
  const Fact congruent =
      proof.prove("in names", all_of(0 <= inverse, inverse < q, p * inverse % q == 1 % q),
                  {shifted, rest, inverse_is, equal.instance(inverse, known.inverse, p),
                   quotients.instance(p * inverse, product, q), proof.bounds(q)});
  const Fact certified =
      proof.prove("in names, it is certified", spec::certifies({g, inverse}, a, b),
                  {parts, congruent, proof.bounds(q), equal.instance(a / g, p, inverse),
                   quotients.instance(a / g * inverse, p * inverse, q)});
  proof.conclude("the last one is certified", spec::certifies(known, a, b),
                 {certified, inverse_is});
}

template <class Plant = Sound>
void euclid_finds(Proof& proof) {
  const int64_t sign = any_choice(proof, "sign", 2) == 0 ? 1 : -1;
  remainders_are_divided<Plant>(proof, sign);
  if (sign < 0) return;
  const Sym a = proof.variable("a", 1, most_sum), b = proof.variable("b", 1, most_sum);
  proof.conclude("so it begins", exactly([&] {
                   return holds({a, b, 1, 0}, {0, 1}, a, b, 1);
                 }),
                 bounds_of(proof, {a, b}));
  last_remainders_tell(proof);
}

// ---- control ----

constexpr int64_t most_steps = 6;

// Destination x*a, source target - y*b, which overlap where target is a sum; the first target of which
// the fault says something else.
template <class Plant>
std::string copy_of_strides(const Model& v) {
  const Term<int64_t> a = {v["stride_a"], most_steps}, b = {v["stride_b"], most_steps};
  const auto known = spec::bezout(a.stride, b.stride);
  const auto planted = spec::bezout<int64_t, Plant>(a.stride, b.stride);
  int64_t target = 0;
  while (target < most_steps * (a.stride + b.stride) &&
         spec::two_terms_reach(a, b, target, known) == spec::two_terms_reach(a, b, target, planted))
    ++target;
  return copy_line(
      1, {most_steps + 1, 1, most_steps + 1, 1},
      {Space::system, middle, Dim4<int64_t>{a.stride, 0, 0, 1}},
      {Space::system, middle + target - b.most * b.stride, Dim4<int64_t>{0, 0, b.stride, 1}});
}
template <class Plant>
bool inverse_is_wrong(const std::string& line) {
  const auto op = copy_in(line);
  const auto a = n_term(op, op.dst_stride), b = h_term(op, op.src_stride);
  const int64_t target = op.src_addr - op.dst_addr + b.most * b.stride;
  const auto reached = [&](const spec::Bezout<int64_t>& known) {
    return spec::two_terms_reach(a, b, target, known);
  };
  const bool real = violated(line, okk_gdma::Label::overlap);
  return reached(spec::bezout(a.stride, b.stride)) == real &&
         reached(spec::bezout<int64_t, Plant>(a.stride, b.stride)) != real;
}

}  // namespace

Theorem euclid_theorem() {
  using NoSign = Planted<Fault::euclid_without_sign>;
  // After the first step from a < b, of strides whose inverse then is another one.
  const Proof::Limits second = {{"stride_a", {5, 5}}, {"stride_b", {11, 11}}, {"sign", {1, 1}},
                                {"of_r", {0, 0}},     {"of_next", {1, 1}},    {"next", {5, 5}}};
  return {"reach.euclid",
          "Euclid's algorithm finds the greatest common divisor of two strides and an inverse: "
          "divisors of two remainders are those of the next two, which are smaller, sums of both "
          "strides, and fit 64 bits; and the last two tell what is certified.",
          with_others(operations_where(okk_gdma::is_copy),
                      {"bm_atomic_memcpy_4D", "bm_atomic_cwtrans", "okk_bdc_*", "data_move"}),
          euclid_finds<>,
          {"the factors of remainders are added, not subtracted", euclid_finds<NoSign>, second,
           copy_of_strides<NoSign>, inverse_is_wrong<NoSign>}};
}

}  // namespace strideproof::solver
