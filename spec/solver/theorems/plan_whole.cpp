// The whole plan of a copy, as it is walked: band after band, in each its stacks, in each of these the nest
// that is left once loops were left out and became one with others. What bands and nests do, and that those
// of a legal copy are what the theorems about them speak of, is cited. Fills: plan_composed.cpp.

#include <cstring>

#include "model/optimized/kernels.h"
#include "spec/solver/theorems/plan_cited.h"
#include "spec/solver/theorems/plan_composed.h"
#include "spec/solver/theorems/plan_roles.h"

namespace strideproof::solver::plans {
namespace {

constexpr int64_t most = optimized::widest_band;

// The nest of a stack with so many channels.
struct AnyNest {
  CopyStack stack;
  SymBool legal;
};
AnyNest nest_of(const AnyPlan& any, const Sym& channels) {
  const ExactArithmetic exact;
  const auto &dst = any.plan.dst, &src = any.plan.src;
  Values values({{"N", any.shape.n},
                 {"H", any.shape.h},
                 {"W", any.shape.w},
                 {"K", channels},
                 {"dst.block", dst.block},
                 {"dst.n", dst.n},
                 {"dst.h", dst.h},
                 {"src.block", src.block},
                 {"src.n", src.n},
                 {"src.h", src.h}});
  const CopyStack stack = copy_stack(values, any.element_bytes);
  return {stack, values.premises()};
}

// The height of the stacks of a band, whose nest they have.
Sym height_of_band(const AnyPlan& any, const Sym& b) {
  return select(b < any.plan.tall, any.stacks.tall_height, any.stacks.low_height);
}

// The premises that a copy is legal: its operands end in memory, and rows and batches of the destination
// that share a byte are one. What plan.operands.steps says of them.
Facts legal(Proof& proof, const AnyPlan& any) {
  const ExactArithmetic exact;
  Facts known;
  for (const auto& side : any.sides) {
    spec::Tensor<Sym> t = tensor_of(side.operand, any.element_bytes);
    t.shape = any.shape;
    t.last_width = any.shape.w;
    // Given strides are of 32 bits; others of default layouts.
    known.push_back(proof.given(all_of(t.stride.c <= int64_t{1} << 33, t.stride.h <= UINT32_MAX)));
    Values values({});
    legal_operand(values, any.m, t);
    known.push_back(proof.given(values.premises()));
    known.push_back(cite_steps(proof, any.m, t, any.lanes));
    if (&side != &any.sides.front()) continue;
    const auto byte_of = [&](const Sym& n, const Sym& h) {
      return spec::place_of(any.m, t, {n, Sym(0), h, Sym(0)}).byte;
    };
    known.push_back(proof.given(all_of(any_of(t.shape.h == 1, byte_of(0, 0) != byte_of(0, 1)),
                                       any_of(t.shape.n == 1, byte_of(0, 0) != byte_of(1, 0)))));
  }
  return known;
}

// That the nest of band b in the plan itself is made of these loops: optimized::nest_of chooses by where the band
// starts, as plan.bands has it, and it is the plan's own loops that are compared.
Fact nest_is_of_the_plan(Proof& proof, const AnyPlan& any, const Sym& b, const AnyNest& nest) {
  const ExactArithmetic exact;
  const auto &tall = any.plan.tall_nest, &low = any.plan.low_nest;
  const auto own = [&](auto part, size_t i) {
    return select(b < any.plan.tall, tall.loops[i].*part, low.loops[i].*part);
  };
  SymBool same = tall.depth == 4 && low.depth == 4;
  for (size_t i = 0; i < nest.stack.loops.size(); ++i) {
    const auto& [count, step] = nest.stack.loops[i];
    same = all_of(same, own(&Loop<Sym>::count, i) == count, own(&Loop<Sym>::dst, i) == step[0],
                  own(&Loop<Sym>::src, i) == step[1]);
  }
  return proof.conclude("the nest of its band is made of the loops of such a stack", same);
}

// That the nest is one that plan.nest speaks of.
Fact nest_is_legal(Proof& proof, const AnyPlan& any, const AnyNest& nest, const Facts& legal) {
  const auto equal = proof.use(equal_factors);
  const ExactArithmetic exact;
  const Sym &low = any.stacks.low_height, &tall = any.stacks.tall_height, &K = nest.stack.channels;
  Facts facts = legal + bounds_of(proof, {any.shape.n, any.shape.h, any.shape.w, low, tall});
  for (const Walk<Sym>* walk : {&any.plan.dst, &any.plan.src})
    facts =
        facts + Facts{proof.bounds(walk->block), proof.bounds(walk->n), proof.bounds(walk->h),
                      equal.instance(K, low, walk->block), equal.instance(K, tall, walk->block)};
  return proof.prove("the nest is that of a legal stack", nest.legal, facts);
}

// That the plan is one that plan.bands speaks of.
Facts banded(Proof& proof, const AnyPlan& any) {
  const ExactArithmetic exact;
  const Sym& C = any.shape.c;
  Facts known = bounds_of(proof, {C, any.lanes, any.m.lane_bytes, any.plan.stacks, any.plan.tall}) +
                Facts{proof.use(lemmas::division).instance(C, any.lanes)};
  for (const auto& [operand, start, walk] : any.sides) {
    known =
        known + bounds_of(proof, {operand.address, walk.start, walk.lane, walk.wrap_at, walk.wrap});
    if (start) known.push_back(*start);
  }
  return known;
}

// Where stack s of band b starts, in an operand: as many steps behind the start of the band.
Sym start_in_band(const Walk<Sym>& walk, const Sym& b, const Sym& s) {
  return stack_start(walk, b) + (s - b) * walk.lane;
}

template <class Plant>
void reached(Proof& proof) {
  const AnyPlan any = any_plan<Plant, false>(proof);
  const Facts is_legal = legal(proof, any);
  const Dim4<Sym>& shape = any.shape;
  const Byte byte = byte_of_element(proof, any.element_bytes);
  const auto& [n, c, h, w] = byte.at;
  const Fact exists = proof.given(c < shape.c);
  const Fact inside = proof.given(all_of(n < shape.n, h < shape.h, w < shape.w));
  const auto [places, walks] = visited(proof, any, byte);
  const Fact in_stack = stack_has_channel(proof, shape.c, any.lanes, any.stacks, c, exists);

  const ExactArithmetic exact;
  const Sym s = c % any.lanes;
  const auto [b, is_b] = proof.name("b", band_start(any.plan, s, most));
  const Fact band = cite_band_of(proof, any.plan, b, s, most);
  const Fact in_band = proof.prove("its stack is one of a band",
                                   all_of(b < any.plan.stacks, band_start(any.plan, b, most) == b,
                                          in_its_band(any.plan, b, s, most)),
                                   banded(proof, any) + Facts{band, is_b, in_stack});
  const AnyNest nest = nest_of(any, height_of_band(any, b));
  nest_is_of_the_plan(proof, any, b, nest);
  const Indices at = {w * any.element_bytes + byte.rest, h, c / any.lanes, n};
  const Fact in_loops =
      proof.prove("the loops come to the byte", within(nest.stack.loops, at),
                  Facts{in_band, in_stack, inside} + bounds_of(proof, {n, h, w, byte.rest}));
  const Fact comes = cite_nest_reached(proof, nest.stack, nest.legal, at);
  const Fact legal_nest = nest_is_legal(proof, any, nest, is_legal);
  std::vector<Sym> offsets;
  Facts lie = {in_loops, comes, legal_nest};
  for (size_t side = 0; side < 2; ++side) {
    const Sym offset = places[side] - start_in_band(any.sides[side].walk, b, s);
    lie.push_back(proof.prove("as far from the start of the stack",
                              offset == place_at(nest.stack.loops, at, side),
                              walks + Facts{in_band}));
    offsets.push_back(offset);
  }
  proof.conclude("its stack is one of a band of the plan",
                 all_of(0 <= b, b < any.plan.stacks, band_start(any.plan, b, most) == b, b <= s,
                        s < b + optimized::band_from<Plant>(any.plan, b, Sym(most))),
                 {in_band});
  proof.conclude("whose nest comes to the byte", nest_comes_to(nest.stack, offsets[0], offsets[1]),
                 lie);
}

template <class Plant>
void nothing_else(Proof& proof) {
  const AnyPlan any = any_plan<Plant, false>(proof);
  const Facts is_legal = legal(proof, any);
  const Dim4<Sym>& shape = any.shape;
  const auto step = [&](const char* name, int64_t highest) {
    return proof.variable(name, 0, highest);
  };
  const Sym b = step("b", extents), s = step("s", extents);
  const Fact is_band =
      proof.given(all_of(b < any.plan.stacks, band_start(any.plan, b, most) == b, b <= s,
                         s < b + optimized::band_from<Plant>(any.plan, b, Sym(most))));
  // Where the nest comes to, and the steps of the loops that lead there.
  const AnyNest nest = nest_of(any, height_of_band(any, b));
  nest_is_of_the_plan(proof, any, b, nest);
  const Sym to = proof.variable("to", -far, far), from = proof.variable("from", -far, far);
  const Fact comes = proof.given(nest_comes_to(nest.stack, to, from));
  const Sym at = step("at", 4 * extents), h = step("h", extents), k = step("k", extents),
            n = step("n", extents);
  const Indices steps = {at, h, k, n};
  const Fact only = cite_nest_has_nothing_else(proof, nest.stack, nest.legal, to, from, steps);
  const Fact one_start = cite_stack_of_band(proof, any.plan, b, s, most);
  const Fact band = cite_band_of(proof, any.plan, b, s, most);
  const Fact legal_nest = nest_is_legal(proof, any, nest, is_legal);

  const auto [in_band, in_loops] = exactly([&] {
    return std::pair{proof.prove("the stack is one of the band", in_its_band(any.plan, b, s, most),
                                 banded(proof, any) + Facts{is_band, one_start, band}),
                     proof.prove("the loops come there",
                                 all_of(within(nest.stack.loops, steps),
                                        to == place_at(nest.stack.loops, steps, 0),
                                        from == place_at(nest.stack.loops, steps, 1)),
                                 {only, comes, legal_nest})};
  });
  const Fact in_stack = proof.prove("in the stack", in_stacks(any.stacks, k, s),
                                    {in_band, in_loops, proof.bounds(k), proof.bounds(s)});
  const auto [byte, places, facts] = met_in_stack(proof, any, s, k, n, h, at, in_stack);
  const Sym& c = byte.at.c;
  const ExactArithmetic exact;
  proof.conclude(
      "what the plan comes to is the byte of one element",
      all_of(n < shape.n, c < shape.c, h < shape.h, byte.at.w < shape.w, c / any.lanes == k,
             c % any.lanes == s, start_in_band(any.sides[0].walk, b, s) + to == places[0],
             start_in_band(any.sides[1].walk, b, s) + from == places[1]),
      facts + Facts{in_band, in_loops});
}

// ---- controls ----

std::string copy_case(const Model& v) {
  return copy_line(
      1, shape_of(v), {Space::local, v["A"], strides_of(v)},
      {Space::local, v["src.A"], Dim4<int64_t>{v["src.sn"], v["src.sc"], v["src.sh"], 1}});
}

// Of bytes and within local memory, as the first path has it; there are such copies on each.
Proof::Limits world() {
  return {{"es", {1, 4}},       {"A", {0, 0}},      {"N", {1, 1}},      {"C", {1, 4}},
          {"H", {1, 1}},        {"W", {4, 4}},      {"sn", {0, 0}},     {"sc", {4, 8}},
          {"sh", {0, 0}},       {"src.sn", {0, 0}}, {"src.sc", {4, 8}}, {"src.sh", {0, 0}},
          {"src.A", {64, 128}}, {"n", {0, 0}},      {"h", {0, 0}}};
}

// Byte by byte, as the plan with the fault has it.
template <class LoopPlant>
Result walked(Machine& machine, const Case& c) {
  const Result result = {spec::judge(c)};
  if (!result.judgement.legal()) return result;
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const auto p = okk_gdma::copy_of(*c.operation, c.arguments);
  optimized::for_each_band<LoopPlant>(
      optimized::plan_of<Sound>(m, p), machine.base(p.dst_space), machine.base(p.src_space),
      [](const Nest<int64_t>& nest, const Loop<int64_t>& stacks, uint8_t* dst, const uint8_t* src) {
        const auto& [run, a, b, d] = nest.loops;
        for (int64_t s = 0; s < stacks.count; ++s)
          for (int64_t z = 0; z < d.count; ++z)
            for (int64_t y = 0; y < b.count; ++y)
              for (int64_t x = 0; x < a.count; ++x)
                std::memcpy(dst + s * stacks.dst + z * d.dst + y * b.dst + x * a.dst,
                            src + s * stacks.src + z * d.src + y * b.src + x * a.src,
                            static_cast<size_t>(run.count));
      });
  return result;
}

}  // namespace

std::vector<Control> whole_controls() {
  constexpr auto exchanged = LoopFault::heights_exchanged;
  constexpr auto operands = LoopFault::operands_exchanged;
  // Two channels a stack, so that the steps between them count.
  Proof::Limits two_channels = world();
  two_channels["C"] = {8, 8};
  return {loop_control<exchanged>(nothing_else<WithLoop<exchanged>>, world(), copy_case),
          loop_control<operands>(reached<WithLoop<operands>>, two_channels, copy_case),
          loop_control<operands>(nothing_else<WithLoop<operands>>, two_channels, copy_case)};
}

std::vector<Theorem> whole() {
  using FromDst = WithLoop<LoopFault::source_as_destination>;
  using OverWrap = WithLoop<LoopFault::band_over_wrap>;
  // From the last lane on, or from the one before it, where two stacks are one band.
  Proof::Limits around = world();
  around.insert({{"b", {0, 0}}, {"s", {1, 1}}, {"k", {0, 0}}, {"at", {0, 3}}});
  around["A"] = {512, 768};
  around["C"] = {2, 2};
  const auto copies = with_others(operations_of([](okk_gdma::Kind kind) { return !is_fill(kind); }),
                                  {"bm_atomic_memcpy_2D", "bm_atomic_memcpy_4D"});
  return {
      {"plan.copy.reached",
       "For each byte of each element of a legal copy the bands of its plan have one stack, and "
       "the nest of that, loops left out and joined, comes to the byte in both operands where the "
       "strides have it.",
       copies, reached<Sound>,
       loop_control<LoopFault::source_as_destination>(reached<FromDst>, world(), copy_case)},
      {"plan.copy.nothing_else",
       "Whatever the nest of a stack of a band comes to is, in both operands of a legal copy, the "
       "same byte of the same element, whose channel lies in that stack alone.",
       copies, nothing_else<Sound>,
       control(description(LoopFault::band_over_wrap),
               walked<optimized::PlantedLoop<LoopFault::band_over_wrap>>, nothing_else<OverWrap>,
               around, copy_case)}};
}

}  // namespace strideproof::solver::plans
