#include <utility>

#include "spec/solver/theorems/boxes.h"

namespace strideproof::solver {
namespace {

constexpr int64_t most_rows = 131071;

// The stride of a single row counts nothing.
std::optional<Lemma<3>> single_stride_counts_nothing(Prover& prover) {
  return Lemma<3>::prove(prover, "the stride of a single row counts nothing", {"i", "e", "s"},
                         [](Sym i, Sym e, Sym s) {
                           return given(0 <= i, i < e).follows(i * select(e == 1, 0, s) == i * s);
                         });
}

std::optional<Lemma<4>> products_of_equals(Prover& prover) {
  return Lemma<4>::prove(
      prover, "products of equals are equal", {"a", "b", "c", "d"},
      [](Sym a, Sym b, Sym c, Sym d) { return given(a == c, b == d).follows(a * b == c * d); });
}

// i = 0: i*s = 0.
std::optional<Lemma<2>> no_step(Prover& prover) {
  return Lemma<2>::prove(prover, "no step leads nowhere", {"i", "s"},
                         [](Sym i, Sym s) { return given(i == 0).follows(i * s == 0); });
}

}  // namespace

std::optional<Lemma<3>> step_in_range(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  if (!monotone) return {};
  return Lemma<3>::prove(
      prover, "a step is not longer than the last", {"i", "e", "s"},
      [](Sym i, Sym e, Sym s) {
        return given(0 <= i, i < e, any_of(e == 1, s >= 0))
            .follows(0 <= i * s, i * s <= (e - 1) * s);
      },
      [&](const Sym& i, const Sym& e, const Sym& s) {
        return Instances{monotone->instance(0, i, s), monotone->instance(i, e - 1, s)};
      });
}

std::optional<Lemma<3>> adjacent_step(Prover& prover) {
  return Lemma<3>::prove(prover, "steps of adjacent elements", {"w", "e", "s"},
                         [](Sym w, Sym e, Sym s) {
                           return given(0 <= w, w < e, any_of(e == 1, s == 1)).follows(w * s == w);
                         });
}

SymBox<3> any_box(Proof& proof, const std::string& mark) {
  SymBox<3> box;
  box.first = proof.variable("first" + mark, 0, memory_end);
  box.run = proof.variable("run" + mark, 1, most_extent);
  for (int k = 0; k < 3; ++k) {
    const std::string name = std::to_string(k) + mark;
    box.extent[k] = proof.variable("e" + name, 1, most_rows);
    box.stride[k] = proof.variable("s" + name, INT32_MIN, memory_end);
    proof.given(any_of(box.extent[k] == 1, box.stride[k] >= 0));
  }
  return box;
}

template <int R>
Facts known_of(Proof& proof, const SymBox<R>& box) {
  Facts known = bounds_of(proof, {box.first, box.run});
  for (int k = 0; k < R; ++k) {
    known.push_back(proof.bounds(box.extent[k]));
    known.push_back(proof.prove("no stride of several rows is negative",
                                any_of(box.extent[k] == 1, box.stride[k] >= 0)));
  }
  return known;
}

template <int R>
SymBool is_row(const SymBox<R>& box, const Index<R>& at) {
  SymBool row = true;
  for (int k = 0; k < R; ++k) row = all_of(row, 0 <= at[k], at[k] < box.extent[k]);
  return row;
}

template <int R>
Sym offset_of(const SymBox<R>& box, const Index<R>& at) {
  const ExactArithmetic exact;
  Sym offset = at[0] * box.stride[0];
  for (int k = 1; k < R; ++k) offset = offset + at[k] * box.stride[k];
  return offset;
}

Row<3> any_row(Proof& proof, const SymBox<3>& box, const std::string& mark) {
  Index<3> at;
  for (int k = 0; k < 3; ++k)
    at[k] = proof.variable("i" + std::to_string(k) + mark, 0, most_rows - 1);
  return {at, {proof.given(is_row(box, at))}};
}

template <int R>
Nest<R> nested_as(Proof& proof, const SymBox<R>& box, const Sym& margin) {
  Nest<R> nest{{}, box, {}, margin, {}};
  for (int k = 0; k < R; ++k) nest.from[k] = k;
  Index<R> stride;
  for (int k = 0; k < R; ++k) stride[k] = select(box.extent[k] == 1, Sym(0), box.stride[k]);
  for (int round = 1; round < R; ++round)
    for (int k = 0; k < R - round; ++k)
      if (stride[nest.from[k]] > stride[nest.from[k + 1]])
        std::swap(nest.from[k], nest.from[k + 1]);
  for (int k = 0; k < R; ++k) {
    nest.box.extent[k] = box.extent[nest.from[k]];
    nest.box.stride[k] = stride[nest.from[k]];
  }
  SymBox<R> code = box;
  spec::sort_dimensions(code);

  const auto equal = proof.use(products_of_equals);
  const ExactArithmetic exact;
  SymBool same = true, ascending = true;
  Sym reach = box.run, least = spec::unbounded;
  Facts products;
  for (int k = 0; k < R; ++k) {
    const Sym &e = nest.box.extent[k], &s = nest.box.stride[k];
    same = all_of(same, code.extent[k] == e, code.stride[k] == s);
    ascending = all_of(ascending, s >= 0, implies(e == 1, s == 0));
    if (k > 0) ascending = all_of(ascending, nest.box.stride[k - 1] <= s);
    nest.reach[k] = reach;
    least = select(e == 1, least, min_of(least, s - reach));
    reach = reach + (e - 1) * s;
    products.push_back(equal.instance(code.extent[k] - 1, code.stride[k], e - 1, s));
  }
  const Fact order = proof.prove("the code sorts in this order", same);
  const Fact strides = proof.prove("which ascends", ascending);
  const Fact is_least =
      proof.prove("the margin is the least of the nest", margin == least, products + Facts{order});
  nest.known = known_of(proof, box) + Facts{strides, is_least};
  return nest;
}

template <int R>
Row<R> into(Proof& proof, const Nest<R>& nest, const SymBox<R>& box, const Row<R>& row) {
  const auto nothing = proof.use(single_stride_counts_nothing);
  Index<R> at;
  Facts zeros;
  for (int k = 0; k < R; ++k) {
    const int from = nest.from[k];
    at[k] = row.at[from];
    zeros.push_back(nothing.instance(at[k], box.extent[from], box.stride[from]));
  }
  return {at,
          row.known + Facts{proof.prove("it is a row of the nest", is_row(nest.box, at), row.known),
                            proof.prove("at the same place",
                                        offset_of(nest.box, at) == offset_of(box, row.at),
                                        row.known + zeros)}};
}

template <int R>
Row<R> out_of(Proof& proof, const Nest<R>& nest, const SymBox<R>& box, const Row<R>& row) {
  Row<R> original{{}, row.known};
  for (int k = 0; k < R; ++k) original.at[nest.from[k]] = row.at[k];
  original.known.push_back(proof.prove("it is a row", is_row(box, original.at), row.known));
  const Row<R> back = into(proof, nest, box, original);
  return {original.at, back.known};
}

template <int R>
Fact the_same_row(Proof& proof, const Nest<R>& nest, const Row<R>& i, const Row<R>& j, const Sym& u,
                  const Sym& v, const Facts& shared) {
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto step = proof.use(step_in_range);
  const auto nowhere = proof.use(no_step);
  const ExactArithmetic exact;
  // From the smallest step up: what lies below is less than reach; then, down again, digit by digit.
  struct Below {
    Sym i, j;
    Fact in_reach;
  };
  const Facts known = nest.known + i.known + j.known + bounds_of(proof, {u, v}) + shared;
  std::vector<Below> below = {
      {u, v,
       proof.prove("units lie in the run",
                   all_of(0 <= u, u < nest.reach[0], 0 <= v, v < nest.reach[0]), known)}};
  for (int k = 0; k + 1 < R; ++k) {
    const Sym &e = nest.box.extent[k], &s = nest.box.stride[k];
    const Below& last = below.back();
    const Sym x = last.i + i.at[k] * s, y = last.j + j.at[k] * s;
    const Sym& reach = nest.reach[k + 1];
    below.push_back({x, y,
                     proof.prove("the smaller steps stay in reach",
                                 all_of(0 <= x, x < reach, 0 <= y, y < reach),
                                 known + Facts{last.in_reach, step.instance(i.at[k], e, s),
                                               step.instance(j.at[k], e, s)})});
  }
  Facts equal;
  for (int k = R; k-- > 0;) {
    const Sym& s = nest.box.stride[k];
    equal.push_back(proof.prove(
        "the same step, and the same below it",
        all_of(i.at[k] == j.at[k], below[k].i == below[k].j),
        known + equal +
            Facts{below[k].in_reach, nowhere.instance(i.at[k], s), nowhere.instance(j.at[k], s),
                  radix.instance(i.at[k], below[k].i, j.at[k], below[k].j, s)}));
  }
  SymBool same = u == v;
  for (int k = 0; k < R; ++k) same = all_of(same, i.at[k] == j.at[k]);
  return proof.prove("the same row", same, equal);
}

template Facts known_of(Proof&, const SymBox<3>&);
template SymBool is_row(const SymBox<3>&, const Index<3>&);
template Sym offset_of(const SymBox<3>&, const Index<3>&);
template Nest<3> nested_as(Proof&, const SymBox<3>&, const Sym&);
template Row<3> into(Proof&, const Nest<3>&, const SymBox<3>&, const Row<3>&);
template Row<3> out_of(Proof&, const Nest<3>&, const SymBox<3>&, const Row<3>&);
template Fact the_same_row(Proof&, const Nest<3>&, const Row<3>&, const Row<3>&, const Sym&,
                           const Sym&, const Facts&);
template Facts known_of(Proof&, const SymBox<4>&);
template SymBool is_row(const SymBox<4>&, const Index<4>&);
template Sym offset_of(const SymBox<4>&, const Index<4>&);
template Nest<4> nested_as(Proof&, const SymBox<4>&, const Sym&);
template Row<4> into(Proof&, const Nest<4>&, const SymBox<4>&, const Row<4>&);
template Row<4> out_of(Proof&, const Nest<4>&, const SymBox<4>&, const Row<4>&);
template Fact the_same_row(Proof&, const Nest<4>&, const Row<4>&, const Row<4>&, const Sym&,
                           const Sym&, const Facts&);

}  // namespace strideproof::solver
