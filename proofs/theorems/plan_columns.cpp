// The columns of a plan: element (n, c, h, w), c = k*lanes + l, lies at
//   column_start(walk, l) + k*walk.block + n*walk.n + h*walk.h + w*walk.w,
// and channel c is the k-th of column l, where nothing else is.

#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using optimized::ColumnStrides;
using optimized::Plan;

// ---- the channel of a column ----

// Channel c, the k-th of column l, is in lane Q + l, block row k. If that lane is past X - 1, it is
// in lane Q + l - X, block row k + 1. Arguments Q, c, X.
const Lemma<3> lane_of_column = {"lane and block row of a column's channel",
                                 {"Q", "c", "X"},
                                 [](Sym q, Sym c, Sym x) {
                                   const Sym k = c / x, l = c % x;
                                   const SymBool around = l >= x - q;
                                   return given(0 <= q, q < x, 0 <= c)
                                       .follows((q + c) / x == select(around, k + 1, k),
                                                (q + c) % x == select(around, q + l - x, q + l));
                                 },
                                 [](const Sym& q, const Sym& c, const Sym& x) {
                                   const Sym k = c / x, l = c % x;
                                   return Instances{
                                       division(c, x), division(q + c, x),
                                       mixed_radix((q + c) / x, (q + c) % x, k + 1, q + l - x, x),
                                       mixed_radix((q + c) / x, (q + c) % x, k, q + l, x)};
                                 }};

// So the plan visits its place; lanes are S bytes apart, block rows e. Arguments Q, c, X, S, e.
const Lemma<5> walk_to_channel = {
    "the start of a column's channel",
    {"Q", "c", "X", "S", "e"},
    [](Sym q, Sym c, Sym x, Sym s, Sym e) {
      const ColumnStrides<Sym> walk = {q * s, s, x - q, e - x * s, e, 0, 0, 0};
      return given(0 <= q, q < x, 0 <= c)
          .follows((q + c) % x * s + (q + c) / x * e ==
                   optimized::column_start(walk, c % x) + c / x * e);
    },
    [](const Sym& q, const Sym& c, const Sym& x, const Sym& s, const Sym& e) {
      const Sym k = c / x, l = c % x;
      return Instances{lane_of_column(q, c, x), equal_factors((q + c) % x, q + l - x, s),
                       equal_factors((q + c) % x, q + l, s), equal_factors((q + c) / x, k + 1, e),
                       equal_factors((q + c) / x, k, e)};
    }};

// ---- any plan ----

// An operand with any strides.
struct Strided {
  Tensor<Sym> t;
  Address address;
};
Strided any_strided(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                    const Dim4<Sym>& shape, bool words, const std::string& mark) {
  const bool local = words || any_bool(proof, "local" + mark);
  const Space space = local ? Space::local : Space::system;
  const auto stride = [&](const char* name) {
    return proof.variable(name + mark, INT32_MIN, memory_end);
  };
  const Address a = any_address(proof, m, space, element_bytes, "A" + mark);
  return {{space,
           element_bytes,
           a.value,
           shape,
           {stride("sn"), stride("sc"), stride("sh"), words ? stride("sw") : Sym(1)},
           shape.w},
          a};
}

template <size_t count>
SymBool are_loops(const optimized::Loops<Sym, count>& found, const Dim4<Sym>& shape,
                  const Sym& channels, const std::array<ColumnStrides<Sym>, count>& walks) {
  SymBool result = all_of(found[0].count == shape.w, found[1].count == shape.h,
                          found[2].count == channels, found[3].count == shape.n);
  for (size_t k = 0; k < count; ++k)
    result = all_of(result, found[0].step[k] == walks[k].w, found[1].step[k] == walks[k].h,
                    found[2].step[k] == walks[k].block, found[3].step[k] == walks[k].n);
  return result;
}

// A plan whose columns are spread over X lanes. `operands`, the destination first, have a tensor;
// others of the plan are constants.
template <size_t count>
void conclude_columns(Proof& proof, const MachineShape<Sym>& m, const Dim4<Sym>& shape,
                      const std::vector<Strided>& operands, const Sym& X,
                      const Plan<Sym, count>& plan) {
  const Sym& C = shape.c;
  const auto [n, c, h, w] = any_indices(proof, shape);
  const Sym k = proof.variable("k", 0, most_extent), l = proof.variable("l", 0, most_extent);
  const auto in_columns = [&](const Sym& at, const Sym& column) {
    return all_of(0 <= column, column < plan.columns, 0 <= at,
                  at < C / X + select(column < plan.extra_columns, Sym(1), Sym(0)));
  };
  const ExactArithmetic exact;
  proof.given(in_columns(k, l));
  prove_division(proof, "C = K*X + T", C, X);
  prove_division(proof, "c = k*X + l", c, X);
  proof.conclude("each nest has the loops of its columns",
                 all_of(are_loops(plan.extra_loops, shape, C / X + 1, plan.operands),
                        are_loops(plan.plain_loops, shape, C / X, plan.operands)));
  proof.conclude("min(C, lanes) columns, the first C mod lanes of them longer",
                 all_of(plan.columns == min_of(C, X), plan.extra_columns == C % X));
  for (size_t i = 0; i < operands.size(); ++i) {
    const auto& [t, address] = operands[i];
    const auto place = spec::place_of(m, t, {n, c, h, w});
    const ColumnStrides<Sym>& walk = plan.operands[i];
    Facts way;
    if (t.space == Space::local)
      way.push_back(
          walk_to_channel(address.start.lane, c, X, m.lane_bytes, t.element_bytes * t.stride.c));
    proof.conclude(
        "the plan visits an element where the layout has it",
        place.lane * m.lane_bytes + place.byte ==
            column_start(walk, c % X) + c / X * walk.block + n * walk.n + h * walk.h + w * walk.w,
        way);
  }
  proof.conclude("a channel of the tensor is in its column", in_columns(c / X, c % X),
                 {product_monotone(C / X, c / X, X), product_monotone(C / X + 1, c / X, X),
                  product_monotone(c / X, 0, X), product_monotone(0, c / X, X)});
  const Sym channel = k * X + l;
  proof.conclude("a column holds channels of the tensor", all_of(0 <= channel, channel < C, l < X),
                 {product_monotone(k + 1, C / X, X), product_monotone(k, C / X, X),
                  product_monotone(0, k, X), product_monotone(0, C / X, X)});
  proof.conclude("each at no other place", all_of(channel / X == k, channel % X == l),
                 {division(channel, X), mixed_radix(k, l, channel / X, channel % X, X)});
}

// A copy, a fill or an operation on words.
void columns_hold_elements(Proof& proof, const PlanCode& code) {
  const int kind = any_choice(proof, "kind", 3);
  const bool words = kind == 2;
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Dim4<Sym> shape = any_shape(proof);
  const Strided dst = any_strided(proof, m, es, shape, words, "");
  if (kind == 1) {
    const Sym lanes = dst.t.space == Space::system ? Sym(1) : m.lanes;
    return conclude_columns(proof, m, shape, {dst}, lanes, code.fill_plan(m, dst.t));
  }
  const Strided src = any_strided(proof, m, es, shape, words, "'");
  if (words)
    return conclude_columns(proof, m, shape, {dst, src}, m.lanes,
                            optimized::plan_of_walks<Sym, 3>(
                                m.lanes, shape,
                                {code.walk_of(m, m.lanes, dst.t), code.walk_of(m, m.lanes, src.t),
                                 optimized::constant_walk(m.lanes)}));
  const bool system = dst.t.space == Space::system && src.t.space == Space::system;
  conclude_columns(proof, m, shape, {dst, src}, system ? Sym(1) : m.lanes,
                   code.copy_plan(m, dst.t, src.t));
}

}  // namespace

std::vector<Theorem> column_theorems() {
  return {plan_theorem(
      "plan.columns",
      "The columns of a plan hold each channel of the tensor once and nothing else, and the walk "
      "through them comes to each element where the layout has it: in lanes, of any w stride, and "
      "in system memory, in as many columns as lanes or in one.",
      {"okk_*", "bm_atomic_mem*_4D", "bm_atomic_memcpy_2D"}, columns_hold_elements,
      Fault::lane_wrap_early, "kind=1 local=1 N=1 H=1 W=1 C=1..8 A=257..300 sc=1..8 sh=0",
      "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape=1,{C},1,1 dst_stride=0,{sc},{sh},1")};
}

}  // namespace strideproof::solver
