// Composes the theorems about strides and columns of a plan: the plan visits each byte of the
// layout, and each step of a column belongs to a byte.

#include "proofs/theorems/plan_composed.h"

namespace strideproof::solver::plans {

Visited visited(Proof& proof, const AnyPlan& any, const Byte& byte) {
  Visited result;
  for (const auto& [o, start, walk] : any.sides) {
    const AnyWalk bytes = {walk, any.element_bytes};
    result.places.push_back(flat_of(any.m, any.element_bytes, o, byte));
    result.walks.push_back(
        start ? local_walk_comes_by(proof, any.m, any.element_bytes, o, *start, bytes, byte)
              : system_walk_comes_by(proof, any.m, any.element_bytes, o, any.lanes, bytes, byte));
  }
  return result;
}

Met met_in_column(Proof& proof, const AnyPlan& any, const Sym& s, const Sym& k, const Sym& n,
                  const Sym& h, const Sym& at, const Fact& in_column) {
  const auto equal = proof.use(equal_factors);
  const int64_t es = any.element_bytes;
  const Fact is_channel = channel_has_column(proof, any.shape.c, any.lanes, k, s, in_column);
  proof.learn("the channel is small", exactly([&] { return k * any.lanes + s; }), {0, extents - 1},
              {is_channel, proof.bounds(any.shape.c)});
  const auto [c, is_c] = proof.name("c", k * any.lanes + s);
  const Byte byte = {{n, c, h, at / es}, at % es};
  const auto [places, walks] = visited(proof, any, byte);
  const ExactArithmetic exact;
  const Fact place = proof.prove("its place in the stacks",
                                 all_of(c < any.shape.c, c / any.lanes == k, c % any.lanes == s),
                                 {is_c, is_channel});
  Facts facts = walks + Facts{in_column, place} + bounds_of(proof, {n, h, at, any.shape.w});
  for (const auto& side : any.sides)
    facts = facts + Facts{equal.instance(c % any.lanes, s, side.walk.lane),
                          equal.instance(c / any.lanes, k, side.walk.block)};
  return {byte, places, facts};
}

namespace {

bool is_fill(const AnyPlan& any) { return any.sides.size() == 1; }

}  // namespace

AnyNest nest_of_group(const AnyPlan& any, const Sym& b) {
  const ExactArithmetic exact;
  const Sym channels = select(b < any.plan.tall, any.columns.tall_height, any.columns.low_height);
  std::map<std::string, Sym> at_hand = {
      {"N", any.shape.n}, {"H", any.shape.h}, {"W", any.shape.w}, {"K", channels}};
  for (const auto& side : any.sides) {
    const std::string name = &side == &any.sides.front() ? "dst" : "src";
    at_hand.insert({{name + ".block", side.walk.block},
                    {name + ".n", side.walk.n},
                    {name + ".h", side.walk.h}});
  }
  Values values(std::move(at_hand));
  const AnyColumn column = is_fill(any) ? fill_column(values, any.element_bytes)
                                        : copy_column(values, any.element_bytes);
  return {column, values.premises()};
}

Facts legal(Proof& proof, const AnyPlan& any) {
  const ExactArithmetic exact;
  Facts known;
  for (const auto& side : any.sides) {
    spec::Tensor<Sym> t = tensor_of(side.operand, any.element_bytes);
    t.shape = any.shape;
    t.last_width = any.shape.w;
    // Given strides have 32 bits; others belong to default layouts.
    known.push_back(proof.given(all_of(t.stride.c <= int64_t{1} << 33, t.stride.h <= UINT32_MAX)));
    Values values({});
    legal_operand(values, any.m, t);
    known.push_back(proof.given(values.premises()));
    known.push_back(cite_steps(proof, any.m, t, any.lanes));
    if (is_fill(any) || &side != &any.sides.front()) continue;
    const auto byte_of = [&](const Sym& n, const Sym& h) {
      return spec::place_of(any.m, t, {n, Sym(0), h, Sym(0)}).byte;
    };
    known.push_back(proof.given(all_of(any_of(t.shape.h == 1, byte_of(0, 0) != byte_of(0, 1)),
                                       any_of(t.shape.n == 1, byte_of(0, 0) != byte_of(1, 0)))));
  }
  return known;
}

Fact nest_is_of_the_plan(Proof& proof, const AnyPlan& any, const Sym& b, const AnyNest& nest) {
  const ExactArithmetic exact;
  const auto &tall = any.plan.tall_nest, &low = any.plan.low_nest;
  const auto own = [&](auto part, size_t i) {
    return select(b < any.plan.tall, tall.loops[i].*part, low.loops[i].*part);
  };
  SymBool same = tall.depth == 4 && low.depth == 4;
  for (size_t i = 0; i < nest.column.loops.size(); ++i) {
    const auto& [count, step] = nest.column.loops[i];
    same = all_of(same, own(&Loop<Sym>::count, i) == count, own(&Loop<Sym>::dst, i) == step[0],
                  own(&Loop<Sym>::src, i) == (is_fill(any) ? Sym(0) : step[1]));
  }
  return proof.conclude("the nest of its band is made of the loops of such a stack", same);
}

Fact nest_is_legal(Proof& proof, const AnyPlan& any, const Sym& b, const AnyNest& nest,
                   const Facts& legal, const Fact& group) {
  const auto equal = proof.use(equal_factors);
  const auto monotone = proof.use(lemmas::product_monotone);
  const ExactArithmetic exact;
  const Sym &low = any.columns.low_height, &tall = any.columns.tall_height,
            &K = nest.column.channels;
  const Sym& C = any.shape.c;
  const Fact height = proof.prove(
      "a stack holds one channel or more, and not more than there are", all_of(1 <= K, K <= C),
      bounds_of(proof, {b, C, any.lanes}) +
          Facts{group, proof.use(lemmas::division).instance(C, any.lanes),
                monotone.instance(1, any.lanes, C / any.lanes), equal.instance(low, 0, any.lanes)});
  Facts facts =
      legal + Facts{height} + bounds_of(proof, {any.shape.n, any.shape.h, any.shape.w, low, tall});
  for (const ColumnStrides<Sym>& walk : nest.column.walks)
    facts = facts + Facts{proof.bounds(walk.block), proof.bounds(walk.n), proof.bounds(walk.h),
                          equal.instance(K, low, walk.block), equal.instance(K, tall, walk.block)};
  return proof.prove("the nest is that of a legal stack", all_of(nest.legal, 1 <= K), facts);
}

Facts banded(Proof& proof, const AnyPlan& any) {
  const ExactArithmetic exact;
  const Sym& C = any.shape.c;
  Facts known =
      bounds_of(proof, {C, any.lanes, any.m.lane_bytes, any.plan.columns, any.plan.tall}) +
      Facts{proof.use(lemmas::division).instance(C, any.lanes)};
  for (const auto& [operand, start, walk] : any.sides) {
    known =
        known + bounds_of(proof, {operand.address, walk.start, walk.lane, walk.wrap_at, walk.wrap});
    if (start) known.push_back(*start);
  }
  return known;
}

Sym start_in_group(const ColumnStrides<Sym>& walk, const Sym& b, const Sym& s) {
  return column_start(walk, b) + (s - b) * walk.lane;
}

}  // namespace strideproof::solver::plans
