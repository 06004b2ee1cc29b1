// The plans of okk-bdc: the tensor of each operand, and its strides in the plan.

#include "model/optimized/okk_bdc.h"
#include "proofs/theorems/bdc.h"
#include "proofs/theorems/plan_walks.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver::plans {
namespace {

using okk_bdc::Kind;
using View = spec::okk_bdc::View<Sym>;
using Given = spec::okk_bdc::Given<Sym>;

constexpr int64_t es = okk_bdc::element_bytes;
constexpr int kinds = 12;

OperandView<Sym> word_operand(Proof& proof, const std::string& prefix = "") {
  OperandView<Sym> o = operand(proof, Space::local, prefix);
  o.stride.w = proof.variable(prefix + "sw", lowest_stride, highest_stride);
  return o;
}

template <class Code>
AnyWalk walk_of_words(const MachineShape<Sym>& m, const OperandView<Sym>& o) {
  const auto [walk, w] = Code::word_walk_of(m, o);
  return {walk, w};
}

// ---- places and columns ----

template <class Code>
void walk(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const OperandView<Sym> o = word_operand(proof);
  const Fact start = in_a_lane(proof, m, o.address);
  local_walk_comes_by(proof, m, es, o, start, walk_of_words<Code>(m, o));
}

Sym height(const optimized::WordNest<Sym>& nest) {
  Sym count(1);
  for (int i = 0; i < nest.depth; ++i) count = count * nest.loops[static_cast<size_t>(i)].count;
  return count;
}

template <class Code>
void columns_of_words(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const Sym C = proof.variable("C", 1, extents);
  const OperandView<Sym> o = word_operand(proof);
  in_a_lane(proof, m, o.address);
  const auto of_operand = Code::word_walk_of(m, o);
  // The other extents are 1, as columns do not depend on them.
  const std::array<optimized::WordWalk<Sym>, 3> operands = {of_operand, of_operand,
                                                            optimized::constant_walk(m)};
  const auto plan = Code::word_plan(m, Dim4<Sym>{1, C, 1, 1}, operands);
  columns_hold_channels(proof, C, m.lanes,
                        {plan.columns, plan.tall, height(plan.tall_nest), height(plan.low_nest)});
}

// ---- operands ----

// The operand of the path: dst, src or src1.
Operands any_operand_of_three(Proof& proof) {
  const Sym which = proof.variable("which", 0, 2);
  return which == 0 ? on_dst : which == 1 ? on_src : on_src1;
}

// NULL is the aligned layout; other strides are as given.
template <class Code>
void strides(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const Operands which = any_operand_of_three(proof);
  const bool null(proof.variable("null", 0, 1) == 1);
  const OperandView<Sym> o = word_operand(proof);
  in_a_lane(proof, m, o.address);
  const Given given = {o.address, {null, o.stride}};
  const View view = {solver::any_shape(proof), given, given, given, 0};

  const spec::Tensor<Sym> tensor = spec::okk_bdc::operand_of(m, view, which);
  const OperandView<Sym> plan = Code::word_operand_of(m, view, which);
  Code::word_walk_of(m, plan);  // steps of default layouts do not overflow
  const ExactArithmetic exact;
  const Dim4<Sym>&s = plan.stride, &t = tensor.stride;
  proof.conclude(
      "the layout's address and strides",
      all_of(plan.address == tensor.address, s.n == t.n, s.c == t.c, s.h == t.h, s.w == t.w));
}

SymBool same(const optimized::WordWalk<Sym>& a, const optimized::WordWalk<Sym>& b) {
  const auto &p = a.walk, &q = b.walk;
  return all_of(p.start == q.start, p.lane == q.lane, p.wrap_at == q.wrap_at, p.wrap == q.wrap,
                p.block == q.block, p.n == q.n, p.h == q.h, a.w == b.w);
}

// "src_0 by src_1", "src by C", "C by src": operand a of the plan is combined with, or shifted by,
// operand b.
template <class Code>
void roles(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const Sym any_kind = proof.variable("kind", 0, kinds - 1);
  int k = 0;
  while (k + 1 < kinds && !bool(any_kind == k)) ++k;
  const auto kind = static_cast<Kind>(k);
  const auto given = [&](const std::string& prefix) {
    const OperandView<Sym> o = word_operand(proof, prefix);
    in_a_lane(proof, m, o.address);
    return Given{o.address, {false, o.stride}};
  };
  const View view = {{1, 1, 1, 1}, given("dst."), given("src."), given("src1."), 0};
  const auto plan = Code::plan_of(m, kind, view);
  const auto tensor = [&](Operands which) {
    const spec::Tensor<Sym> t = spec::okk_bdc::operand_of(m, view, which);
    return optimized::word_walk_of(m, {t.space, t.address, t.stride});
  };
  const bool of_two = okk_bdc::is_binary(kind), of_C = okk_bdc::shifts_C(kind);
  const auto C = optimized::constant_walk(m);
  const Sym any_column = proof.variable("column", 0, extents);
  const ExactArithmetic exact;
  proof.conclude("the destination", same(plan.operands[0], tensor(on_dst)));
  proof.conclude("what is combined or shifted", same(plan.operands[1], of_C ? C : tensor(on_src)));
  proof.conclude("with what", same(plan.operands[2], of_two ? tensor(on_src1)
                                                     : of_C ? tensor(on_src)
                                                            : C));
  proof.conclude("a constant stays where it is",
                 all_of(column_start(C.walk, any_column) == 0, C.walk.block == 0, C.walk.n == 0,
                        C.walk.h == 0, C.w == 0));
}

// ---- controls ----

Dim4<int64_t> strides_of_words(const Model& v) { return {v["sn"], v["sc"], v["sh"], v["sw"]}; }

// The operand of the path unchanged, the others before it in lane 2, without strides.
std::string three_operands(const Model& v) {
  PlacedWords of[] = {{512, {}}, {512 + 64, {}}, {512 + 128, {}}};
  of[v["which"]] = {v["A"], v["null"] == 1 ? Strides() : strides_of_words(v)};
  return and_line(shape_of(v), of[0], of[1], of[2]);
}
// As many channels as needed to get to channel c, all bits set.
std::string channels_up_to_c(const Model& v) {
  return ones_line({1, v["c"] + 1, 1, 1}, {v["A"], strides_of_words(v)});
}
std::string all_channels(const Model& v) {
  return ones_line({1, v["C"], 1, 1}, {v["A"], strides_of_words(v)});
}
std::string three_words(const Model& v) {
  return and_line({1, 1, 1, 1}, {v["dst.A"], {}}, {v["src.A"], {}}, {v["src1.A"], {}});
}

Proof::Limits world(const Proof::Limits& more) {
  Proof::Limits limits = toy(more);
  limits.insert({{"N", {1, 1}},
                 {"C", {1, 1}},
                 {"H", {1, 1}},
                 {"W", {1, 1}},
                 {"sn", {8, 8}},
                 {"sc", {1, 1}},
                 {"sh", {1, 1}},
                 {"sw", {1, 1}},
                 {"n", {0, 0}},
                 {"h", {0, 0}},
                 {"w", {0, 0}},
                 {"A", {512 + 192, 512 + 192}}});
  return limits;
}

template <Fault fault>
Control walk_control() {
  return control(fault, walk<Mutated<fault>>, world({{"c", {0, 7}}, {"A", {260, 260}}}),
                 channels_up_to_c);
}
template <Fault fault>
Control strides_control(int64_t which, int64_t null, Proof::Limits limits) {
  limits.insert({{"which", {which, which}}, {"null", {null, null}}});
  return control(fault, strides<Mutated<fault>>, world(limits), three_operands);
}

const Proof::Limits two_batches = {{"N", {2, 2}}, {"C", {1, 4}}};
const Proof::Limits two_words = {{"W", {2, 2}}, {"sw", {2, 4}}};

}  // namespace

std::vector<Theorem> words_walked() {
  const auto all = operations_matching({"okk_bdc_*"});
  return {
      {"plan.words.walk",
       "The plan visits each word of a tensor of any w stride where the layout has it.", all,
       walk<Shipped>, walk_control<Fault::bdc_lane_wrap_early>()},
      {"plan.words.columns",
       "The columns of a plan hold each channel of a tensor of words once and nothing else.", all,
       columns_of_words<Shipped>,
       control(Fault::bdc_lone_channel_lost,
               columns_of_words<Mutated<Fault::bdc_lone_channel_lost>>,
               world({{"C", {1, 9}}, {"A", {0, 0}}}), all_channels)},
      {"plan.words.strides",
       "A plan goes by the strides given, or where there are none by those of the aligned layout, "
       "and its steps fit 64 bits.",
       all, strides<Shipped>,
       strides_control<Fault::bdc_n_stride_ignores_start_lane>(0, 1, two_batches)},
      {"plan.words.roles",
       "A plan combines or shifts what the document says with what it says; a constant is an "
       "operand "
       "that stays where it is.",
       all, roles<Shipped>,
       control(Fault::bdc_start_lane_ignored, roles<Mutated<Fault::bdc_start_lane_ignored>>,
               world({{"kind", {0, 0}},
                      {"dst.A", {256, 256}},
                      {"src.A", {260, 260}},
                      {"src1.A", {264, 264}}}),
               three_words)}};
}

}  // namespace strideproof::solver::plans
