#include "model/optimized/okk_bdc.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver::plans {
namespace {

using optimized::Plan;
using spec::Tensor;

SymBool same(const ColumnStrides<Sym>& a, const ColumnStrides<Sym>& b) {
  return all_of(a.start == b.start, a.lane == b.lane, a.wrap_at == b.wrap_at, a.wrap == b.wrap,
                a.block == b.block, a.n == b.n, a.h == b.h);
}

// A run of adjacent bytes, rows, channels, batches.
SymBool loops_are(const optimized::Loops<Sym>& found, const Tensor<Sym>& dst, const Sym& channels,
                  const ColumnStrides<Sym>& to, const ColumnStrides<Sym>& from, int64_t src_step) {
  const Dim4<Sym>& shape = dst.shape;
  const Loop<Sym> loops[] = {{shape.w * dst.element_bytes, Sym(1), Sym(src_step)},
                             {shape.h, to.h, from.h},
                             {channels, to.block, from.block},
                             {shape.n, to.n, from.n}};
  SymBool result = true;
  for (size_t i = 0; i < found.size(); ++i)
    result = all_of(result, found[i].count == loops[i].count, found[i].dst == loops[i].dst,
                    found[i].src == loops[i].src);
  return result;
}

ColumnStrides<Sym> walk_along(const MachineShape<Sym>& m, const Sym& lanes, const Tensor<Sym>& t) {
  return optimized::walk_of(m, lanes, t.element_bytes, {t.space, t.address, t.stride});
}

void columns_are(Proof& proof, const Plan<Sym>& plan, const Tensor<Sym>& dst, const Sym& lanes,
                 const ColumnStrides<Sym>& to, const ColumnStrides<Sym>& from, int64_t src_step,
                 const std::string& part) {
  const Sym& C = dst.shape.c;
  proof.conclude(part + "min(C, lanes) columns, the first C mod lanes of them tall",
                 all_of(plan.columns == min_of(C, lanes), plan.tall == C % lanes));
  proof.conclude(part + "tall columns hold C div lanes channels and one more",
                 loops_are(plan.tall_loops, dst, C / lanes + 1, to, from, src_step));
  proof.conclude(part + "the others hold C div lanes",
                 loops_are(plan.low_loops, dst, C / lanes, to, from, src_step));
}

}  // namespace

void copies(Proof& proof, const MachineShape<Sym>& m, const Plan<Sym>& plan, const Tensor<Sym>& dst,
            const Tensor<Sym>& src, const std::string& part) {
  const ExactArithmetic exact;
  const bool system = dst.space == Space::system && src.space == Space::system;
  const Sym lanes = system ? Sym(1) : m.lanes;
  const ColumnStrides<Sym> to = walk_along(m, lanes, dst), from = walk_along(m, lanes, src);
  proof.conclude(part + "the destination is walked", same(plan.dst, to));
  proof.conclude(part + "the source is walked", same(plan.src, from));
  columns_are(proof, plan, dst, lanes, to, from, 1, part);
}

void fills(Proof& proof, const MachineShape<Sym>& m, const Plan<Sym>& plan,
           const Tensor<Sym>& dst) {
  const ExactArithmetic exact;
  const Sym lanes = dst.space == Space::system ? Sym(1) : m.lanes;
  const ColumnStrides<Sym> to = walk_along(m, lanes, dst);
  ColumnStrides<Sym> none = to;
  none.block = none.n = none.h = 0;
  proof.conclude("the destination is walked", all_of(same(plan.dst, to), same(plan.src, to)));
  columns_are(proof, plan, dst, lanes, to, none, 0, "");
}

namespace {

// ---- okk-gdma ----

struct Side {
  Space space;
  Sym address;
  okk_gdma::Stride<Sym> stride;
};
Side any_side(Proof& proof, const MachineShape<Sym>& m, const std::string& mark) {
  const bool local = any_choice(proof, (mark + "local").c_str(), 2) == 1;
  const bool null = any_choice(proof, (mark + "null").c_str(), 2) == 1;
  const OperandView<Sym> o = operand(proof, local ? Space::local : Space::system, mark);
  if (local) in_a_lane(proof, m, o.address);
  return {o.space, o.address, {null, o.stride}};
}

template <class Code>
void okk(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = any_element_bytes(proof);
  const Side dst = any_side(proof, m, "");
  if (any_choice(proof, "fill", 2) == 1) {
    const okk_gdma::Fill<Sym> p = {es, dst.space, dst.address, 0, any_shape(proof), dst.stride};
    const Plan<Sym> plan = Code::plan_of(m, p);
    const ExactArithmetic exact;
    return fills(proof, m, plan, spec::okk_gdma::dst_of(m, p));
  }
  const Side src = any_side(proof, m, "src.");
  const okk_gdma::Copy<Sym> p = {es,          dst.space,        src.space,  dst.address,
                                 src.address, any_shape(proof), dst.stride, src.stride};
  const Plan<Sym> plan = Code::plan_of(m, p);
  const ExactArithmetic exact;
  copies(proof, m, plan, spec::okk_gdma::dst_of(m, p), spec::okk_gdma::src_of(m, p));
}

// ---- bm-atomic ----

// An address and a start lane; the latter counts in local memory.
struct NamedLane {
  Sym address, lane;
};
NamedLane any_named_lane(Proof& proof, const MachineShape<Sym>& m, bool local,
                         const std::string& mark) {
  const NamedLane at = {proof.variable("A" + mark, 0, memory_end - 1),
                        proof.variable("lane" + mark, 0, local ? 4095 : any_u32)};
  if (!local) return at;
  const Fact exists = proof.given(all_of(at.lane < m.lanes, at.address < m.lane_bytes));
  const Facts known =
      bounds_of(proof, {at.lane, at.address, m.lanes, m.lane_bytes}) + Facts{exists};
  proof.learn("the offset is one", at.address, {0, INT32_MAX}, known);
  return at;
}
void start_of_named(Proof& proof, const MachineShape<Sym>& m, const Tensor<Sym>& t) {
  if (t.space == Space::local) in_a_lane(proof, m, t.address);
}

template <class Code>
void bm(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const auto [format, es] = any_format(proof);
  const bool to_local = any_choice(proof, "local", 2) == 1;
  const NamedLane dst = any_named_lane(proof, m, to_local, "");
  const Dim4<Sym> shape = any_shape(proof), stride = any_u32_strides(proof);
  if (any_choice(proof, "fill", 2) == 1) {
    const bm_atomic::Fill4D<Sym> p = {dst.address,      shape,   stride, 0, format,
                                      to_local ? 1 : 0, dst.lane};
    const Tensor<Sym> to = spec::bm_atomic::operand_of(m, p, on_dst);
    start_of_named(proof, m, to);
    return fills(proof, m, Code::plan_of(m, p), to);
  }
  const bool from_local = any_choice(proof, "src.local", 2) == 1;
  const NamedLane src = any_named_lane(proof, m, from_local, "'");
  const bm_atomic::Tensor4D<Sym> p = {src.address,
                                      src.lane,
                                      shape,
                                      any_u32_strides(proof, "'"),
                                      format,
                                      dst.address,
                                      dst.lane,
                                      shape,
                                      stride,
                                      format,
                                      selector(direction_of(to_local, from_local)),
                                      0};
  const Tensor<Sym> to = spec::bm_atomic::operand_of(m, p, on_dst),
                    from = spec::bm_atomic::operand_of(m, p, on_src);
  start_of_named(proof, m, to);
  start_of_named(proof, m, from);
  copies(proof, m, Code::plan_of(m, p), to, from);
}

// ---- okk-bdc ----

// "src_0 by src_1", "src by C", "C by src": operand a of the plan is combined with, or shifted by,
// operand b.
template <class Code>
void words(Proof& proof) {
  constexpr int kinds = 12;
  const MachineShape<Sym> m = machine(proof);
  const auto kind = static_cast<okk_bdc::Kind>(any_choice(proof, "kind", kinds));
  const bool null = any_choice(proof, "null", 2) == 1;
  const auto given = [&](const std::string& prefix) {
    OperandView<Sym> o = operand(proof, Space::local, prefix);
    o.stride.w = any_stride(proof, prefix + "sw");
    in_a_lane(proof, m, o.address);
    return spec::okk_bdc::Given<Sym>{o.address, {null, o.stride}};
  };
  const spec::okk_bdc::View<Sym> view = {any_shape(proof), given("dst."), given("src."),
                                         given("src1."), 0};
  for (const Operands which : {on_dst, on_src, on_src1}) {
    const Tensor<Sym> tensor = spec::okk_bdc::operand_of(m, view, which);
    const OperandView<Sym> o = Code::word_operand_of(m, view, which);
    Code::word_walk_of(m, o);  // steps of default layouts do not overflow
    const Dim4<Sym>&s = o.stride, &t = tensor.stride;
    proof.conclude(
        "the layout's address and strides",
        all_of(o.address == tensor.address, s.n == t.n, s.c == t.c, s.h == t.h, s.w == t.w));
  }
  // Roles do not depend on the shape, and the nest of a single word does not fork.
  spec::okk_bdc::View<Sym> word = view;
  word.shape = {1, 1, 1, 1};
  const auto plan = Code::plan_of(m, kind, word);
  const bool of_two = okk_bdc::is_binary(kind), of_C = okk_bdc::shifts_C(kind);
  const auto C = optimized::constant_walk(m);
  const Sym any_column = proof.variable("column", 0, most_extent);
  const ExactArithmetic exact;
  const auto tensor = [&](Operands which) {
    const Tensor<Sym> t = spec::okk_bdc::operand_of(m, word, which);
    return optimized::word_walk_of(m, {t.space, t.address, t.stride});
  };
  const auto same = [](const optimized::WordWalk<Sym>& a, const optimized::WordWalk<Sym>& b) {
    return all_of(plans::same(a.walk, b.walk), a.w == b.w);
  };
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

// Rows of four bytes, a channel a lane, the source in lanes from the second on.
std::string copy_case(const Model& v) {
  return copy_line(1, shape_of(v), {Space::local, v["A"], {}}, {Space::local, v["src.A"], {}});
}
std::string tensor_fill_case(const Model& v) {
  return memset_line(v["lane"], v["A"], shape_of(v), strides_of(v));
}
std::string two_batches_of_words(const Model& v) {
  return and_line(shape_of(v), {v["dst.A"], {}}, {v["src.A"], {}}, {v["src1.A"], {}});
}

}  // namespace

std::vector<Theorem> roles() {
  constexpr auto from_dst = Fault::source_as_destination;
  constexpr auto exchanged = Fault::heights_exchanged;
  constexpr auto from_lane_0 = Fault::bdc_n_stride_ignores_start_lane;
  return {{"plan.roles.okk",
           "The plan of a copy or a fill walks each operand along its layout or its strides, in as "
           "many columns as lanes hold channels, or one within system memory, each with the nest "
           "of its height.",
           operations_matching({"okk_gdma_*cpy*", "okk_gdma_*set_C*"}), okk<Shipped>,
           control(from_dst, okk<Mutated<from_dst>>,
                   toy("fill=0 local=1 src.local=1 null=1 src.null=1 N=1 C=2..4 H=1 W=4 A=0 "
                       "src.A=64..128"),
                   copy_case)},
          {"plan.roles.bm",
           "A copy of one shape and format in bm-atomic, or a fill, is planned as one in okk-gdma, "
           "from the start lanes that it names.",
           operations_matching({"bm_atomic_mem*_4D"}), bm<Shipped>,
           control(exchanged, bm<Mutated<exchanged>>,
                   toy("fill=1 local=1 N=1 C=2..4 H=1 W=4 A=0 lane=0 sn=0 sc=4..8 sh=0"),
                   tensor_fill_case)},
          {"plan.roles.words",
           "A plan combines or shifts what the document says with what it says, along the strides "
           "given or those of the aligned layout; a constant is an operand that stays where it is.",
           operations_matching({"okk_bdc_*"}), words<Shipped>,
           control(from_lane_0, words<Mutated<from_lane_0>>,
                   toy("kind=0 null=1 N=2 C=1..4 H=1 W=1 dst.A=704 src.A=576 src1.A=640"),
                   two_batches_of_words)}};
}

}  // namespace strideproof::solver::plans
