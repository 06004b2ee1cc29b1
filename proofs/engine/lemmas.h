#pragma once
// The lemmas of addressing. Each is proved on first use, from the ones above it; `/` is the
// quotient rounded down.
//
// Solvers are slow on products of unknowns. A proof about code therefore names its quotients and
// products (Proof::name), states their properties by instances of these lemmas, and leaves the
// solver linear steps of about a millisecond each.

#include "proofs/engine/lemma.h"

namespace strideproof::solver {

// a, b >= 0: a*b >= 0.
extern const Lemma<2> product_not_negative;
// a <= b, k >= 0: a*k <= b*k.
extern const Lemma<3> product_monotone;

// q < n, r < m, m >= 0: q*m + r < n*m; with q, r >= 0 also q*m + r >= 0.  Arguments q, r, n, m.
extern const Lemma<4> digits_in_range;
// 0 <= r, s < m and q*m + r = p*m + s: q = p and r = s.  Arguments q, r, p, s, m.
extern const Lemma<5> mixed_radix;

// x >= 0, m > 0: x = x/m*m + x%m, 0 <= x%m < m, 0 <= x/m <= x.  Arguments x, m.
extern const Lemma<2> division;
// q >= 0, 0 <= r < m: (q*m + r)/m = q and (q*m + r)%m = r.  Arguments q, r, m.
extern const Lemma<3> division_of_digits;
// 0 <= x <= y, m > 0: x/m <= y/m.  Arguments x, y, m.
extern const Lemma<3> division_monotone;
// x, y >= 0, m > 0: x < y*m iff x/m < y.  Arguments x, y, m.
extern const Lemma<3> division_below;

// x >= 0, m > 0, k = ceil_div(x, m): x <= k*m < x + m, 0 <= k <= x.  Arguments x, m.
extern const Lemma<2> ceil_div_bounds;
// x >= 0, m > 0: x <= round_up(x, m) < x + m and round_up(x, m) % m = 0.  Arguments x, m.
extern const Lemma<2> round_up_bounds;

}  // namespace strideproof::solver
