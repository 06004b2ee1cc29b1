#include "proofs/theorems/boxes.h"

namespace strideproof::solver {

const Lemma<3> step_in_range = {
    "a step is not longer than the last",
    {"i", "e", "s"},
    [](Sym i, Sym e, Sym s) {
      return given(0 <= i, i < e, any_of(e == 1, s >= 0)).follows(0 <= i * s, i * s <= (e - 1) * s);
    },
    [](const Sym& i, const Sym& e, const Sym& s) {
      return Instances{product_monotone(0, i, s), product_monotone(i, e - 1, s)};
    }};

namespace {

// Steps i and j are at most the last step apart, and the stride at least unless they are one step.
const Lemma<4> distance_of_steps = {
    "the distance of two steps",
    {"i", "j", "e", "s"},
    [](Sym i, Sym j, Sym e, Sym s) {
      const Sym distance = i * s - j * s, last = (e - 1) * s;
      return given(0 <= i, i < e, 0 <= j, j < e, any_of(e == 1, s >= 0))
          .follows(-last <= distance, distance <= last, implies(i == j, distance == 0),
                   implies(i < j, distance <= -s), implies(i > j, s <= distance));
    },
    [](const Sym& i, const Sym& j, const Sym& e, const Sym& s) {
      return Instances{step_in_range(i, e, s), step_in_range(j, e, s),
                       product_monotone(i + 1, j, s), product_monotone(j + 1, i, s)};
    }};

}  // namespace

template <int R>
Fact the_same_row(Proof& proof, const SymBox<R>& box, const Index<R>& i, const Index<R>& j,
                  const Sym& u, const Sym& v) {
  const ExactArithmetic exact;
  Facts distances, equal;
  SymBool same = u == v;
  for (int k = 0; k < R; ++k) {
    distances.push_back(distance_of_steps(i[k], j[k], box.extent[k], box.stride[k]));
    same = all_of(same, i[k] == j[k]);
  }
  for (int k = 0; k < R; ++k) {
    SymBool others = true;
    for (int l = 0; l < R; ++l)
      if (l != k) others = all_of(others, any_of(spec::is_smaller(box, l, k), i[l] == j[l]));
    equal.push_back(proof.prove("equal in a dimension if in all of larger strides",
                                implies(others, i[k] == j[k]), distances));
  }
  return proof.prove("the same row", same, equal);
}

template Fact the_same_row(Proof&, const SymBox<3>&, const Index<3>&, const Index<3>&, const Sym&,
                           const Sym&);
template Fact the_same_row(Proof&, const SymBox<4>&, const Index<4>&, const Index<4>&, const Sym&,
                           const Sym&);

}  // namespace strideproof::solver
