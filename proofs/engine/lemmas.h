#pragma once
// The lemmas of addressing. Each is proved on first use, from the ones above it; `/` is the
// quotient rounded down.
//
// Solvers are slow on products of unknowns. A proof about code therefore names its quotients and
// products (Proof::name), states their properties by instances of these lemmas, and leaves the
// solver linear steps of about a millisecond each.

#include "proofs/engine/lemma.h"

namespace strideproof::solver {

inline const Lemma<2> product_not_negative = {
    "a product is not negative", {"a", "b"}, [](Sym a, Sym b) {
      return given(a >= 0, b >= 0).follows(a * b >= 0);
    }};

inline const Lemma<3> product_monotone = {
    "products are monotone", {"a", "b", "k"}, [](Sym a, Sym b, Sym k) {
      return given(a <= b, k >= 0).follows(a * k <= b * k);
    }};

inline const Lemma<4> digits_in_range = {
    "digits stay in range",
    {"q", "r", "n", "m"},
    [](Sym q, Sym r, Sym n, Sym m) {
      return given(q < n, r < m, m >= 0)
          .follows(q * m + r < n * m, implies(all_of(q >= 0, r >= 0), q * m + r >= 0));
    },
    [](const Sym& q, const Sym&, const Sym& n, const Sym& m) {
      return Instances{product_monotone(q + 1, n, m), product_not_negative(q, m)};
    }};

inline const Lemma<5> mixed_radix = {
    "mixed radix",
    {"q", "r", "p", "s", "m"},
    [](Sym q, Sym r, Sym p, Sym s, Sym m) {
      return given(0 <= r, r < m, 0 <= s, s < m, q * m + r == p * m + s).follows(q == p, r == s);
    },
    // If q < p, then q*m + r < (q + 1)*m <= p*m <= p*m + s; and the same with p < q.
    [](const Sym& q, const Sym&, const Sym& p, const Sym&, const Sym& m) {
      return Instances{product_monotone(q + 1, p, m), product_monotone(p + 1, q, m)};
    }};

inline const Lemma<2> division = {"division", {"x", "m"}, [](Sym x, Sym m) {
                                    return given(x >= 0, m > 0)
                                        .follows(x == x / m * m + x % m, 0 <= x % m, x % m < m,
                                                 0 <= x / m, x / m <= x);
                                  }};

inline const Lemma<3> division_of_digits = {
    "division of digits",
    {"q", "r", "m"},
    [](Sym q, Sym r, Sym m) {
      return given(0 <= r, r < m, 0 <= q).follows((q * m + r) / m == q, (q * m + r) % m == r);
    },
    [](const Sym& q, const Sym& r, const Sym& m) {
      const Sym x = q * m + r;
      return Instances{division(x, m), mixed_radix(x / m, x % m, q, r, m)};
    }};

inline const Lemma<3> division_below = {
    "a quotient is below",
    {"x", "y", "m"},
    [](Sym x, Sym y, Sym m) {
      return given(x >= 0, y >= 0, m > 0).follows((x < y * m) == (x / m < y));
    },
    [](const Sym& x, const Sym& y, const Sym& m) {
      const Sym quotient = x / m;
      return Instances{division(x, m), product_monotone(quotient + 1, y, m),
                       product_monotone(y, quotient, m)};
    }};

inline const Lemma<3> division_monotone = {
    "quotients are monotone",
    {"x", "y", "m"},
    [](Sym x, Sym y, Sym m) { return given(0 <= x, x <= y, m > 0).follows(x / m <= y / m); },
    [](const Sym& x, const Sym& y, const Sym& m) {
      return Instances{division(x, m), division(y, m), product_monotone(y / m + 1, x / m, m)};
    }};

inline const Lemma<2> ceil_div_bounds = {
    "a quotient rounded up encloses",
    {"x", "m"},
    [](Sym x, Sym m) {
      const Sym k = ceil_div(x, m);
      return given(x >= 0, m > 0).follows(x <= k * m, k * m < x + m, 0 <= k, k <= x);
    },
    // If k > x, then k*m >= (x + 1)*m = x*m + m >= x + m.
    [](const Sym& x, const Sym& m) {
      return Instances{division(x + m - 1, m), product_monotone(x + 1, ceil_div(x, m), m),
                       product_monotone(1, m, x)};
    }};

inline const Lemma<2> round_up_bounds = {
    "rounding up",
    {"x", "m"},
    [](Sym x, Sym m) {
      const Sym up = round_up(x, m);
      return given(x >= 0, m > 0).follows(x <= up, up < x + m, up % m == 0);
    },
    [](const Sym& x, const Sym& m) {
      return Instances{ceil_div_bounds(x, m), division_of_digits(ceil_div(x, m), 0, m)};
    }};

inline const Lemma<3> equal_factors = {
    "multiples of equals are equal", {"a", "b", "k"}, [](Sym a, Sym b, Sym k) {
      return given(a == b).follows(a * k == b * k);
    }};

inline const Lemma<4> equal_steps = {
    "steps of equal strides are equal", {"i", "e", "s", "t"}, [](Sym i, Sym e, Sym s, Sym t) {
      return given(0 <= i, i < e, any_of(e == 1, s == t)).follows(i * s == i * t);
    }};

inline const Lemma<3> step_in_range = {
    "a step is not longer than the last",
    {"i", "e", "s"},
    [](Sym i, Sym e, Sym s) {
      return given(0 <= i, i < e, any_of(e == 1, s >= 0)).follows(0 <= i * s, i * s <= (e - 1) * s);
    },
    [](const Sym& i, const Sym& e, const Sym& s) {
      return Instances{product_monotone(0, i, s), product_monotone(i, e - 1, s)};
    }};

}  // namespace strideproof::solver
