#include "spec/solver/theorems/boxes.h"

#include <utility>

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

Box3 any_box(Proof& proof, const std::string& mark) {
  Box3 box;
  box.first = proof.variable("first" + mark, 0, memory_end);
  box.run = proof.variable("run" + mark, 1, most_extent);
  for (size_t k = 0; k < 3; ++k) {
    const std::string name = std::to_string(k) + mark;
    box.extent[k] = proof.variable("e" + name, 1, most_rows);
    box.stride[k] = proof.variable("s" + name, INT32_MIN, memory_end);
    proof.given(any_of(box.extent[k] == 1, box.stride[k] >= 0));
  }
  return box;
}

Facts known_of(Proof& proof, const Box3& box) {
  Facts known = bounds_of(proof, {box.first, box.run});
  for (size_t k = 0; k < 3; ++k) {
    known.push_back(proof.bounds(box.extent[k]));
    known.push_back(proof.prove("no stride of several rows is negative",
                                any_of(box.extent[k] == 1, box.stride[k] >= 0)));
  }
  return known;
}

SymBool is_row(const Box3& box, const Index3& at) {
  SymBool row = true;
  for (size_t k = 0; k < 3; ++k) row = all_of(row, 0 <= at[k], at[k] < box.extent[k]);
  return row;
}

Sym offset_of(const Box3& box, const Index3& at) {
  const ExactArithmetic exact;
  return at[0] * box.stride[0] + at[1] * box.stride[1] + at[2] * box.stride[2];
}

Row any_row(Proof& proof, const Box3& box, const std::string& mark) {
  Index3 at;
  for (size_t k = 0; k < 3; ++k)
    at[k] = proof.variable("i" + std::to_string(k) + mark, 0, most_rows - 1);
  return {at, {proof.given(is_row(box, at))}};
}

Nest nested_as(Proof& proof, const Box3& box, const Sym& margin) {
  Nest nest{{0, 1, 2}, box, {}, margin, {}};
  Index3 stride;
  for (size_t k = 0; k < 3; ++k) stride[k] = select(box.extent[k] == 1, Sym(0), box.stride[k]);
  for (const size_t k : {0, 1, 0})
    if (stride[nest.from[k]] > stride[nest.from[k + 1]]) std::swap(nest.from[k], nest.from[k + 1]);
  for (size_t k = 0; k < 3; ++k) {
    nest.box.extent[k] = box.extent[nest.from[k]];
    nest.box.stride[k] = stride[nest.from[k]];
  }
  Box3 code = box;
  spec::sort_dimensions(code);

  const auto equal = proof.use(products_of_equals);
  const ExactArithmetic exact;
  SymBool same = true, ascending = true;
  Sym reach = box.run, least = spec::unbounded;
  Facts products;
  for (size_t k = 0; k < 3; ++k) {
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

Row into(Proof& proof, const Nest& nest, const Box3& box, const Row& row) {
  const auto nothing = proof.use(single_stride_counts_nothing);
  Index3 at;
  Facts zeros;
  for (size_t k = 0; k < 3; ++k) {
    const size_t from = nest.from[k];
    at[k] = row.at[from];
    zeros.push_back(nothing.instance(at[k], box.extent[from], box.stride[from]));
  }
  return {at,
          row.known + Facts{proof.prove("it is a row of the nest", is_row(nest.box, at), row.known),
                            proof.prove("at the same place",
                                        offset_of(nest.box, at) == offset_of(box, row.at),
                                        row.known + zeros)}};
}

Row out_of(Proof& proof, const Nest& nest, const Box3& box, const Row& row) {
  Row original{{}, row.known};
  for (size_t k = 0; k < 3; ++k) original.at[nest.from[k]] = row.at[k];
  original.known.push_back(proof.prove("it is a row", is_row(box, original.at), row.known));
  const Row back = into(proof, nest, box, original);
  return {original.at, back.known};
}

Fact the_same_row(Proof& proof, const Nest& nest, const Row& i, const Row& j, const Sym& u,
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
  for (size_t k = 0; k < 2; ++k) {
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
  for (size_t k = 3; k-- > 0;) {
    const Sym& s = nest.box.stride[k];
    equal.push_back(proof.prove(
        "the same step, and the same below it",
        all_of(i.at[k] == j.at[k], below[k].i == below[k].j),
        known + equal +
            Facts{below[k].in_reach, nowhere.instance(i.at[k], s), nowhere.instance(j.at[k], s),
                  radix.instance(i.at[k], below[k].i, j.at[k], below[k].j, s)}));
  }
  return proof.prove("the same row",
                     all_of(i.at[0] == j.at[0], i.at[1] == j.at[1], i.at[2] == j.at[2], u == v),
                     equal);
}

}  // namespace strideproof::solver
