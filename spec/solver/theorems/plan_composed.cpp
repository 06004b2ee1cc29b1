// The composition of a fill: its plan visits each byte of each element where the layout has it, and nothing
// else. Walks and stacks are proved for themselves; here their conclusions are put together. Of the nests it
// speaks as of loops that are kept as they are, of which plan.fill says that the nest visits the same; stacks
// start where plan.bands has them; the operand is that of plan.roles. Copies: plan_whole.cpp.

#include "spec/solver/theorems/plan_composed.h"

#include "spec/solver/theorems/plan_roles.h"
#include "spec/solver/theorems/theorems.h"

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

Met met_in_stack(Proof& proof, const AnyPlan& any, const Sym& s, const Sym& k, const Sym& n,
                 const Sym& h, const Sym& at, const Fact& in_stack) {
  const auto equal = proof.use(equal_factors);
  const int64_t es = any.element_bytes;
  const Fact is_channel = channel_has_stack(proof, any.shape.c, any.lanes, k, s, in_stack);
  proof.learn("the channel is small", exactly([&] { return k * any.lanes + s; }), {0, extents - 1},
              {is_channel, proof.bounds(any.shape.c)});
  const auto [c, is_c] = proof.name("c", k * any.lanes + s);
  const Byte byte = {{n, c, h, at / es}, at % es};
  const auto [places, walks] = visited(proof, any, byte);
  const ExactArithmetic exact;
  const Fact place = proof.prove("its place in the stacks",
                                 all_of(c < any.shape.c, c / any.lanes == k, c % any.lanes == s),
                                 {is_c, is_channel});
  Facts facts = walks + Facts{in_stack, place} + bounds_of(proof, {n, h, at, any.shape.w});
  for (const auto& side : any.sides)
    facts = facts + Facts{equal.instance(c % any.lanes, s, side.walk.lane),
                          equal.instance(c / any.lanes, k, side.walk.block)};
  return {byte, places, facts};
}

namespace {

using Index = std::array<Sym, 4>;  // of the loops of a nest: bytes, rows, channels, batches

// Whether step `at` of stack l is one of its nest, and leads, in each operand, to the byte.
SymBool visits(const AnyPlan& any, const Sym& l, const Index& at, const std::vector<Sym>& places) {
  const auto &tall = any.plan.tall_nest.loops, &low = any.plan.low_nest.loops;
  const auto of_stack = [&](const Sym& a, const Sym& b) { return select(l < any.plan.tall, a, b); };
  SymBool result = all_of(0 <= l, l < any.plan.stacks);
  for (size_t i = 0; i < at.size(); ++i)
    result = all_of(result, 0 <= at[i], at[i] < of_stack(tall[i].count, low[i].count));
  for (size_t side = 0; side < places.size(); ++side) {
    const auto step = [&](const Loop<Sym>& loop) { return side == 0 ? loop.dst : loop.src; };
    Sym place = stack_start(any.sides[side].walk, l);
    for (size_t i = 0; i < at.size(); ++i)
      place = place + at[i] * of_stack(step(tall[i]), step(low[i]));
    result = all_of(result, place == places[side]);
  }
  return result;
}

template <class Plant>
void reached(Proof& proof) {
  const AnyPlan any = any_plan<Plant, true>(proof);
  const Dim4<Sym>& shape = any.shape;
  const Byte byte = byte_of_element(proof, any.element_bytes);
  const auto& [n, c, h, w] = byte.at;
  const Fact exists = proof.given(c < shape.c);
  const Fact inside = proof.given(all_of(n < shape.n, h < shape.h, w < shape.w));
  const auto [places, walks] = visited(proof, any, byte);
  const Fact stack = stack_has_channel(proof, shape.c, any.lanes, any.stacks, c, exists);
  const ExactArithmetic exact;
  proof.conclude(
      "the plan visits the byte",
      visits(any, c % any.lanes, {w * any.element_bytes + byte.rest, h, c / any.lanes, n}, places),
      walks + Facts{stack, inside} + bounds_of(proof, {n, h, w, byte.rest}));
}

template <class Plant>
void nothing_else(Proof& proof) {
  const AnyPlan any = any_plan<Plant, true>(proof);
  const Dim4<Sym>& shape = any.shape;
  const auto step = [&](const char* name, int64_t most) { return proof.variable(name, 0, most); };
  const Sym l = step("l", extents), k = step("k", extents), b = step("b", 4 * extents),
            h = step("h", extents), n = step("n", extents);
  const auto& loops = any.plan.low_nest.loops;  // as those of the others, but for the channels
  const Fact stack = proof.given(in_stacks(any.stacks, k, l));
  const Fact inside =
      proof.given(all_of(b < loops[0].count, h < loops[1].count, n < loops[3].count));

  const auto [byte, places, facts] = met_in_stack(proof, any, l, k, n, h, b, stack);
  const ExactArithmetic exact;
  proof.conclude("what the plan visits is the byte of one element",
                 all_of(n < shape.n, byte.at.c < shape.c, h < shape.h, byte.at.w < shape.w,
                        visits(any, l, {b, h, k, n}, places)),
                 facts + Facts{inside});
}

// ---- controls ----

std::string fill_case(const Model& v) {
  return fill_line(1, shape_of(v), {Space::local, v["A"], strides_of(v)});
}

}  // namespace

std::vector<Theorem> composed() {
  const Proof::Limits world = {{"local", {1, 1}}, {"A", {0, 0}}, {"N", {1, 1}},  {"C", {1, 4}},
                               {"H", {1, 1}},     {"W", {4, 4}}, {"sn", {0, 0}}, {"sc", {4, 8}},
                               {"sh", {0, 0}},    {"n", {0, 0}}, {"h", {0, 0}}};
  constexpr auto exchanged = LoopFault::heights_exchanged;
  const auto control = [&](auto claim) { return loop_control<exchanged>(claim, world, fill_case); };
  const auto fills = with_others(operations_of(okk_gdma::is_fill), {"bm_atomic_memset_4D"});
  return {
      {"plan.set.reached",
       "The plan of a fill visits each byte of each element where the strides have it.", fills,
       reached<Sound>, control(reached<WithLoop<exchanged>>)},
      {"plan.set.nothing_else", "Whatever the plan of a fill visits is the byte of one element.",
       fills, nothing_else<Sound>, control(nothing_else<WithLoop<exchanged>>)}};
}

}  // namespace strideproof::solver::plans
