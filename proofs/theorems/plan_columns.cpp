// The columns of a plan: element (n, c, h, w), c = k*lanes + l, lies at
//   column_start(walk, l) + k*walk.block + n*walk.n + h*walk.h + w*w_step,
// and channel c is the k-th of column l, where nothing else is.

#include "model/optimized/okk_bdc.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using optimized::ColumnStrides;
using optimized::Loop;
using optimized::OperandView;
using optimized::Plan;
using optimized::WordWalk;

// ---- the channel of a column ----

// Channel c, the k-th of column l, is in lane Q + l, block row k. If that lane is past X - 1, it is
// in lane Q + l - X, block row k + 1. Arguments Q, c, X.
Lemma<3> lane_of_column(Prover& prover) {
  const auto divide = lemmas::division(prover);
  const auto radix = lemmas::mixed_radix(prover);
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
        return Instances{divide.instance(c, x), divide.instance(q + c, x),
                         radix.instance((q + c) / x, (q + c) % x, k + 1, q + l - x, x),
                         radix.instance((q + c) / x, (q + c) % x, k, q + l, x)};
      });
}

// So the plan visits its place; lanes are S bytes apart, block rows e. Arguments Q, c, X, S, e.
Lemma<5> walk_to_channel(Prover& prover) {
  const auto lane = lane_of_column(prover);
  const auto equal = equal_factors(prover);
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
        return Instances{lane.instance(q, c, x), equal.instance((q + c) % x, q + l - x, s),
                         equal.instance((q + c) % x, q + l, s),
                         equal.instance((q + c) / x, k + 1, e), equal.instance((q + c) / x, k, e)};
      });
}

// ---- any plan ----

// An operand with any strides.
struct AnyView {
  OperandView<Sym> view;
  Address address;
};
AnyView any_view(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes, bool words,
                 const std::string& mark) {
  const bool local = words || any_choice(proof, ("local" + mark).c_str(), 2) == 1;
  const Space space = local ? Space::local : Space::system;
  const auto stride = [&](const char* name) {
    return proof.variable(name + mark, INT32_MIN, memory_end);
  };
  const Address a = any_address(proof, m, space, element_bytes, "A" + mark);
  return {
      {space, a.value, {stride("sn"), stride("sc"), stride("sh"), words ? stride("sw") : Sym(1)}},
      a};
}

// A plan with the loops of its nests; the operands of words.
struct AnyPlan {
  MachineShape<Sym> m;
  int64_t element_bytes;
  Dim4<Sym> shape;
  std::vector<AnyView> operands;  // the destination first
  Sym lanes;                      // over which it spreads its columns
  std::vector<WordWalk<Sym>> walks;
  Sym columns, tall;
  SymBool loops_are_known;  // each nest has the loops of its columns
};

// A nest of one loop, or of none if the loop runs once.
SymBool is_loop(const optimized::WordNest<Sym>& nest, const Sym& count,
                const std::array<Sym, 3>& step) {
  if (nest.depth == 0) return count == 1;
  const auto& loop = nest.loops[0];
  return all_of(SymBool(nest.depth == 1), loop.count == count, loop.step[0] == step[0],
                loop.step[1] == step[1], loop.step[2] == step[2]);
}

// Words with one extent above 1: their nest has the loop of that extent.
SymBool has_loop_of(const std::array<WordWalk<Sym>, 3>& operands, int dimension, const Sym& count) {
  const auto& [d, a, b] = operands;
  const Sym w = dimension == 0 ? count : 1, h = dimension == 1 ? count : 1,
            n = dimension == 3 ? count : 1;
  const auto nest = optimized::word_nest<Sym>({n, 1, h, w}, dimension == 2 ? count : 1, operands);
  switch (dimension) {
    case 0: return is_loop(nest, count, {d.w, a.w, b.w});
    case 1: return is_loop(nest, count, {d.walk.h, a.walk.h, b.walk.h});
    case 2: return is_loop(nest, count, {d.walk.block, a.walk.block, b.walk.block});
    default: return is_loop(nest, count, {d.walk.n, a.walk.n, b.walk.n});
  }
}

AnyPlan plan_of_words(Proof& proof, const PlanCode& code) {
  constexpr int64_t es = okk_bdc::element_bytes;
  const auto m = any_machine(proof, Space::local, es);
  const Dim4<Sym> shape = any_shape(proof);
  const AnyView dst = any_view(proof, m, es, true, ""), src = any_view(proof, m, es, true, "'");
  const std::array<WordWalk<Sym>, 3> operands = {
      code.word_walk_of(m, dst.view), code.word_walk_of(m, src.view), optimized::constant_walk(m)};
  const Sym extents[] = {shape.w, shape.h, shape.c / m.lanes, shape.n};
  const int dimension = any_choice(proof, "dimension", 4);
  const auto plan = code.word_plan(m, Dim4<Sym>{1, shape.c, 1, 1}, operands);
  const auto &to = plan.operands[0], &from = plan.operands[1], &constant = plan.operands[2];
  const auto block = [&](const optimized::WordNest<Sym>& nest, const Sym& channels) {
    return is_loop(nest, channels, {to.walk.block, from.walk.block, constant.walk.block});
  };
  const Sym channels = shape.c / m.lanes;
  return {m,
          es,
          shape,
          {dst, src},
          m.lanes,
          {to, from},
          plan.columns,
          plan.tall,
          all_of(has_loop_of(operands, dimension, extents[dimension]),
                 block(plan.tall_nest, channels + 1), block(plan.low_nest, channels))};
}

AnyPlan any_plan(Proof& proof, const PlanCode& code) {
  const int kind = any_choice(proof, "kind", 3);
  if (kind == 2) return plan_of_words(proof, code);
  const bool fill = kind == 1;
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Dim4<Sym> shape = any_shape(proof);
  std::vector<AnyView> operands = {any_view(proof, m, es, false, "")};
  if (!fill) operands.push_back(any_view(proof, m, es, false, "'"));
  const OperandView<Sym>&dst = operands.front().view, &src = operands.back().view;
  const Plan<Sym> plan =
      fill ? code.fill_plan(m, es, shape, dst) : code.copy_plan(m, es, shape, dst, src);
  const Sym lanes = dst.space == Space::system && src.space == Space::system ? Sym(1) : m.lanes;
  // A fill has no source, so its steps there are 0.
  const auto are_loops = [&](const optimized::Loops<Sym>& found, const Sym& channels) {
    const auto is = [&](const Loop<Sym>& loop, const Sym& count, const Sym& to, const Sym& from) {
      return all_of(loop.count == count, loop.dst == to, loop.src == (fill ? Sym(0) : from));
    };
    return all_of(is(found[0], shape.w * es, 1, 1), is(found[1], shape.h, plan.dst.h, plan.src.h),
                  is(found[2], channels, plan.dst.block, plan.src.block),
                  is(found[3], shape.n, plan.dst.n, plan.src.n));
  };
  const Sym channels = shape.c / lanes;
  return {m,
          es,
          shape,
          operands,
          lanes,
          {{plan.dst, es}, {plan.src, es}},
          plan.columns,
          plan.tall,
          exactly([&] {
            return all_of(are_loops(plan.tall_loops, channels + 1),
                          are_loops(plan.low_loops, channels));
          })};
}

void columns_hold_elements(Proof& proof, const PlanCode& code) {
  const auto divide = proof.use(lemmas::division);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto monotone = proof.use(lemmas::product_monotone);
  const AnyPlan plan = any_plan(proof, code);
  const Sym &X = plan.lanes, &C = plan.shape.c;
  const Sym n = any_index(proof, "n"), c = any_index(proof, "c"), h = any_index(proof, "h"),
            w = any_index(proof, "w");
  const Fact exists =
      proof.given(all_of(n < plan.shape.n, c < C, h < plan.shape.h, w < plan.shape.w));
  const Sym k = proof.variable("k", 0, most_extent), l = proof.variable("l", 0, most_extent);
  const auto in_columns = [&](const Sym& at, const Sym& column) {
    return all_of(0 <= column, column < plan.columns, 0 <= at,
                  at < C / X + select(column < plan.tall, Sym(1), Sym(0)));
  };
  const ExactArithmetic exact;
  const Fact holds = proof.given(in_columns(k, l));
  const auto divided = [&](const char* stage, const Sym& x) {
    return proof.prove(stage, all_of(x == x / X * X + x % X, 0 <= x % X, x % X < X, 0 <= x / X),
                       bounds_of(proof, {x, X}) + Facts{divide.instance(x, X)});
  };
  const Facts known = bounds_of(proof, {C, X}) +
                      Facts{divided("C = K*X + T", C), divided("c = k*X + l", c), exists};
  const Facts columns = {
      proof.conclude("each nest has the loops of its columns", plan.loops_are_known),
      proof.conclude("min(C, lanes) columns, the first C mod lanes of them tall",
                     all_of(plan.columns == min_of(C, X), plan.tall == C % X))};
  for (size_t i = 0; i < plan.operands.size(); ++i) {
    const auto& [view, address] = plan.operands[i];
    const auto place = spec::place_of(
        plan.m, {view.space, plan.element_bytes, view.address, {}, view.stride, {}}, {n, c, h, w});
    const auto& [walk, step] = plan.walks[i];
    Facts way = known + address.known;
    if (view.space == Space::local)
      way.push_back(proof.use(walk_to_channel)
                        .instance(address.start.lane, c, X, plan.m.lane_bytes,
                                  plan.element_bytes * view.stride.c));
    proof.conclude(
        "the plan visits an element where the layout has it",
        place.lane * plan.m.lane_bytes + place.byte ==
            column_start(walk, c % X) + c / X * walk.block + n * walk.n + h * walk.h + w * step,
        way);
  }
  proof.conclude(
      "a channel of the tensor is in its column", in_columns(c / X, c % X),
      known + columns +
          Facts{monotone.instance(C / X, c / X, X), monotone.instance(C / X + 1, c / X, X),
                monotone.instance(c / X, 0, X), monotone.instance(0, c / X, X)});
  const Sym channel = k * X + l;
  const Facts in_column = known + columns + bounds_of(proof, {k, l}) + Facts{holds};
  const Fact inside = proof.conclude(
      "a column holds channels of the tensor", all_of(0 <= channel, channel < C, l < X),
      in_column + Facts{monotone.instance(k + 1, C / X, X), monotone.instance(k, C / X, X),
                        monotone.instance(0, k, X), monotone.instance(0, C / X, X)});
  proof.conclude("each at no other place", all_of(channel / X == k, channel % X == l),
                 in_column + Facts{inside, divide.instance(channel, X),
                                   radix.instance(k, l, channel / X, channel % X, X)});
}

}  // namespace

std::vector<Theorem> column_theorems() {
  return {plan_theorem(
      "plan.columns",
      "The columns of a plan hold each channel of the tensor once and nothing else, and the "
      "walk through them comes to each element where the layout has it: in lanes, of any w stride, "
      "and in system memory, in as many columns as lanes or in one.",
      {"okk_*", "bm_atomic_mem*_4D", "bm_atomic_memcpy_2D"}, columns_hold_elements,
      Fault::lane_wrap_early, "kind=1 local=1 N=1 H=1 W=1 C=1..8 A=257..300 sc=1..8 sh=0",
      "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape=1,{C},1,1 dst_stride=0,{sc},{sh},1")};
}

}  // namespace strideproof::solver
