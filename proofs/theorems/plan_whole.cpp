// The whole plan of a copy or a fill, in order of execution: groups, their columns, and the nest of
// each column after loops were dropped and coalesced. The proof cites the theorems about groups and
// nests, and proves that a legal operation meets their premises.

#include <cstring>

#include "model/optimized/kernels.h"
#include "proofs/theorems/plan_composed.h"
#include "proofs/theorems/plan_roles.h"

namespace strideproof::solver::plans {
namespace {

constexpr int64_t most = optimized::widest_group;

// The offset of the loops of a column from its start, in each operand, `at` these steps.
std::vector<Sym> places_at(const AnyNest& nest, const Indices& at) {
  std::vector<Sym> places;
  for (size_t side = 0; side < nest.column.walks.size(); ++side)
    places.push_back(place_at(nest.column.loops, at, side));
  return places;
}
SymBool same_places(const std::vector<Sym>& a, const std::vector<Sym>& b) {
  SymBool same = true;
  for (size_t side = 0; side < a.size(); ++side) same = all_of(same, a[side] == b[side]);
  return same;
}

template <class Mutation, bool is_fill>
void reached(Proof& proof) {
  const AnyPlan any = any_plan<Mutation, is_fill>(proof);
  const Facts is_legal = legal(proof, any);
  const Dim4<Sym>& shape = any.shape;
  const Byte byte = byte_of_element(proof, any.element_bytes);
  const auto& [n, c, h, w] = byte.at;
  const Fact exists = proof.given(c < shape.c);
  const Fact inside = proof.given(all_of(n < shape.n, h < shape.h, w < shape.w));
  const auto [places, walks] = visited(proof, any, byte);
  const Fact in_column = column_has_channel(proof, shape.c, any.lanes, any.columns, c, exists);

  const ExactArithmetic exact;
  const Sym s = c % any.lanes;
  const auto [b, is_b] = proof.name("b", group_start(any.plan, s, most));
  const Fact group = cite_group_of(proof, any.plan, b, s, most);
  const Fact in_group =
      proof.prove("its stack is one of a band",
                  all_of(b < any.plan.columns, group_start(any.plan, b, most) == b,
                         in_its_group(any.plan, b, s, most)),
                  banded(proof, any) + Facts{group, is_b, in_column});
  const AnyNest nest = nest_of_group(any, b);
  nest_is_of_the_plan(proof, any, b, nest);
  const Indices at = {w * any.element_bytes + byte.rest, h, c / any.lanes, n};
  const Fact in_loops =
      proof.prove("the loops come to the byte", within(nest.column.loops, at),
                  Facts{in_group, in_column, inside} + bounds_of(proof, {n, h, w, byte.rest}));
  const Fact comes = cite_nest_reached(proof, nest.column, nest.legal, at);
  const Fact legal_nest = nest_is_legal(proof, any, b, nest, is_legal, in_group);
  std::vector<Sym> offsets;
  for (size_t side = 0; side < places.size(); ++side)
    offsets.push_back(places[side] - start_in_group(any.sides[side].walk, b, s));
  Facts lie = {in_loops, comes, legal_nest};
  for (size_t side = 0; side < places.size(); ++side)
    lie.push_back(proof.prove("as far from the start of the stack",
                              offsets[side] == place_at(nest.column.loops, at, side),
                              walks + Facts{in_group}));
  proof.conclude("its stack is one of a band of the plan",
                 all_of(0 <= b, b < any.plan.columns, group_start(any.plan, b, most) == b, b <= s,
                        s < b + optimized::group_from<Mutation>(any.plan, b, Sym(most))),
                 {in_group});
  proof.conclude("whose nest comes to the byte", nest_comes_to(nest.column, offsets), lie);
}

template <class Mutation, bool is_fill>
void nothing_else(Proof& proof) {
  const AnyPlan any = any_plan<Mutation, is_fill>(proof);
  const Facts is_legal = legal(proof, any);
  const Dim4<Sym>& shape = any.shape;
  const auto step = [&](const char* name, int64_t highest) {
    return proof.variable(name, 0, highest);
  };
  const Sym b = step("b", extents), s = step("s", extents);
  const Fact is_group =
      proof.given(all_of(b < any.plan.columns, group_start(any.plan, b, most) == b, b <= s,
                         s < b + optimized::group_from<Mutation>(any.plan, b, Sym(most))));
  // A place of the nest, and the steps of the loops that lead there.
  const AnyNest nest = nest_of_group(any, b);
  nest_is_of_the_plan(proof, any, b, nest);
  std::vector<Sym> offsets = {proof.variable("to", -far, far)};
  if (!is_fill) offsets.push_back(proof.variable("from", -far, far));
  const Fact comes = proof.given(nest_comes_to(nest.column, offsets));
  const Sym at = step("at", 4 * extents), h = step("h", extents), k = step("k", extents),
            n = step("n", extents);
  const Indices steps = {at, h, k, n};
  const Fact only = cite_nest_has_nothing_else(proof, nest.column, nest.legal, offsets, steps);
  const Fact one_start = cite_column_of_group(proof, any.plan, b, s, most);
  const Fact group = cite_group_of(proof, any.plan, b, s, most);
  const Fact legal_nest = nest_is_legal(proof, any, b, nest, is_legal, is_group);

  const auto [in_group, in_loops] = exactly([&] {
    return std::pair{proof.prove("the stack is one of the band", in_its_group(any.plan, b, s, most),
                                 banded(proof, any) + Facts{is_group, one_start, group}),
                     proof.prove("the loops come there",
                                 all_of(within(nest.column.loops, steps),
                                        same_places(offsets, places_at(nest, steps))),
                                 {only, comes, legal_nest})};
  });
  const Fact in_column = proof.prove("in the stack", in_columns(any.columns, k, s),
                                     {in_group, in_loops, proof.bounds(k), proof.bounds(s)});
  const auto [byte, places, facts] = met_in_column(proof, any, s, k, n, h, at, in_column);
  const Sym& c = byte.at.c;
  const ExactArithmetic exact;
  std::vector<Sym> met;
  for (size_t side = 0; side < offsets.size(); ++side)
    met.push_back(start_in_group(any.sides[side].walk, b, s) + offsets[side]);
  proof.conclude("what the plan comes to is the byte of one element",
                 all_of(n < shape.n, c < shape.c, h < shape.h, byte.at.w < shape.w,
                        c / any.lanes == k, c % any.lanes == s, same_places(met, places)),
                 facts + Facts{in_group, in_loops});
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

// A copy of bytes within local memory, the first path; every profile has such copies.
Proof::Limits world() {
  return {{"es", {1, 4}},       {"A", {0, 0}},      {"N", {1, 1}},      {"C", {1, 4}},
          {"H", {1, 1}},        {"W", {4, 4}},      {"sn", {0, 0}},     {"sc", {4, 8}},
          {"sh", {0, 0}},       {"src.sn", {0, 0}}, {"src.sc", {4, 8}}, {"src.sh", {0, 0}},
          {"src.A", {64, 128}}, {"n", {0, 0}},      {"h", {0, 0}}};
}

// Runs byte by byte, in the order of the plan with the fault.
template <class LoopMutation>
Result walked(Machine& machine, const Case& c) {
  const Result result = {spec::evaluate(c)};
  if (!result.constraint_results.legal()) return result;
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const auto p = okk_gdma::copy_of(*c.operation, c.arguments);
  optimized::for_each_group<LoopMutation>(
      optimized::plan_of<Original>(m, p), machine.base(p.dst_space), machine.base(p.src_space),
      [](const Nest<int64_t>& nest, const Loop<int64_t>& columns, uint8_t* dst,
         const uint8_t* src) {
        const auto& [run, a, b, d] = nest.loops;
        for (int64_t s = 0; s < columns.count; ++s)
          for (int64_t z = 0; z < d.count; ++z)
            for (int64_t y = 0; y < b.count; ++y)
              for (int64_t x = 0; x < a.count; ++x)
                std::memcpy(dst + s * columns.dst + z * d.dst + y * b.dst + x * a.dst,
                            src + s * columns.src + z * d.src + y * b.src + x * a.src,
                            static_cast<size_t>(run.count));
      });
  return result;
}

}  // namespace

std::vector<Control> whole_controls() {
  constexpr auto exchanged = LoopFault::heights_exchanged;
  constexpr auto operands = LoopFault::operands_exchanged;
  constexpr auto rows = LoopFault::rows_as_batches;
  // Two channels a column, so that the steps between them matter; two batches, so that their number
  // matters.
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
  using OverWrap = WithLoop<LoopFault::group_over_wrap>;
  constexpr auto exchanged = LoopFault::heights_exchanged;
  // From the last lane on, or, if two columns are one group, from the lane before it.
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
       copies, reached<Original, false>,
       loop_control<LoopFault::source_as_destination>(reached<FromDst, false>, world(), copy_case)},
      {"plan.copy.nothing_else",
       "The nest of a stack of a band comes, in both operands of a legal copy, only to the same "
       "byte of the same element, whose channel lies in that stack alone.",
       copies, nothing_else<Original, false>,
       control(description(LoopFault::group_over_wrap),
               walked<optimized::MutantLoop<LoopFault::group_over_wrap>>,
               nothing_else<OverWrap, false>, around, copy_case)},
      {"plan.set.reached",
       "For each byte of each element of a legal fill the bands of its plan have one stack, and "
       "the nest of that, loops left out and joined, comes to the byte where the strides have it.",
       fills, reached<Original, true>,
       loop_control<exchanged>(reached<WithLoop<exchanged>, true>, world(), fill_case)},
      {"plan.set.nothing_else",
       "The nest of a stack of a band comes, in a legal fill, only to bytes of elements, each of "
       "one element, whose channel lies in that stack alone.",
       fills, nothing_else<Original, true>,
       loop_control<exchanged>(nothing_else<WithLoop<exchanged>, true>, world(), fill_case)}};
}

}  // namespace strideproof::solver::plans
