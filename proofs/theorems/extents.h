#pragma once
// The last byte of a tensor, and the condition that all of its bytes exist.

#include "proofs/theorems/domain.h"

namespace strideproof::solver {

// A stride that is not cut: last_byte takes its last step exactly, and no step goes further.
// Arguments i, last, s.
std::optional<Lemma<3>> steps_end_at_the_last(Prover& prover);

// The last byte belongs to an element, and no element reaches further. So the operand ends in its
// memory iff every element does. `roomy`: a step of a block row clears a row that is wider than the
// last one.
template <class Mutation>
void last_byte_is_last(Proof& proof, const AnyOperand& x, const Facts& roomy = {}) {
  const auto steps = proof.use(steps_end_at_the_last);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto below = proof.use(lemmas::division_below);
  const auto digits = proof.use(lemmas::division_of_digits);
  const Tensor<Sym>& t = x.t;
  const Dim4<Sym>&shape = t.shape, &s = t.stride;
  const Sym start = x.address.start.lane, last_channel = start + (shape.c - 1);
  const bool local = t.space == Space::local;

  const Element e = any_element(proof, x);
  const Sym end_of_e = spec::place_of(x.m, t, e.at).byte + (t.element_bytes - 1);
  const Sym last = spec::last_byte<Sym, Mutation>(x.m, t);
  const Sym slack = spec::end_slack<Sym, Mutation>(x.m, t);
  const Sym allowed = spec::last_allowed(x.m, t.space, t.address);

  // The last channel of the last block row holds the last element, unless it is narrower than the
  // channel in the lane before.
  const bool alone = static_cast<bool>(
      any_of(SymBool(!local), shape.c == 1, spec::lane_of(x.m, start, shape.c - 1) == 0));
  const Dim4<Sym> at = {shape.n - 1, alone ? shape.c - 1 : shape.c - 2, shape.h - 1,
                        (alone ? t.last_width : shape.w) - 1};
  const Sym end_of_last = spec::place_of(x.m, t, at).byte + (t.element_bytes - 1);

  const ExactArithmetic exact;
  const Facts steps_of_e = {
      steps.instance(e.at.n, shape.n - 1, s.n), steps.instance(e.block, x.last_block, s.c),
      steps.instance(e.at.h, shape.h - 1, s.h), steps.instance(e.at.w, shape.w - 1, s.w)};
  const Facts known = e.known + roomy + bounds_of(proof, {s.n, s.c, s.h, s.w});
  Facts of_e = known + steps_of_e, of_last = of_e;
  if (local) {
    const Sym& lanes = x.m.lanes;
    of_e.push_back(
        proof.prove("earlier channels end before an only one",
                    implies(all_of(SymBool(alone), e.at.c != shape.c - 1), e.block < x.last_block),
                    known + Facts{below.instance(start + e.at.c, x.last_block, lanes)}));
    of_e.push_back(monotone.instance(e.block, x.last_block - 1, s.c));
    const Sym block = (start + at.c) / lanes;
    const Fact last_block =
        proof.prove("the last element lies in the last block row", block == x.last_block,
                    known + Facts{digits.instance(x.last_block, last_channel % lanes - 1, lanes)});
    of_last.push_back(
        proof.prove("and is as many steps away", block * s.c == x.last_block * s.c,
                    known + Facts{last_block, monotone.instance(block, x.last_block, s.c),
                                  monotone.instance(x.last_block, block, s.c)}));
  }
  const Facts ends = {
      proof.conclude("no element reaches past the last byte", end_of_e <= last, of_e),
      proof.conclude("an element ends with the last byte", end_of_last == last, of_last)};
  proof.conclude("which is an element", all_of(0 <= at.c, 0 <= at.w), known);
  proof.conclude_if("where the slack is not negative each element exists", slack >= 0,
                    end_of_e <= allowed, ends);
  proof.conclude("where it is negative that element does not exist",
                 (slack < 0) == (end_of_last > allowed), ends);
}

}  // namespace strideproof::solver
