// The whole plan of a copy or a fill, as it is walked: band after band, in each its stacks, in each of these
// the nest that is left once loops were left out and became one with others. What bands and nests do, and
// that those of a legal operation are what the theorems about them speak of, is cited.

#include <cstring>

#include "model/optimized/kernels.h"
#include "spec/solver/theorems/plan_composed.h"
#include "spec/solver/theorems/plan_roles.h"

namespace strideproof::solver::plans {
namespace {

constexpr int64_t most = optimized::widest_band;

// How far the loops of a stack are from its start, in each operand, `at` these steps.
std::vector<Sym> places_at(const AnyNest& nest, const Indices& at) {
  std::vector<Sym> places;
  for (size_t side = 0; side < nest.stack.walks.size(); ++side)
    places.push_back(place_at(nest.stack.loops, at, side));
  return places;
}
SymBool same_places(const std::vector<Sym>& a, const std::vector<Sym>& b) {
  SymBool same = true;
  for (size_t side = 0; side < a.size(); ++side) same = all_of(same, a[side] == b[side]);
  return same;
}

template <class Plant, bool is_fill>
void reached(Proof& proof) {
  const AnyPlan any = any_plan<Plant, is_fill>(proof);
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
  const AnyNest nest = nest_of_band(any, b);
  nest_is_of_the_plan(proof, any, b, nest);
  const Indices at = {w * any.element_bytes + byte.rest, h, c / any.lanes, n};
  const Fact in_loops =
      proof.prove("the loops come to the byte", within(nest.stack.loops, at),
                  Facts{in_band, in_stack, inside} + bounds_of(proof, {n, h, w, byte.rest}));
  const Fact comes = cite_nest_reached(proof, nest.stack, nest.legal, at);
  const Fact legal_nest = nest_is_legal(proof, any, b, nest, is_legal, in_band);
  std::vector<Sym> offsets;
  for (size_t side = 0; side < places.size(); ++side)
    offsets.push_back(places[side] - start_in_band(any.sides[side].walk, b, s));
  Facts lie = {in_loops, comes, legal_nest};
  for (size_t side = 0; side < places.size(); ++side)
    lie.push_back(proof.prove("as far from the start of the stack",
                              offsets[side] == place_at(nest.stack.loops, at, side),
                              walks + Facts{in_band}));
  proof.conclude("its stack is one of a band of the plan",
                 all_of(0 <= b, b < any.plan.stacks, band_start(any.plan, b, most) == b, b <= s,
                        s < b + optimized::band_from<Plant>(any.plan, b, Sym(most))),
                 {in_band});
  proof.conclude("whose nest comes to the byte", nest_comes_to(nest.stack, offsets), lie);
}

template <class Plant, bool is_fill>
void nothing_else(Proof& proof) {
  const AnyPlan any = any_plan<Plant, is_fill>(proof);
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
  const AnyNest nest = nest_of_band(any, b);
  nest_is_of_the_plan(proof, any, b, nest);
  std::vector<Sym> offsets = {proof.variable("to", -far, far)};
  if (!is_fill) offsets.push_back(proof.variable("from", -far, far));
  const Fact comes = proof.given(nest_comes_to(nest.stack, offsets));
  const Sym at = step("at", 4 * extents), h = step("h", extents), k = step("k", extents),
            n = step("n", extents);
  const Indices steps = {at, h, k, n};
  const Fact only = cite_nest_has_nothing_else(proof, nest.stack, nest.legal, offsets, steps);
  const Fact one_start = cite_stack_of_band(proof, any.plan, b, s, most);
  const Fact band = cite_band_of(proof, any.plan, b, s, most);
  const Fact legal_nest = nest_is_legal(proof, any, b, nest, is_legal, is_band);

  const auto [in_band, in_loops] = exactly([&] {
    return std::pair{proof.prove("the stack is one of the band", in_its_band(any.plan, b, s, most),
                                 banded(proof, any) + Facts{is_band, one_start, band}),
                     proof.prove("the loops come there",
                                 all_of(within(nest.stack.loops, steps),
                                        same_places(offsets, places_at(nest, steps))),
                                 {only, comes, legal_nest})};
  });
  const Fact in_stack = proof.prove("in the stack", in_stacks(any.stacks, k, s),
                                    {in_band, in_loops, proof.bounds(k), proof.bounds(s)});
  const auto [byte, places, facts] = met_in_stack(proof, any, s, k, n, h, at, in_stack);
  const Sym& c = byte.at.c;
  const ExactArithmetic exact;
  std::vector<Sym> met;
  for (size_t side = 0; side < offsets.size(); ++side)
    met.push_back(start_in_band(any.sides[side].walk, b, s) + offsets[side]);
  proof.conclude("what the plan comes to is the byte of one element",
                 all_of(n < shape.n, c < shape.c, h < shape.h, byte.at.w < shape.w,
                        c / any.lanes == k, c % any.lanes == s, same_places(met, places)),
                 facts + Facts{in_band, in_loops});
}

// ---- controls ----

std::string copy_case(const Model& v) {
  return copy_line(
      1, shape_of(v), {Space::local, v["A"], strides_of(v)},
      {Space::local, v["src.A"], Dim4<int64_t>{v["src.sn"], v["src.sc"], v["src.sh"], 1}});
}

std::string fill_case(const Model& v) {
  return fill_line(1, shape_of(v), {Space::local, v["A"], strides_of(v)});
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
  constexpr auto rows = LoopFault::rows_as_batches;
  // Two channels a stack, so that the steps between them count; two batches, so that their number does.
  Proof::Limits two_channels = world(), two_batches = world();
  two_channels["C"] = {8, 8};
  two_batches["N"] = {2, 2};
  two_batches["sn"] = {32, 32};
  return {loop_control<exchanged>(nothing_else<WithLoop<exchanged>, false>, world(), copy_case),
          loop_control<operands>(reached<WithLoop<operands>, false>, two_channels, copy_case),
          loop_control<operands>(nothing_else<WithLoop<operands>, false>, two_channels, copy_case),
          loop_control<rows>(reached<WithLoop<rows>, true>, two_batches, fill_case),
          loop_control<rows>(nothing_else<WithLoop<rows>, true>, two_batches, fill_case)};
}

std::vector<Theorem> whole() {
  using FromDst = WithLoop<LoopFault::source_as_destination>;
  using OverWrap = WithLoop<LoopFault::band_over_wrap>;
  constexpr auto exchanged = LoopFault::heights_exchanged;
  // From the last lane on, or from the one before it, where two stacks are one band.
  Proof::Limits around = world();
  around.insert({{"b", {0, 0}}, {"s", {1, 1}}, {"k", {0, 0}}, {"at", {0, 3}}});
  around["A"] = {512, 768};
  around["C"] = {2, 2};
  const auto copies = with_others(operations_of([](okk_gdma::Kind kind) { return !is_fill(kind); }),
                                  {"bm_atomic_memcpy_2D", "bm_atomic_memcpy_4D"});
  const auto fills = with_others(operations_of(okk_gdma::is_fill), {"bm_atomic_memset_4D"});
  return {
      {"plan.copy.reached",
       "For each byte of each element of a legal copy the bands of its plan have one stack, and "
       "the nest of that, loops left out and joined, comes to the byte in both operands where the "
       "strides have it.",
       copies, reached<Sound, false>,
       loop_control<LoopFault::source_as_destination>(reached<FromDst, false>, world(), copy_case)},
      {"plan.copy.nothing_else",
       "The nest of a stack of a band comes, in both operands of a legal copy, only to the same "
       "byte of the same element, whose channel lies in that stack alone.",
       copies, nothing_else<Sound, false>,
       control(description(LoopFault::band_over_wrap),
               walked<optimized::PlantedLoop<LoopFault::band_over_wrap>>,
               nothing_else<OverWrap, false>, around, copy_case)},
      {"plan.set.reached",
       "For each byte of each element of a legal fill the bands of its plan have one stack, and "
       "the nest of that, loops left out and joined, comes to the byte where the strides have it.",
       fills, reached<Sound, true>,
       loop_control<exchanged>(reached<WithLoop<exchanged>, true>, world(), fill_case)},
      {"plan.set.nothing_else",
       "The nest of a stack of a band comes, in a legal fill, only to bytes of elements, each of "
       "one element, whose channel lies in that stack alone.",
       fills, nothing_else<Sound, true>,
       loop_control<exchanged>(nothing_else<WithLoop<exchanged>, true>, world(), fill_case)}};
}

}  // namespace strideproof::solver::plans
