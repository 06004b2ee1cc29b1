#include "spec/solver/theorems/plan_walks.h"

namespace strideproof::solver::plans {

Sym walked(const AnyWalk& any, const Sym& lanes, const Byte& byte) {
  const auto& [n, c, h, w] = byte.at;
  const Walk<Sym>& walk = any.walk;
  return stack_start(walk, c % lanes) + c / lanes * walk.block + n * walk.n + h * walk.h +
         w * any.w + byte.rest;
}

Fact channel_of_stack(Proof& proof, const Sym& c, const Sym& lanes) {
  const ExactArithmetic exact;
  const Sym k = c / lanes, l = c % lanes;
  return proof.prove(
      "c = k*lanes + l, 0 <= l < lanes", all_of(c == k * lanes + l, 0 <= l, l < lanes, 0 <= k),
      {proof.bounds(c), proof.bounds(lanes), proof.use(lemmas::division).instance(c, lanes)});
}

void walk_comes_by(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                   const Operand<Sym>& o, const Fact& start, const AnyWalk& walk) {
  const auto divide = proof.use(lemmas::division);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto monotone = proof.use(lemmas::product_monotone);
  const Byte byte = byte_of_element(proof, element_bytes);
  const Sym& c = byte.at.c;
  const spec::Place<Sym> place = spec::place_of(m, tensor_of(o, element_bytes), byte.at);
  const Sym flat = place.lane * m.lane_bytes + place.byte + byte.rest;

  const ExactArithmetic exact;
  const Sym q = spec::start_of(m, o.address).lane, block = spec::block_row_of(m, q, c);
  const Sym k = c / m.lanes, l = c % m.lanes;
  const Fact channel = channel_of_stack(proof, c, m.lanes);
  const Fact behind = proof.prove(
      "Q + c = block*X + lane, 0 <= lane < X",
      all_of(q + c == block * m.lanes + place.lane, 0 <= place.lane, place.lane < m.lanes),
      {start, proof.bounds(c), proof.bounds(m.lanes), divide.instance(q + c, m.lanes)});
  // Stacks [0, X - Q) begin in the lanes from Q on, the others in those from 0 on, a block row on.
  const bool wraps(l >= m.lanes - q);
  const Sym lane = wraps ? q + l - m.lanes : q + l, block_row = wraps ? k + 1 : k;
  const Fact where = proof.prove(
      "lane and block row", all_of(block == block_row, place.lane == lane),
      {start, channel, behind, radix.instance(block, place.lane, block_row, lane, m.lanes)});
  proof.conclude("the walk comes by", flat == walked(walk, m.lanes, byte),
                 {channel, start, where, monotone.instance(lane, place.lane, m.lane_bytes),
                  monotone.instance(place.lane, lane, m.lane_bytes)});
}

void stacks_hold_channels(Proof& proof, const Sym& C, const Sym& X, const AnyStacks& plan) {
  const auto divide = proof.use(lemmas::division);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto monotone = proof.use(lemmas::product_monotone);
  const ExactArithmetic exact;
  const auto in_plan = [&](const Sym& k, const Sym& l) {
    return all_of(0 <= l, l < plan.stacks, 0 <= k,
                  k < select(l < plan.tall, plan.tall_height, plan.low_height));
  };
  const Sym c = proof.variable("c", 0, extents - 1), k = c / X, l = c % X;
  const Sym any_k = proof.variable("k", 0, extents), any_l = proof.variable("l", 0, extents);
  const Fact of_tensor = proof.given(c < C);
  const Fact of_plan = proof.given(in_plan(any_k, any_l));
  const Fact domain = proof.prove("domain", all_of(1 <= X, 1 <= C, 0 <= c, 0 <= any_l, 0 <= any_k));

  const Fact whole =
      proof.prove("C = K*X + T", all_of(C == C / X * X + C % X, 0 <= C % X, C % X < X, 0 <= C / X),
                  {domain, divide.instance(C, X)});
  const Fact decoded = proof.prove("c = k*X + l", all_of(c == k * X + l, 0 <= l, l < X, 0 <= k),
                                   {domain, divide.instance(c, X)});
  proof.conclude(
      "a channel of the tensor is in its stack", in_plan(k, l),
      {domain, of_tensor, whole, decoded, monotone.instance(C / X, k, X),
       monotone.instance(C / X + 1, k, X), monotone.instance(k, 0, X), monotone.instance(0, k, X)});
  const Sym channel = any_k * X + any_l;
  const Fact inside = proof.prove("what is in a stack is a channel of the tensor",
                                  all_of(0 <= channel, channel < C, any_l < X),
                                  {domain, of_plan, whole, monotone.instance(any_k + 1, C / X, X),
                                   monotone.instance(any_k, C / X, X),
                                   monotone.instance(0, any_k, X), monotone.instance(0, C / X, X)});
  proof.conclude("and of no other place in the stacks",
                 all_of(0 <= channel, channel < C, channel / X == any_k, channel % X == any_l),
                 {domain, inside, of_plan, divide.instance(channel, X),
                  radix.instance(any_k, any_l, channel / X, channel % X, X)});
}

}  // namespace strideproof::solver::plans
