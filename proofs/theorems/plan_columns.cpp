// The columns of the plan of an operation: element (n, c, h, w) of an operand, c = k*lanes + l, is
// at
//   column_start(strides, l) + k*strides.block + n*strides.n + h*strides.h + w*strides.w,
// and channel c is the k-th of column l, where nothing else is.

#include <algorithm>
#include <optional>
#include <utility>

#include "model/optimized/okk_bdc.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"
#include "spec/vocabulary/catalogue.h"

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
const Lemma<5> channel_start = {
    "the start of a column's channel",
    {"Q", "c", "X", "S", "e"},
    [](Sym q, Sym c, Sym x, Sym s, Sym e) {
      const ColumnStrides<Sym> strides = {q * s, s, x - q, e - x * s, e, 0, 0, 0};
      return given(0 <= q, q < x, 0 <= c)
          .follows((q + c) % x * s + (q + c) / x * e ==
                   optimized::column_start(strides, c % x) + c / x * e);
    },
    [](const Sym& q, const Sym& c, const Sym& x, const Sym& s, const Sym& e) {
      const Sym k = c / x, l = c % x;
      return Instances{lane_of_column(q, c, x), equal_factors((q + c) % x, q + l - x, s),
                       equal_factors((q + c) % x, q + l, s), equal_factors((q + c) / x, k + 1, e),
                       equal_factors((q + c) / x, k, e)};
    }};

// ---- any plan ----

// The operands of a plan, the destination first; no tensor: a constant.
template <size_t count>
using PlanOperands = std::array<std::optional<Tensor<Sym>>, count>;

template <size_t count>
SymBool are_loops(const optimized::Loops<Sym, count>& found, const Dim4<Sym>& shape,
                  const Sym& channels, const std::array<ColumnStrides<Sym>, count>& strides) {
  SymBool result = all_of(found[0].count == shape.w, found[1].count == shape.h,
                          found[2].count == channels, found[3].count == shape.n);
  for (size_t k = 0; k < count; ++k)
    result = all_of(result, found[0].step[k] == strides[k].w, found[1].step[k] == strides[k].h,
                    found[2].step[k] == strides[k].block, found[3].step[k] == strides[k].n);
  return result;
}

template <size_t count>
void conclude_columns(Proof& proof, const MachineShape<Sym>& m, const Plan<Sym, count>& plan,
                      const PlanOperands<count>& operands) {
  const Dim4<Sym>& shape = operands[0]->shape;
  const bool in_lanes =
      std::ranges::any_of(operands, [](const auto& t) { return t && t->space == Space::local; });
  const Sym &C = shape.c, X = in_lanes ? m.lanes : Sym(1);
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
  for (size_t i = 0; i < count; ++i) {
    const ColumnStrides<Sym>& strides = plan.operands[i];
    const Sym visited = column_start(strides, c % X) + c / X * strides.block + n * strides.n +
                        h * strides.h + w * strides.w;
    if (!operands[i]) {
      proof.conclude("a constant stays where it is", visited == 0);
      continue;
    }
    const Tensor<Sym>& t = *operands[i];
    Facts way;
    if (t.space == Space::local)
      way.push_back(channel_start(spec::start_of(m, t.address).lane, c, X, m.lane_bytes,
                                  t.element_bytes * t.stride.c));
    proof.conclude("the plan visits an element where the layout has it",
                   visited == flat(m, spec::place_of(m, t, {n, c, h, w})), way);
  }
  proof.conclude("a channel of the tensor is in its column", in_columns(c / X, c % X),
                 {product_monotone(C / X, c / X, X), product_monotone(C / X + 1, c / X, X)});
  const Sym channel = k * X + l;
  proof.conclude("a column holds channels of the tensor", all_of(0 <= channel, channel < C, l < X),
                 {product_monotone(k + 1, C / X, X), product_monotone(k, C / X, X)});
  proof.conclude("each at no other place", all_of(channel / X == k, channel % X == l),
                 {division(channel, X), mixed_radix(k, l, channel / X, channel % X, X)});
}

// ---- copies and fills of tensors ----

void copies(Proof& proof, const PlanCode& code, bool fill) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Dim4<Sym> shape = any_shape(proof);
  const auto tensor = [&](const char* mark) { return any_tensor(proof, m, es, shape, mark).t; };
  const Tensor<Sym> dst = tensor("");
  if (fill) return conclude_columns<1>(proof, m, code.plan_of(m, std::array{dst}), {dst});
  const Tensor<Sym> src = tensor("'");
  conclude_columns<2>(proof, m, code.plan_of(m, std::array{dst, src}), {dst, src});
}

// ---- the parts of matrices ----

void matrix(Proof& proof, const PlanCode& code) {
  const bool partial = any_bool(proof, "partial");
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Address local = any_start(proof, m);
  const bool to_local = any_bool(proof, "local");
  const bm_atomic::Matrix2D<Sym> op = any_matrix(proof, local, format, to_local, false);
  const Tensor<Sym> in_lanes = spec::bm_atomic::operand_of(m, op, on_dst),
                    in_system = spec::bm_atomic::operand_of(m, op, on_src);
  const auto [full, last] = to_local ? optimized::parts_of(m, in_lanes, in_system)
                                     : optimized::parts_of(m, in_system, in_lanes);
  const optimized::MatrixPart<Sym>& part = partial ? last : full;
  const Sym& start = part[to_local ? 0 : 1].address;
  proof.given(spec::start_slack(m, Space::local, start) >= 0);
  exactly([&] {
    const Sym lane = spec::start_of(m, start).lane;
    return proof.prove("the part starts in a lane", all_of(0 <= lane, lane < m.lanes));
  });
  conclude_columns<2>(proof, m, code.plan_of(m, part), {part[0], part[1]});
}

// ---- operations on words ----

// "src_0 by src_1", "src by C", "C by src": operand a of the plan is combined with, or shifted by,
// operand b.
void words(Proof& proof, const PlanCode& code) {
  const std::vector<const Operation*> operations = matching("okk_bdc_*");
  const auto m = any_machine(proof, Space::local, okk_bdc::element_bytes);
  const int count = static_cast<int>(operations.size());
  const okk_bdc::Kind kind =
      okk_bdc::kind(*operations[static_cast<size_t>(any_choice(proof, "operation", count))]);
  const bool null = any_bool(proof, "null");
  const auto given = [&](const std::string& mark) {
    return okk::Given<Sym>{Space::local,
                           any_address(proof, m, Space::local, mark).value,
                           {null, any_strides(proof, INT32_MIN, INT32_MAX, Width::free, mark)}};
  };
  const okk::View<Sym> v = {
      okk_bdc::element_bytes, any_shape(proof), given(""), given("'"), given("''"), 0};
  const auto operand = [&](Operands which) { return spec::okk::operand_of(m, v, which); };
  PlanOperands<3> operands = {operand(on_dst), operand(on_src), {}};
  if (okk_bdc::is_binary(kind)) operands[2] = operand(on_src1);
  if (okk_bdc::shifts_C(kind)) std::swap(operands[1], operands[2]);
  conclude_columns(proof, m, code.plan_of(m, kind, v), operands);
}

// ---- rows without lanes ----

void bursts(Proof& proof, const PlanCode& code) {
  namespace spec = strideproof::spec::tik;
  tik::Move<Sym> op;
  op.src_space = static_cast<int>(Space::system), op.dst_space = static_cast<int>(Space::ub);
  op.dst = proof.variable("dst", 0, memory_end - 1);
  op.src = proof.variable("src", 0, memory_end - 1);
  op.dtype = proof.variable("dtype", 0, tik::dtype_count - 1);
  op.nburst = proof.variable("nburst", 1, spec::largest_nburst);
  op.burst = proof.variable("burst", 1, spec::largest_burst);
  op.src_stride = proof.variable("src_stride", 0, spec::largest_stride);
  op.dst_stride = proof.variable("dst_stride", 0, spec::largest_stride);
  const auto m = any_buffers(proof);
  const auto operand = [&](Operands which) { return spec::Spec::tensor(m, op, which); };
  conclude_columns<2>(proof, m, code.plan_of(m, op), {operand(on_dst), operand(on_src)});
}

// Local memory is one lane after the other, from the address of flat memory.
void linear(Proof& proof, const PlanCode& code) {
  const auto m = spec::machine_shape<Sym>(any_profile(proof));
  const auto [format, es] = any_format(proof);
  const auto address = [&](const char* name) { return proof.variable(name, 0, memory_end); };
  const bm_atomic::Linear<Sym> op = {address("src_addr"), address("dst_addr"),
                                     proof.variable("length", 1, any_u32), format,
                                     any_choice(proof, "direction", bm_atomic::direction_count)};
  const auto operand = [&](Operands which) {
    Tensor<Sym> t = spec::bm_atomic::operand_of(m, op, which);
    if (spec::bm_atomic::side_of(op, which).flat) t.address = t.address - m.flat.first;
    return t;
  };
  conclude_columns<2>(proof, m, code.plan_of(m, op), {operand(on_dst), operand(on_src)});
}

void columns_hold_elements(Proof& proof, const PlanCode& code) {
  switch (any_choice(proof, "kind", 6)) {
    case 0: return copies(proof, code, false);
    case 1: return copies(proof, code, true);
    case 2: return matrix(proof, code);
    case 3: return words(proof, code);
    case 4: return bursts(proof, code);
    default: return linear(proof, code);
  }
}

}  // namespace

std::vector<Theorem> column_theorems() {
  return {plan_theorem(
      "plan.columns",
      "The plan of a copy, a fill, a part of a matrix, an operation on words, bursts of blocks or "
      "a run of elements holds each channel of its operands in one of its columns and nothing "
      "else, and the loops over them visit each element where the layout has it: along any "
      "legal strides, from any start lanes, in as many columns as lanes or in one. A constant "
      "stays where it is.",
      {"okk_*", "bm_atomic_mem*_4D", "bm_atomic_memcpy_[12]D", "data_move"}, columns_hold_elements,
      {{Fault::start_lane_ignored,
        "kind=0 es=1 local=1 local'=0 N=1 H=1 W=1 C=1..8 A=257..800 A'=4294963200 sn=0 sc=1..8 "
        "sh=0 sn'=0 sc'=1 sh'=0",
        "okk_gdma_8bit_cpy_S2L toy dst_addr={A} src_addr={A'} shape=1,{C},1,1 "
        "dst_stride=0,{sc},{sh},1 src_stride=0,{sc'},{sh'},1"},
       {Fault::lane_wrap_early, "kind=1 es=1 local=1 N=1 H=1 W=1 C=1..8 A=257..300 sc=1..8 sh=0",
        "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape=1,{C},1,1 "
        "dst_stride=0,{sc},{sh},1"},
       {Fault::lane_wrap_early,
        "kind=2 partial=0 es=4 lane=1..3 offset=0 local=1 B=4294963200 row=1 col=2..8 row_stride=8 "
        "sec_size=1",
        "bm_atomic_memcpy_2D toy global_mem_addr={B} local_mem_addr={offset} local_mem_idx={lane} "
        "row={row} col={col} row_stride={row_stride} sec_size={sec_size} format=0 direction=0 "
        "transpose=0 result_add=0"},
       {Fault::src1_w_stride_ignored,
        "kind=3 operation=0 null=0 A=0 A'=64 A''=128 N=1 C=1 H=1 W=2..4 sn=0 sc=0 sh=0 sw=1 sn'=0 "
        "sc'=0 sh'=0 sw'=1 sn''=0 sc''=0 sh''=0 sw''=2",
        "okk_bdc_32bit_and toy dst_addr={A} src0_addr={A'} src1_addr={A''} shape=1,1,1,{W} "
        "dst_stride=0,0,0,{sw} src0_stride=0,0,0,{sw'} src1_stride=0,0,0,{sw''}"},
       {Fault::gap_start_to_start,
        "kind=4 dst=0 src=4294967296 nburst=2..3 burst=1..2 src_stride=0..3 dst_stride=0..3",
        "data_move toy dst_space=2 dst={dst} src_space=0 src={src} dtype=0 sid=0 nburst={nburst} "
        "burst={burst} src_stride={src_stride} dst_stride={dst_stride}"},
       {Fault::bm_linear_counts_bytes,
        "kind=5 es=4 src_addr=4294963200 dst_addr=134217728 length=2..9 direction=0",
        "bm_atomic_memcpy_1D toy src_addr={src_addr} dst_addr={dst_addr} length={length} format=0 "
        "direction={direction}"}})};
}

}  // namespace strideproof::solver
