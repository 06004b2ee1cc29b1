// The layouts of the plan of each operation: element (n, c, h, w) of an operand is where
// address_of has it. plan_orders.cpp and plan_nest.cpp show that loops go through layouts. Rows that
// become columns are in plan_swaps.cpp, layouts without loops over columns in plan_alone.cpp.

#include <algorithm>
#include <optional>
#include <utility>

#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

using optimized::address_of;
using optimized::ByteLayout;
using optimized::Plan;

// ---- any layout, any plan ----

// A plan with the shape of its operands, in as many columns as lanes.
template <size_t count>
void conclude_loops(Proof& proof, const Plan<Sym, count>& plan, const Dim4<Sym>& shape,
                    const Sym& lanes) {
  const ExactArithmetic exact;
  const auto& operands = plan.operands;
  const auto has = [&](const optimized::Loops<Sym, count>& loops, const Sym& channels) {
    SymBool result = all_of(loops[0].count == shape.w, loops[1].count == shape.h,
                            loops[2].count == channels, loops[3].count == shape.n);
    for (size_t k = 0; k < count; ++k)
      result =
          all_of(result, loops[0].step[k] == operands[k].w, loops[1].step[k] == operands[k].h,
                 loops[2].step[k] == operands[k].channels.block, loops[3].step[k] == operands[k].n);
    return result;
  };
  proof.conclude(
      "each nest has the loops of its columns",
      all_of(has(plan.extra_loops, shape.c / lanes + 1), has(plan.plain_loops, shape.c / lanes)));
  proof.conclude(
      "min(C, lanes) columns, the first C mod lanes of them longer",
      all_of(plan.columns == min_of(shape.c, lanes), plan.extra_columns == shape.c % lanes));
  for (const auto& [of_shape, channels, n, h, w] : operands)
    proof.conclude("the operands have the lanes of the plan",
                   all_of(channels.lanes == lanes, 0 <= channels.first, channels.first < lanes));
}

// The operands of a plan, the destination first; no tensor: a constant.
template <size_t count>
using PlanOperands = std::array<std::optional<Tensor<Sym>>, count>;

template <size_t count>
void conclude_plan(Proof& proof, const MachineShape<Sym>& m, const Plan<Sym, count>& plan,
                   const PlanOperands<count>& operands) {
  const bool in_lanes =
      std::ranges::any_of(operands, [](const auto& t) { return t && t->space == Space::local; });
  const Sym lanes = in_lanes ? m.lanes : Sym(1);
  const Dim4<Sym> at = any_indices(proof, operands[0]->shape);
  const ExactArithmetic exact;
  prove_division(proof, "c = k*X + l", at.c, lanes);
  for (size_t i = 0; i < count; ++i) {
    const Sym visited = address_of(plan.operands[i], at);
    if (operands[i])
      conclude_place(proof, m, visited, *operands[i], at);
    else
      proof.conclude("a constant stays where it is", visited == 0);
  }
  conclude_loops(proof, plan, operands[0]->shape, lanes);
}

// ---- copies and fills of tensors ----

void copies(Proof& proof, const PlanCode& code, bool fill) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Dim4<Sym> shape = any_shape(proof);
  const auto tensor = [&](const char* mark) { return any_tensor(proof, m, es, shape, mark).t; };
  const Tensor<Sym> dst = tensor("");
  if (fill) return conclude_plan<1>(proof, m, code.plan_of(m, std::array{dst}), {dst});
  const Tensor<Sym> src = tensor("'");
  conclude_plan<2>(proof, m, code.plan_of(m, std::array{dst, src}), {dst, src});
}

// ---- matrices: the full channels and the partly filled last one ----

void matrix(Proof& proof, const PlanCode& code) {
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Address start = any_start(proof, m);
  const bool to_local = any_bool(proof, "to_local"), partial = any_bool(proof, "partial");
  const bm_atomic::Matrix2D<Sym> op = any_matrix(proof, start, format, to_local, false);
  const Tensor<Sym> local = spec::bm_atomic::operand_of(m, op, on_dst),
                    system = spec::bm_atomic::operand_of(m, op, on_src);
  const auto parts = to_local ? code.parts_of(m, local, system) : code.parts_of(m, system, local);
  const auto& part = parts[partial ? 1 : 0];
  const Dim4<Sym>&shape = part[0].shape, all = any_indices(proof);
  const Sym y = any_index(proof, "y");
  proof.given(all_of(is_inside(all, shape), y < op.col));
  const auto plan = code.plan_of(m.lanes, part);

  const ExactArithmetic exact;
  const Sym &per = op.sec_size, &C = local.shape.c, &full = parts[0][0].shape.c;
  const Dim4<Sym> at = {all.n, partial ? Sym(0) : all.c, all.h, all.w};
  const Sym channel = partial ? full : at.c, column = channel * per + at.w;
  proof.prove("channels but the last are full",
              all_of((C - 1) * per < op.col, 1 <= C, op.col <= C * per),
              {ceil_div_bounds(op.col, per)});
  proof.conclude("an element of a part is one of the matrix, in its channel",
                 all_of(at.n < op.row, at.h == 0, 0 <= column, column < op.col,
                        column / per == channel, column % per == at.w),
                 {product_monotone(channel + 1, C - 1, per), product_monotone(channel + 1, C, per),
                  equal_factors(channel, C - 1, per), product_not_negative(channel, per),
                  division_of_digits(channel, at.w, per)});
  const auto holds = [&](const Dim4<Sym>& of, const Sym& c) {
    return all_of(0 <= c, c < of.c, 0 <= y % per, y % per < of.w);
  };
  proof.conclude(
      "each column is in a part",
      any_of(holds(parts[0][0].shape, y / per), holds(parts[1][0].shape, y / per - full)),
      {division(y, per), product_monotone(C, y / per, per), equal_factors(y / per, C - 1, per)});
  prove_division(proof, "c = k*X + l", at.c, m.lanes);
  prove_division(proof, "C = k*X + l", full, m.lanes);
  for (const size_t k : {0, 1}) {
    const bool of_local = (k == 0) == to_local;
    conclude_place(proof, m, address_of(part[k], at), of_local ? local : system,
                   of_local ? Dim4<Sym>{at.n, channel, 0, at.w} : Dim4<Sym>{at.n, 0, 0, column},
                   {equal_factors(at.c / m.lanes, 0, part[k].channels.block),
                    equal_factors(at.c % m.lanes, 0, part[k].channels.lane)});
  }
  conclude_loops(proof, plan, part[1].shape, m.lanes);
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
  conclude_plan(proof, m, code.plan_of(m, kind, v), operands);
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
  conclude_plan<2>(proof, m, code.plan_of(m, op), {operand(on_dst), operand(on_src)});
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
  conclude_plan<2>(proof, m, code.plan_of(m, op), {operand(on_dst), operand(on_src)});
}

// ---- the theorem ----

void layouts_have_elements(Proof& proof, const PlanCode& code) {
  switch (any_choice(proof, "kind", 11)) {
    case 0: return copies(proof, code, false);
    case 1: return copies(proof, code, true);
    case 2: return matrix(proof, code);
    case 3: return words(proof, code);
    case 4: return bursts(proof, code);
    case 5: return linear(proof, code);
    case 6: return masked(proof, code);
    case 7: return cwtrans(proof, code);
    case 8: return transposed_matrix(proof, code);
    case 9: return exchanged_images(proof, code);
    default: return converted(proof, code);
  }
}

}  // namespace

std::vector<Theorem> element_theorems() {
  const std::string bytes = "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 ",
                    matrix_2d =
                        "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 "
                        "local_mem_addr={offset} local_mem_idx={lane} row={row} col={col} "
                        "row_stride={row_stride} sec_size={sec_size} format=0 direction=0 ";
  return {plan_theorem(
      "plan.elements",
      "The plan of each operation has each element of its operands where the layout has it, along "
      "any legal strides and from any start lanes. It has no other element. Copies, fills, "
      "operations on words, bursts and runs have loops over columns. A matrix has two parts. Words "
      "and masks, and tensors to be converted, have layouts of their shape. Rows become columns, "
      "and images become channels, at the transposed place. Where these are moved as rows and "
      "columns of a matrix, the matrix has each row of the tensor as an element. A constant stays "
      "where it is.",
      {"okk_*", "bm_atomic_*", "data_move"}, layouts_have_elements,
      {{Fault::start_lane_ignored,
        "kind=0 es=1 local=1 local'=0 N=1 H=1 W=1 C=1..8 A=512..520 A'=4294963200 sn=0 sc=1..8 "
        "sh=0 sn'=0 sc'=1 sh'=0",
        "okk_gdma_8bit_cpy_S2L toy dst_addr={A} src_addr={A'} shape=1,{C},1,1 "
        "dst_stride=0,{sc},{sh},1 src_stride=0,{sc'},{sh'},1"},
       {Fault::lane_wrap_early, "kind=1 es=1 local=1 N=1 H=1 W=1 C=1..8 A=257..300 sc=1..8 sh=0",
        "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape=1,{C},1,1 "
        "dst_stride=0,{sc},{sh},1"},
       {Fault::lane_wrap_early,
        "kind=2 partial=0 es=4 lane=1..3 offset=0 to_local=1 B=4294967296 row=1 col=2..8 "
        "row_stride=8 sec_size=1",
        matrix_2d + "transpose=0 result_add=0"},
       {Fault::square_transposed,
        "kind=2 partial=0 es=4 to_local=1 lane=0 offset=0 row_stride=8 B=4294967296 row=2..7 "
        "col=2..7 sec_size=2..4",
        "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr={B} rows={row} cols={col} "
        "cols_per_channel={sec_size} row_stride={row_stride}"},
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
        "direction={direction}"},
       {Fault::bm_linear_stops_at_lane,
        "kind=5 es=1 src_addr=4294963200 dst_addr=134217976 length=2..9 direction=0",
        "bm_atomic_memcpy_1D toy src_addr={src_addr} dst_addr={dst_addr} length={length} format=2 "
        "direction={direction}"},
       {Fault::bm_mask_compact, "kind=6 lane=0 offset=0 mask=128 N=2 C=1 H=1 W=1",
        // Both masks are set. The word next to the first one, where a compact layout has the other, is 0.
        "program toy fill=0 ; bm_atomic_memset_4D start_addr={mask} shape=1,1,1,5 "
        "stride=0,0,0,1 const_val=1 format=0 is_local_mem=1 local_idx={lane} ; "
        "bm_atomic_memset_4D start_addr={mask+4} shape=1,1,1,3 stride=0,0,0,1 const_val=0 "
        "format=0 is_local_mem=1 local_idx={lane} ; bm_atomic_mask_memcpy_4D "
        "data_local_mem_addr={offset} mask_local_mem_addr={mask} "
        "local_mem_idx={lane} dst_global_mem_addr=0xfffff000 shape={N},{C},{H},{W} ; "
        "bm_get_mask_memcpy_res_num"},
       {Fault::bm_cwtrans_tail_lost,
        "kind=7 es=4 local=1 local'=1 A=0 A'=640 C=17..18 W=1..2 sc=18 sc'=2",
        "bm_atomic_cwtrans toy src_addr=128 src_local_idx={A'/256} dst_addr=0 "
        "dst_local_idx={A/256} src_c={C} src_w={W} format=0 src_c_stride={sc'} "
        "dst_c_stride={sc}"},
       {Fault::bm_section_unaligned,
        "kind=8 es=4 lane=0..3 offset=0 B=0 to_local=1 row=1..4 col=1..3 row_stride=4 "
        "sec_size=1..3",
        matrix_2d + "transpose=1 result_add=0"},
       {Fault::bm_rows_ignore_start_lane,
        "kind=8 es=4 lane=0..3 offset=0 B=0 to_local=1 row=1..4 col=2..3 row_stride=4 sec_size=1",
        matrix_2d + "transpose=1 result_add=0"},
       {Fault::bm_channels_last_as_matrix,
        "kind=9 local=0 local'=0 A=0 A'=0 N=2 C=2 H=2 W=1 sh=2..4 sh'=2..4 sc=1 sn=8 sc'=1 sn'=8",
        bytes + "src_shape={N},{C},{H},{W} src_stride={sn'},{sc'},{sh'},1 src_format=2 "
                "dst_addr=0xfffff000 dst_local_idx=0 dst_shape={C},{N},{H},{W} "
                "dst_stride={sn},{sc},{sh},1 dst_format=2 direction=2 transpose=1"},
       {Fault::start_lane_ignored, "kind=10 es=4 local=1 A=512 N=1 C=1..2 H=1 W=1 sn=0 sc=1 sh=0",
        bytes + "src_shape={N},{C},{H},{W} src_stride=0,1,0,1 src_format=2 dst_addr=0 "
                "dst_local_idx={A/256} dst_shape={N},{C},{H},{W} dst_stride={sn},{sc},{sh},1 "
                "dst_format=0 direction=0 transpose=0"}})};
}

}  // namespace strideproof::solver
