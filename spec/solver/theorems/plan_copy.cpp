// The composition: a copy's plan visits each byte of each element, in both operands where the layout has
// it, and nothing else. Walks, stacks and roles are proved for themselves; here their conclusions are
// put together. The loops are as they are (plan_roles.h), those of which plan.nest says that the nest
// visits the same, and stacks start where plan.bands has them.

#include "spec/solver/theorems/domain.h"
#include "spec/solver/theorems/plan_roles.h"
#include "spec/solver/theorems/plan_walks.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver::plans {
namespace {

struct AnyCopy {
  MachineShape<Sym> m;
  int64_t element_bytes;
  Dim4<Sym> shape;
  Sym lanes;
  Operand<Sym> dst, src;
  std::optional<Fact> dst_start, src_start;  // of those in local memory
  optimized::Plan<Sym> plan;
  AnyStacks stacks;
};

// A path for each pair of spaces.
template <class Plant>
AnyCopy any_copy(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const auto side = [&](const std::string& mark, std::optional<Fact>& start) {
    const bool local(proof.variable(mark + "local", 0, 1) == 1);
    const Operand<Sym> o = operand(proof, local ? Space::local : Space::system, mark);
    if (local) start = in_a_lane(proof, m, o.address);
    return o;
  };
  std::optional<Fact> dst_start, src_start;
  const Operand<Sym> dst = side("", dst_start), src = side("src.", src_start);
  const Dim4<Sym> shape = any_shape(proof);
  const okk_gdma::Copy<Sym> p = {es,          dst.space, src.space,           dst.address,
                                 src.address, shape,     {false, dst.stride}, {false, src.stride}};
  const auto plan = optimized::plan_of<Kept<Plant>>(m, p);
  const AnyStacks stacks = {plan.stacks, plan.tall, plan.tall_nest.loops[2].count,
                            plan.low_nest.loops[2].count};
  return {m,         es,   shape, dst_start || src_start ? m.lanes : Sym(1), dst, src, dst_start,
          src_start, plan, stacks};
}

using Index = std::array<Sym, 4>;  // of the loops of a nest: bytes, rows, channels, batches

// Whether step `at` of stack l is one of its nest, and leads to these places.
SymBool visits(const AnyCopy& copy, const Sym& l, const Index& at, const Sym& dst, const Sym& src) {
  const auto& [tall, low] = std::tie(copy.plan.tall_nest.loops, copy.plan.low_nest.loops);
  SymBool result = all_of(0 <= l, l < copy.plan.stacks);
  Sym to = stack_start(copy.plan.dst, l), from = stack_start(copy.plan.src, l);
  for (size_t i = 0; i < at.size(); ++i) {
    const auto of_stack = [&](const Sym& a, const Sym& b) {
      return select(l < copy.plan.tall, a, b);
    };
    result = all_of(result, 0 <= at[i], at[i] < of_stack(tall[i].count, low[i].count));
    to = to + at[i] * of_stack(tall[i].dst, low[i].dst);
    from = from + at[i] * of_stack(tall[i].src, low[i].src);
  }
  return all_of(result, to == dst, from == src);
}

// That the walk through each operand comes to the byte where the layout has it.
Facts both_walks_come_by(Proof& proof, const AnyCopy& copy, const Byte& byte) {
  const int64_t es = copy.element_bytes;
  const auto comes_by = [&](const Operand<Sym>& o, const std::optional<Fact>& start,
                            const Walk<Sym>& walk) {
    return start ? local_walk_comes_by(proof, copy.m, es, o, *start, {walk, es}, byte)
                 : system_walk_comes_by(proof, copy.m, es, o, copy.lanes, {walk, es}, byte);
  };
  return {comes_by(copy.dst, copy.dst_start, copy.plan.dst),
          comes_by(copy.src, copy.src_start, copy.plan.src)};
}

template <class Plant>
void reached(Proof& proof) {
  const AnyCopy copy = any_copy<Plant>(proof);
  const int64_t es = copy.element_bytes;
  const auto& [N, C, H, W] = copy.shape;
  const Byte byte = byte_of_element(proof, es);
  const auto& [n, c, h, w] = byte.at;
  const Fact exists = proof.given(c < C);
  const Fact inside = proof.given(all_of(n < N, h < H, w < W));
  const Facts walks = both_walks_come_by(proof, copy, byte);
  const Fact stack = stack_has_channel(proof, C, copy.lanes, copy.stacks, c, exists);
  const Sym dst = flat_of(copy.m, es, copy.dst, byte), src = flat_of(copy.m, es, copy.src, byte);
  const ExactArithmetic exact;
  proof.conclude("the plan visits the byte, in both operands",
                 visits(copy, c % copy.lanes, {w * es + byte.rest, h, c / copy.lanes, n}, dst, src),
                 walks + Facts{stack, inside, proof.bounds(n), proof.bounds(h), proof.bounds(w),
                               proof.bounds(byte.rest)});
}

template <class Plant>
void nothing_else(Proof& proof) {
  const auto equal = proof.use(equal_factors);
  const AnyCopy copy = any_copy<Plant>(proof);
  const int64_t es = copy.element_bytes;
  const Sym &C = copy.shape.c, &lanes = copy.lanes;
  const Sym l = proof.variable("l", 0, extents), k = proof.variable("k", 0, extents);
  const Sym b = proof.variable("b", 0, 4 * extents), h = proof.variable("h", 0, extents),
            n = proof.variable("n", 0, extents);
  const Fact stack = proof.given(in_stacks(copy.stacks, k, l));
  const Fact inside = proof.given(all_of(b < copy.plan.low_nest.loops[0].count,
                                         h < copy.plan.low_nest.loops[1].count,
                                         n < copy.plan.low_nest.loops[3].count));
  const Fact is_channel = channel_has_stack(proof, C, lanes, k, l, stack);
  proof.learn("the channel is small", k * lanes + l, {0, extents - 1},
              {is_channel, proof.bounds(C)});
  const auto [c, is_c] = proof.name("c", k * lanes + l);
  const Byte byte = {{n, c, h, b / es}, b % es};
  const Facts walks = both_walks_come_by(proof, copy, byte);
  const Sym dst = flat_of(copy.m, es, copy.dst, byte), src = flat_of(copy.m, es, copy.src, byte);
  const ExactArithmetic exact;
  const Fact place = proof.prove("its place in the stacks",
                                 all_of(c < C, c / lanes == k, c % lanes == l), {is_c, is_channel});
  Facts facts = walks + Facts{stack,
                              inside,
                              place,
                              proof.bounds(n),
                              proof.bounds(h),
                              proof.bounds(b),
                              proof.bounds(copy.shape.w)};
  for (const Walk<Sym>& walk : {copy.plan.dst, copy.plan.src})
    facts = facts + Facts{equal.instance(c % lanes, l, walk.lane),
                          equal.instance(c / lanes, k, walk.block)};
  proof.conclude("what the plan visits is, in both operands, the byte of one element",
                 all_of(n < copy.shape.n, c < C, h < copy.shape.h, b / es < copy.shape.w,
                        visits(copy, l, {b, h, k, n}, dst, src)),
                 facts);
}

}  // namespace

std::vector<Theorem> copies_composed() {
  const auto line = [](const Model& v) {
    return copy_line(
        1, shape_of(v), {Space::local, v["A"], strides_of(v)},
        {Space::local, v["src.A"], Dim4<int64_t>{v["src.sn"], v["src.sc"], v["src.sh"], 1}});
  };
  const Proof::Limits world = {
      {"local", {1, 1}},  {"src.local", {1, 1}}, {"A", {0, 0}},  {"src.A", {64, 128}},
      {"N", {1, 1}},      {"C", {1, 4}},         {"H", {1, 1}},  {"W", {4, 4}},
      {"sn", {0, 0}},     {"sc", {4, 8}},        {"sh", {0, 0}}, {"src.sn", {0, 0}},
      {"src.sc", {4, 8}}, {"src.sh", {0, 0}},    {"n", {0, 0}},  {"h", {0, 0}}};
  constexpr auto from_dst = LoopFault::source_as_destination;
  constexpr auto exchanged = LoopFault::heights_exchanged;
  const auto operations = operations_of(okk_gdma::is_copy);
  return {
      {"plan.copy.reached",
       "The plan of a copy visits each byte of each element, in both operands where the strides "
       "have it.",
       operations, reached<Sound>,
       roles_control<from_dst>(reached<WithLoop<from_dst>>, world, line)},
      {"plan.copy.nothing_else",
       "Whatever the plan of a copy visits is, in both operands, the same byte of the same "
       "element, and of no other one.",
       operations, nothing_else<Sound>,
       roles_control<exchanged>(nothing_else<WithLoop<exchanged>>, world, line)}};
}

}  // namespace strideproof::solver::plans
