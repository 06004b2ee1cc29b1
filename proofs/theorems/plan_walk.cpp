// The places of a plan: byte b of element (n, c, h, w), c = k*lanes + l, lies at
//   column_start(walk, l) + k*walk.block + n*walk.n + h*walk.h + w*w_step + b,
// and channel c is the k-th of column l, where nothing else is.

#include "model/optimized/okk_bdc.h"
#include "proofs/theorems/domain.h"
#include "proofs/theorems/plans.h"

namespace strideproof::solver::plans {
namespace {

// c = c div lanes * lanes + c mod lanes.
Fact channel_of_column(Proof& proof, const Sym& c, const Sym& lanes) {
  const ExactArithmetic exact;
  const Sym k = c / lanes, l = c % lanes;
  return proof.prove(
      "c = k*lanes + l, 0 <= l < lanes", all_of(c == k * lanes + l, 0 <= l, l < lanes, 0 <= k),
      {proof.bounds(c), proof.bounds(lanes), proof.use(lemmas::division).instance(c, lanes)});
}

// ---- walks ----

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

// An operand in lanes, whose w stride is free in operations on words; or in system memory, in as
// many columns as lanes, or in one for a copy that stays there.
template <class Code>
void walk_visits_elements(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const bool local = any_choice(proof, "local", 2) == 1;
  const bool words = local && any_choice(proof, "words", 2) == 1;
  const bool alone = !local && any_choice(proof, "alone", 2) == 1;
  const int64_t es = words ? okk_bdc::element_bytes : any_element_bytes(proof);
  OperandView<Sym> o = operand(proof, local ? Space::local : Space::system);
  if (words) o.stride.w = any_stride(proof, "sw");
  const Sym lanes = alone ? Sym(1) : m.lanes;
  Facts known;
  if (local) known.push_back(in_a_lane(proof, m, o.address));
  const Byte byte = byte_of_element(proof, es);
  const auto& [n, c, h, w] = byte.at;
  const optimized::WordWalk<Sym> code =
      words ? Code::word_walk_of(m, o)
            : optimized::WordWalk<Sym>{Code::walk_of(m, lanes, es, o), Sym(es)};
  const ColumnStrides<Sym>& walk = code.walk;
  const spec::ElementPlace<Sym> place = spec::place_of(m, tensor_of(o, es), byte.at);
  const ExactArithmetic exact;
  if (local) {
    const Sym lane = spec::start_of(m, o.address).lane;
    known =
        known +
        Facts{proof.bounds(c),
              proof.use(walk_to_channel).instance(lane, c, m.lanes, m.lane_bytes, es * o.stride.c)};
  } else {
    known.push_back(channel_of_column(proof, c, lanes));
  }
  proof.conclude("the plan visits the byte where the layout has it",
                 place.lane * m.lane_bytes + place.byte + byte.rest ==
                     column_start(walk, c % lanes) + c / lanes * walk.block + n * walk.n +
                         h * walk.h + w * code.w + byte.rest,
                 known);
}

std::string channels_up_to_c(const Model& v) {
  return fill_line(1, {1, v["c"] + 1, 1, 1},
                   {Space::local, v["A"], Dim4<int64_t>{0, v["sc"], v["sh"], 1}});
}

// ---- columns ----

// The channels that the loops of a column visit, the other extents being 1, as columns do not
// depend on them.
Sym height(const optimized::Loops<Sym>& loops) {
  Sym count(1);
  for (const Loop<Sym>& loop : loops) count = count * loop.count;
  return count;
}
Sym height(const optimized::WordNest<Sym>& nest) {
  Sym count(1);
  for (int i = 0; i < nest.depth; ++i) count = count * nest.loops[static_cast<size_t>(i)].count;
  return count;
}

// C channels in `columns` columns, of which the first `tall` have an extra channel.
struct Columns {
  Sym columns, tall, tall_height, low_height;
};
template <class Code>
Columns columns_of(const MachineShape<Sym>& m, const OperandView<Sym>& o, const Sym& C,
                   bool words) {
  if (words) {
    const auto walk = Code::word_walk_of(m, o);
    const std::array<optimized::WordWalk<Sym>, 3> operands = {walk, walk,
                                                              optimized::constant_walk(m)};
    const auto plan = Code::word_plan(m, Dim4<Sym>{1, C, 1, 1}, operands);
    return {plan.columns, plan.tall, height(plan.tall_nest), height(plan.low_nest)};
  }
  const auto plan = Code::copy_plan(m, 1, Dim4<Sym>{1, C, 1, 1}, o, o);
  return {plan.columns, plan.tall, height(plan.tall_loops), height(plan.low_loops)};
}

template <class Code>
void columns_hold_channels(Proof& proof) {
  const auto divide = proof.use(lemmas::division);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto monotone = proof.use(lemmas::product_monotone);
  const MachineShape<Sym> m = machine(proof);
  const Sym C = any_extent(proof, "C"), &X = m.lanes;
  const OperandView<Sym> o = operand(proof, Space::local);
  in_a_lane(proof, m, o.address);
  const Columns plan = columns_of<Code>(m, o, C, any_choice(proof, "words", 2) == 1);
  const Sym c = any_index(proof, "c");
  const Fact exists = proof.given(c < C);
  const Sym k = proof.variable("k", 0, most_extent), l = proof.variable("l", 0, most_extent);
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

// ---- steps ----

// The assumptions of nests about legal operands (plan_nest.cpp, plan_fill.cpp): steps from element
// to element are not negative, those of a destination are not 0, and no loop overflows, not even
// one with the extra channel that some columns lack. Operands are the tensors of a plan, or the
// parts of a matrix (plan.roles.matrix); a part without channels has no columns.
template <class Code>
void steps(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const bool local = any_choice(proof, "local", 2) == 1;
  const bool words = local && any_choice(proof, "words", 2) == 1;
  const int64_t es = words ? okk_bdc::element_bytes : any_element_bytes(proof);
  const Space space = local ? Space::local : Space::system;
  // Given strides have 32 bits, those of bm-atomic unsigned; default layouts have longer ones.
  const auto given = [&](const char* name, int64_t most) {
    return proof.variable(name, lowest_stride, most);
  };
  const Dim4<Sym> stride = {given("sn", int64_t{1} << 50), given("sc", int64_t{1} << 33),
                            given("sh", UINT32_MAX), words ? given("sw", INT32_MAX) : Sym(1)};
  const Sym address = proof.variable("A", 0, highest_address);
  if (space == Space::local) in_a_lane(proof, m, address);
  const Dim4<Sym> shape = any_shape(proof);
  const OperandView<Sym> o =
      Code::operand_of(m, es, space, address, shape, okk_gdma::Stride<Sym>{false, stride});
  const spec::Tensor<Sym> t = {space, es, address, shape, stride, shape.w};
  proof.given(all_of(any_of(shape.n == 1, stride.n >= 0), any_of(shape.c == 1, stride.c >= 0),
                     any_of(shape.h == 1, stride.h >= 0), any_of(shape.w == 1, stride.w >= 0)));
  proof.given(spec::last_byte(m, t) < memory_end);

  const bool alone = !local && any_choice(proof, "alone", 2) == 1;
  const Sym lanes = alone ? Sym(1) : m.lanes;
  const ColumnStrides<Sym> walk = Code::walk_of(m, lanes, es, o);
  const Sym w = es * o.stride.w;
  const ExactArithmetic exact;
  const auto near = [](const Sym& x, int64_t most) { return all_of(-most <= x, x <= most); };
  const auto fits = [&](const char* claim, const Sym& extent, const Sym& step, const Sym& each,
                        const Dim4<Sym>& second) {
    const Sym byte = spec::place_of(m, t, {Sym(0), Sym(0), Sym(0), Sym(0)}).byte;
    proof.conclude_if(claim, extent != 1,
                      all_of(step == es * each, 0 <= step, step <= longest_step,
                             any_of(byte == spec::place_of(m, t, second).byte, step > 0)));
  };
  const Sym k = shape.c / lanes;
  proof.conclude("from channel to channel, and one on",
                 all_of(near(walk.block, widest_step), near(walk.block * k, far),
                        near(walk.block * (k + 1), far), any_of(shape.c == 1, walk.block >= 0)));
  proof.conclude("no step is wider than a nest takes",
                 all_of(near(walk.h, widest_step), near(walk.n, widest_step)));
  fits("from row to row", shape.h, walk.h, stride.h, {Sym(0), Sym(0), Sym(1), Sym(0)});
  fits("from batch to batch", shape.n, walk.n, stride.n, {Sym(1), Sym(0), Sym(0), Sym(0)});
  if (words) fits("from word to word", shape.w, w, stride.w, {Sym(0), Sym(0), Sym(0), Sym(1)});
}

}  // namespace

std::vector<Theorem> walks() {
  const auto all = operations_matching({"okk_*", "bm_atomic_mem*_4D", "bm_atomic_memcpy_2D"});
  return {
      {"plan.walk",
       "The walk through the columns of an operand comes to each byte of each element where the "
       "layout has it: in lanes, of any w stride, and in system memory, in as many columns as "
       "lanes or in one.",
       all, walk_visits_elements<Shipped>,
       control(Fault::lane_wrap_early, walk_visits_elements<Mutated<Fault::lane_wrap_early>>,
               toy("local=1 words=0 A=257..300 n=0 c=0..7 h=0 w=0 sc=1..8 sh=0"),
               channels_up_to_c)},
      {"plan.columns",
       "Channel c is the (c div lanes)-th of column c mod lanes, and the columns of a plan hold "
       "each channel of the tensor once and nothing else.",
       all, columns_hold_channels<Shipped>,
       control(Fault::lone_channel_lost, columns_hold_channels<Mutated<Fault::lone_channel_lost>>,
               toy("words=0 C=1..9 sc=1..8 A=0..100"),
               [](const Model& v) {
                 return fill_line(1, {1, v["C"], 1, 1},
                                  {Space::local, v["A"], Dim4<int64_t>{0, v["sc"], 0, 1}});
               })},
      {"plan.operands.steps",
       "The steps from element to element of a legal operand are what nests take for granted: none "
       "is negative, no loop of them overflows, and where two elements lie apart theirs is not 0.",
       all, steps<Shipped>,
       control(Fault::broadcast_as_default, steps<Mutated<Fault::broadcast_as_default>>,
               "words=0 N=1 C=1 H=2 W=1 sn=0 sc=0 sh=0 local=1 A=0..100", [](const Model& v) {
                 return fill_line(1, shape_of(v), {Space::local, v["A"], strides_of(v)});
               })}};
}

}  // namespace strideproof::solver::plans
