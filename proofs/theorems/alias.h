#pragma once
// If the slack of dst.alias is not negative, the elements of a tensor share no byte, in any lane.
// The slack uses only the rows of the start lane.

#include "proofs/theorems/rows.h"

namespace strideproof::solver {

template <int R, class Mutation>
void margin_keeps_elements_apart(Proof& proof, const AnyOperand& x) {
  const int64_t es = x.t.element_bytes;
  const Element e = any_element(proof, x), f = any_element(proof, x, "'");
  const Sym rest = proof.variable("rest", 0, es - 1), rest_f = proof.variable("rest'", 0, es - 1);
  const auto at = spec::place_of(x.m, x.t, e.at), to = spec::place_of(x.m, x.t, f.at);
  const Fact shared = proof.given(all_of(at.lane == to.lane, at.byte + rest == to.byte + rest_f));
  const Adjacency runs = runs_of<R>(proof, x.t);
  const SymBox<R> box = spec::fullest_rows<Sym, Mutation, R>(x.m, x.t);
  const Nest<R> nest = nested<Mutation>(proof, box);
  const Fact clear = proof.given(nest.margin >= 0);
  const bool local = x.t.space == Space::local;

  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const ExactArithmetic exact;
  const Sym &start = x.address.start.lane, &lanes = x.m.lanes;
  const Sym first = local ? select(at.lane < start, Sym(1), Sym(0)) : Sym(0);
  const InBox<R> p = in_box<R>(proof, x, e, runs, first), q = in_box<R>(proof, x, f, runs, first);
  const Facts known =
      e.known + f.known + p.known + q.known + bounds_of(proof, {rest, rest_f}) + Facts{shared};
  // Counted from the lane's first block row, the block rows of its channels are among those of the
  // start lane.
  const auto row_of = [&](const Element& element, const Index<R>& row) {
    Facts facts = known;
    if (local) {
      const Sym reach = start + x.t.shape.c - 1 + lanes - start;
      facts =
          facts + Facts{divide.instance(reach, lanes), monotone.instance(1, element.block, lanes),
                        monotone.instance(reach / lanes, row[1], lanes)};
    }
    return BoxRow<R>{row, {proof.prove("its row is one of the box", is_row(box, row), facts)}};
  };
  const BoxRow<R> i = row_of(e, p.row), j = row_of(f, q.row);
  const Fact unit = proof.prove(
      "the unit is one", offset_of(box, i.at) + p.unit == offset_of(box, j.at) + q.unit, known);
  const Fact same =
      the_same_row(proof, nest, box, i, j, p.unit, q.unit, known + Facts{unit, clear});
  proof.conclude("the same element",
                 all_of(e.at.n == f.at.n, e.at.c == f.at.c, e.at.h == f.at.h, e.at.w == f.at.w),
                 known + Facts{same});
}

}  // namespace strideproof::solver
