#include "proofs/theorems/boxes.h"

namespace strideproof::solver {
namespace {

// The stride of a single row is unused: t replaces it.
Lemma<4> single_stride_counts_nothing(Prover& prover) {
  return Lemma<4>::prove(
      prover, "the stride of a single row counts nothing", {"i", "e", "s", "t"},
      [](Sym i, Sym e, Sym s, Sym t) {
        return given(0 <= i, i < e, t == select(e == 1, Sym(0), s)).follows(i * t == i * s);
      });
}

Lemma<4> products_of_equals(Prover& prover) {
  return Lemma<4>::prove(
      prover, "products of equals are equal", {"a", "b", "c", "d"},
      [](Sym a, Sym b, Sym c, Sym d) { return given(a == c, b == d).follows(a * b == c * d); });
}

// Steps i of a and j of b, in either order, are p of c and q of d.
Lemma<8> exchanged_steps(Prover& prover) {
  return Lemma<8>::prove(prover, "exchanged steps", {"i", "a", "j", "b", "p", "c", "q", "d"},
                         [](Sym i, Sym a, Sym j, Sym b, Sym p, Sym c, Sym q, Sym d) {
                           return given(any_of(all_of(p == i, c == a, q == j, d == b),
                                               all_of(p == j, c == b, q == i, d == a)))
                               .follows(p * c + q * d == i * a + j * b);
                         });
}

// i = 0: i*s = 0.
Lemma<2> no_step(Prover& prover) {
  return Lemma<2>::prove(prover, "no step leads nowhere", {"i", "s"},
                         [](Sym i, Sym s) { return given(i == 0).follows(i * s == 0); });
}

}  // namespace

Lemma<3> step_in_range(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  return Lemma<3>::prove(
      prover, "a step is not longer than the last", {"i", "e", "s"},
      [](Sym i, Sym e, Sym s) {
        return given(0 <= i, i < e, any_of(e == 1, s >= 0))
            .follows(0 <= i * s, i * s <= (e - 1) * s);
      },
      [&](const Sym& i, const Sym& e, const Sym& s) {
        return Instances{monotone(0, i, s), monotone(i, e - 1, s)};
      });
}

Lemma<3> adjacent_step(Prover& prover) {
  return Lemma<3>::prove(prover, "steps of adjacent elements", {"w", "e", "s"},
                         [](Sym w, Sym e, Sym s) {
                           return given(0 <= w, w < e, any_of(e == 1, s == 1)).follows(w * s == w);
                         });
}

namespace {

// Names values, and keeps the facts of the names.
struct Names {
  Proof& proof;
  std::string mark;
  int count = 0;
  Facts known{};

  Sym operator()(const Sym& value) {
    const auto named = proof.name(mark + std::to_string(count++), value);
    known.push_back(named.definition);
    return named.value;
  }
};

template <int R>
SymBox<R> unsorted(const SymBox<R>& box, Names& name) {
  SymBox<R> result = box;
  for (int k = 0; k < R; ++k)
    result.stride[k] = name(select(box.extent[k] == 1, Sym(0), box.stride[k]));
  return result;
}

}  // namespace

template <int R>
Nest<R> nested(Proof& proof, const SymBox<R>& box, const Sym& slack) {
  SymBox<R> code = box;
  spec::sort_dimensions(code);
  const auto equal = proof.use(products_of_equals);
  const ExactArithmetic exact;
  Names name{proof, "sorted"};
  Nest<R> nest{unsorted(box, name), {}, {}, {}, {}, slack, {}};
  nest.zeros = name.known;
  Facts sorted = name.known;
  prove_forward(proof, box);
  auto &s = nest.box.stride, &e = nest.box.extent;
  nest.box = nest.unsorted;
  for (int round = 1; round < R; ++round)
    for (int k = 0; k < R - round; ++k) {
      const Sym p = s[k], q = s[k + 1], f = e[k], g = e[k + 1];
      const SymBool keep = p <= q;
      name.known.clear();
      s[k] = name(select(keep, p, q)), s[k + 1] = name(select(keep, q, p));
      e[k] = name(select(keep, f, g)), e[k + 1] = name(select(keep, g, f));
      nest.exchanges.push_back({k, keep, {p, q}, {s[k], s[k + 1]}, name.known});
      sorted = sorted + name.known;
    }

  SymBool same = true, ascending = true;
  Sym reach = box.run, least = spec::unbounded;
  Facts products;
  for (int k = 0; k < R; ++k) {
    same = all_of(same, code.extent[k] == e[k], code.stride[k] == s[k]);
    ascending = all_of(ascending, s[k] >= 0, e[k] >= 1, implies(e[k] == 1, s[k] == 0));
    if (k > 0) ascending = all_of(ascending, s[k - 1] <= s[k]);
    nest.reach[k] = reach;
    least = select(e[k] == 1, least, min_of(least, s[k] - reach));
    reach = reach + (e[k] - 1) * s[k];
    products.push_back(equal(code.extent[k] - 1, code.stride[k], e[k] - 1, s[k]));
  }
  const Fact order = proof.prove("the code sorts in this order", same, sorted);
  const Fact strides = proof.prove("which ascends", ascending, sorted);
  const Fact is_least =
      proof.prove("the slack is the least of the nest", slack == least, products + Facts{order});
  nest.known = {strides, is_least};
  return nest;
}

namespace {

// Carries indices through the exchanges.
template <int R>
struct Carried {
  Index<R> at;
  Facts names, sums;  // that the offset stays the same
};
template <int R>
Carried<R> carried(Proof& proof, const Nest<R>& nest, const Index<R>& row,
                   const std::string& mark) {
  const auto exchanged = proof.use(exchanged_steps);
  const ExactArithmetic exact;
  Carried<R> result{row, {}, {}};
  Names name{proof, mark};
  for (const Exchange& x : nest.exchanges) {
    const auto &from = x.before, &to = x.after;
    Index<R>& at = result.at;
    const Sym i = at[x.k], j = at[x.k + 1];
    name.known = x.known;
    const Sym p = name(select(x.keep, i, j)), q = name(select(x.keep, j, i));
    at[x.k] = p, at[x.k + 1] = q;
    result.sums.push_back(proof.prove(
        "exchanged, the steps lead as far", p * to[0] + q * to[1] == i * from[0] + j * from[1],
        name.known + Facts{exchanged(i, from[0], j, from[1], p, to[0], q, to[1])}));
    result.names = result.names + name.known;
  }
  return result;
}

// A row of the box and the same row of the nest; `sums` are those of the exchanges.
template <int R>
Facts lie_alike(Proof& proof, const Nest<R>& nest, const SymBox<R>& box, const Index<R>& of_box,
                const Index<R>& of_nest, const Facts& known, const Facts& sums) {
  const auto nothing = proof.use(single_stride_counts_nothing);
  const Fact rows =
      proof.prove("a row of both", all_of(is_row(box, of_box), is_row(nest.box, of_nest)), known);
  Facts lengths = sums + nest.zeros + Facts{rows};
  for (int k = 0; k < R; ++k)
    lengths.push_back(nothing(of_box[k], box.extent[k], box.stride[k], nest.unsorted.stride[k]));
  return {rows, proof.prove("at the same place",
                            offset_of(nest.box, of_nest) == offset_of(box, of_box), lengths)};
}

}  // namespace

template <int R>
Fact the_same_row(Proof& proof, const Nest<R>& nest, const SymBox<R>& box, const Index<R>& i,
                  const Index<R>& j, const Sym& u, const Sym& v) {
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto step = proof.use(step_in_range);
  const auto nowhere = proof.use(no_step);
  const auto [p, names_of_p, sums_of_p] = carried(proof, nest, i, "i.");
  const auto [q, names_of_q, sums_of_q] = carried(proof, nest, j, "j.");
  const ExactArithmetic exact;
  // Upwards from the smallest step: the offset below each step is less than its reach. Then
  // downwards, digit by digit.
  struct Below {
    Sym i, j;
    Fact in_reach;
  };
  const Facts known = nest.known + lie_alike(proof, nest, box, i, p, names_of_p, sums_of_p) +
                      lie_alike(proof, nest, box, j, q, names_of_q, sums_of_q);
  std::vector<Below> below = {
      {u, v,
       proof.prove("units lie in the run",
                   all_of(0 <= u, u < nest.reach[0], 0 <= v, v < nest.reach[0]), known)}};
  for (int k = 0; k + 1 < R; ++k) {
    const Sym &e = nest.box.extent[k], &s = nest.box.stride[k];
    const Below& last = below.back();
    const Sym x = last.i + p[k] * s, y = last.j + q[k] * s;
    const Sym& reach = nest.reach[k + 1];
    below.push_back(
        {x, y,
         proof.prove("the smaller steps stay in reach",
                     all_of(0 <= x, x < reach, 0 <= y, y < reach),
                     known + Facts{last.in_reach, step(p[k], e, s), step(q[k], e, s)})});
  }
  Facts equal;
  for (int k = R; k-- > 0;) {
    const Sym& s = nest.box.stride[k];
    equal.push_back(proof.prove("the same step, and the same below it",
                                all_of(p[k] == q[k], below[k].i == below[k].j),
                                known + equal +
                                    Facts{below[k].in_reach, nowhere(p[k], s), nowhere(q[k], s),
                                          radix(p[k], below[k].i, q[k], below[k].j, s)}));
  }
  SymBool same = u == v;
  for (int k = 0; k < R; ++k) same = all_of(same, i[k] == j[k]);
  return proof.prove("the same row", same, equal + names_of_p + names_of_q);
}

template Nest<3> nested(Proof&, const SymBox<3>&, const Sym&);
template Fact the_same_row(Proof&, const Nest<3>&, const SymBox<3>&, const Index<3>&,
                           const Index<3>&, const Sym&, const Sym&);
template Nest<4> nested(Proof&, const SymBox<4>&, const Sym&);
template Fact the_same_row(Proof&, const Nest<4>&, const SymBox<4>&, const Index<4>&,
                           const Index<4>&, const Sym&, const Sym&);

}  // namespace strideproof::solver
