#include "proofs/theorems/plan_walks.h"

#include "proofs/theorems/domain.h"

namespace strideproof::solver::plans {

namespace {

Sym walked(const AnyWalk& any, const Sym& lanes, const Byte& byte) {
  const auto& [n, c, h, w] = byte.at;
  const ColumnStrides<Sym>& walk = any.walk;
  return column_start(walk, c % lanes) + c / lanes * walk.block + n * walk.n + h * walk.h +
         w * any.w + byte.rest;
}

// c = c div lanes * lanes + c mod lanes.
Fact channel_of_column(Proof& proof, const Sym& c, const Sym& lanes) {
  const ExactArithmetic exact;
  const Sym k = c / lanes, l = c % lanes;
  return proof.prove(
      "c = k*lanes + l, 0 <= l < lanes", all_of(c == k * lanes + l, 0 <= l, l < lanes, 0 <= k),
      {proof.bounds(c), proof.bounds(lanes), proof.use(lemmas::division).instance(c, lanes)});
}

// lane*S + byte, or the system address.
Sym flat_of(const MachineShape<Sym>& m, int64_t element_bytes, const OperandView<Sym>& o,
            const Byte& byte) {
  const spec::ElementPlace<Sym> place = spec::place_of(m, tensor_of(o, element_bytes), byte.at);
  const ExactArithmetic exact;
  return place.lane * m.lane_bytes + place.byte + byte.rest;
}

}  // namespace

void system_walk_comes_by(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                          const OperandView<Sym>& o, const Sym& lanes, const AnyWalk& walk,
                          const Byte& byte) {
  const Sym flat = flat_of(m, element_bytes, o, byte);
  const ExactArithmetic exact;
  proof.conclude("the plan visits the byte where the layout has it",
                 flat == walked(walk, lanes, byte), {channel_of_column(proof, byte.at.c, lanes)});
}

namespace {

// Channel c, the k-th of column l, is in lane Q + l, block row k. If that lane is past X - 1, it is
// in lane Q + l - X, block row k + 1. Arguments Q, c, X.
std::optional<Lemma<3>> lane_of_column(Prover& prover) {
  const auto divide = lemmas::division(prover);
  const auto radix = lemmas::mixed_radix(prover);
  if (!divide || !radix) return {};
  return Lemma<3>::prove(
      prover, "lane and block row of a column's channel", {"Q", "c", "X"},
      [](Sym q, Sym c, Sym x) {
        const Sym k = c / x, l = c % x;
        const SymBool around = l >= x - q;
        return given(0 <= q, q < x, 0 <= c)
            .follows((q + c) / x == select(around, k + 1, k),
                     (q + c) % x == select(around, q + l - x, q + l));
      },
      [&](const Sym& q, const Sym& c, const Sym& x) {
        const Sym k = c / x, l = c % x;
        return Instances{divide->instance(c, x), divide->instance(q + c, x),
                         radix->instance((q + c) / x, (q + c) % x, k + 1, q + l - x, x),
                         radix->instance((q + c) / x, (q + c) % x, k, q + l, x)};
      });
}

// So the plan visits its place; lanes are S bytes apart, block rows e. Arguments Q, c, X, S, e.
std::optional<Lemma<5>> walk_to_channel(Prover& prover) {
  const auto lane = lane_of_column(prover);
  const auto equal = equal_factors(prover);
  if (!lane || !equal) return {};
  return Lemma<5>::prove(
      prover, "the start of a column's channel", {"Q", "c", "X", "S", "e"},
      [](Sym q, Sym c, Sym x, Sym s, Sym e) {
        const ColumnStrides<Sym> walk = {q * s, s, x - q, e - x * s, e, 0, 0};
        return given(0 <= q, q < x, 0 <= c)
            .follows((q + c) % x * s + (q + c) / x * e ==
                     optimized::column_start(walk, c % x) + c / x * e);
      },
      [&](const Sym& q, const Sym& c, const Sym& x, const Sym& s, const Sym& e) {
        const Sym k = c / x, l = c % x;
        return Instances{lane->instance(q, c, x), equal->instance((q + c) % x, q + l - x, s),
                         equal->instance((q + c) % x, q + l, s),
                         equal->instance((q + c) / x, k + 1, e),
                         equal->instance((q + c) / x, k, e)};
      });
}

}  // namespace

void local_walk_comes_by(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                         const OperandView<Sym>& o, const Fact& start, const AnyWalk& walk) {
  const auto walks = proof.use(walk_to_channel);
  const Byte byte = byte_of_element(proof, element_bytes);
  const Sym& c = byte.at.c;
  const Sym flat = flat_of(m, element_bytes, o, byte);
  const ExactArithmetic exact;
  const Sym lane = spec::start_of(m, o.address).lane;
  proof.conclude("the plan visits the byte where the layout has it",
                 flat == walked(walk, m.lanes, byte),
                 {start, proof.bounds(c),
                  walks.instance(lane, c, m.lanes, m.lane_bytes, element_bytes * o.stride.c)});
}

void columns_hold_channels(Proof& proof, const Sym& C, const Sym& X, const AnyColumns& plan) {
  const auto divide = proof.use(lemmas::division);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto monotone = proof.use(lemmas::product_monotone);
  const Sym c = proof.variable("c", 0, extents - 1);
  const Fact exists = proof.given(c < C);
  const Sym k = proof.variable("k", 0, extents), l = proof.variable("l", 0, extents);
  const auto in_columns = [&](const Sym& at, const Sym& column) {
    return all_of(0 <= column, column < plan.columns, 0 <= at,
                  at < select(column < plan.tall, plan.tall_height, plan.low_height));
  };
  const Fact holds = proof.given(in_columns(k, l));
  const ExactArithmetic exact;
  // K channels in each column, one more in T of them.
  const Fact divided =
      proof.prove("C = K*X + T", all_of(C == C / X * X + C % X, 0 <= C % X, C % X < X, 0 <= C / X),
                  {proof.bounds(C), proof.bounds(X), divide.instance(C, X)});
  proof.conclude("a channel of the tensor is in its column", in_columns(c / X, c % X),
                 {exists, proof.bounds(C), proof.bounds(X), divided, channel_of_column(proof, c, X),
                  monotone.instance(C / X, c / X, X), monotone.instance(C / X + 1, c / X, X),
                  monotone.instance(c / X, 0, X), monotone.instance(0, c / X, X)});
  const Sym channel = k * X + l;
  const Fact domain = proof.prove("domain", all_of(1 <= X, 1 <= C, 0 <= l, 0 <= k));
  const Fact inside = proof.conclude(
      "a column holds channels of the tensor", all_of(0 <= channel, channel < C, l < X),
      {domain, holds, divided, monotone.instance(k + 1, C / X, X), monotone.instance(k, C / X, X),
       monotone.instance(0, k, X), monotone.instance(0, C / X, X)});
  proof.conclude("each at no other place", all_of(channel / X == k, channel % X == l),
                 {domain, inside, holds, divide.instance(channel, X),
                  radix.instance(k, l, channel / X, channel % X, X)});
}

}  // namespace strideproof::solver::plans
