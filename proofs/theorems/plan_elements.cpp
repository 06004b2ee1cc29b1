// The layouts of the plan of each operation: element (n, c, h, w) of an operand is where
// address_of has it. plan_orders.cpp and plan_nest.cpp show that loops go through layouts. Rows
// that become columns are in plan_swaps.cpp.

#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

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

// Copies, fills, operations on words, bursts, runs of flat memory and tensors alone: the plan of
// any tensors of one shape. A buffer differs from system memory in its bounds only, a constant is a
// tensor in system memory without steps.
template <size_t count>
void tensors(Proof& proof, const PlanCode& code) {
  const int64_t es = any_element_bytes(proof, true);
  const auto m = any_machine(proof, Space::local, es);
  const bool row = any_bool(proof, "row");
  const Dim4<Sym> shape =
      row ? Dim4<Sym>{1, 1, 1, proof.variable("W", 1, any_u32)} : any_shape(proof);
  const Width width = row || es == block_bytes ? Width::adjacent : Width::free;
  std::array<Tensor<Sym>, count> operands;
  bool in_lanes = false;
  for (size_t k = 0; k < count; ++k) {
    const std::string suffix = k == 0 ? "" : std::to_string(k + 1);
    const Space space = any_space(proof, suffix);
    in_lanes = in_lanes || space == Space::local;
    operands[k] = any_tensor(proof, m, space, es, shape, width, suffix).t;
  }
  const auto plan = code.plan_of(m, operands);
  const Sym lanes = in_lanes ? m.lanes : Sym(1);
  const Dim4<Sym> at = any_indices(proof, shape);
  const ExactArithmetic exact;
  prove_division(proof, "c = k*X + l", at.c, lanes);
  for (size_t k = 0; k < count; ++k)
    conclude_place(proof, m, address_of(plan.operands[k], at), operands[k], at);
  conclude_loops(proof, plan, shape, lanes);
}

// ---- matrices: the full channels and the partly filled last one ----

void matrix(Proof& proof, const PlanCode& code) {
  const auto [m, local, system] = any_matrix(proof, false);
  const bool to_local = any_bool(proof, "to_local"), partial = any_bool(proof, "partial");
  const Sym &rows = system.shape.n, &columns = system.shape.w;
  const auto parts = to_local ? code.parts_of(m, local, system) : code.parts_of(m, system, local);
  const auto& part = parts[partial ? 1 : 0];
  const Dim4<Sym> all = any_indices(proof, part[0].shape);
  const Sym y = any_index(proof, "y");
  proof.given(y < columns);
  const auto plan = code.plan_of(m.lanes, part);

  const ExactArithmetic exact;
  const Sym &per = local.shape.w, &C = local.shape.c, &full = parts[0][0].shape.c;
  const Dim4<Sym> at = {all.n, partial ? Sym(0) : all.c, all.h, all.w};
  const Sym channel = partial ? full : at.c, column = channel * per + at.w;
  proof.prove("channels but the last are full",
              all_of((C - 1) * per < columns, 1 <= C, columns <= C * per),
              {ceil_div_bounds(columns, per)});
  proof.conclude("an element of a part is one of the matrix, in its channel",
                 all_of(at.n < rows, at.h == 0, 0 <= column, column < columns,
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

// ---- the theorem ----

void layouts_have_elements(Proof& proof, const PlanCode& code) {
  switch (any_choice(proof, "kind", 7)) {
    case 0: return tensors<1>(proof, code);
    case 1: return tensors<2>(proof, code);
    case 2: return tensors<3>(proof, code);
    case 3: return matrix(proof, code);
    case 4: return cwtrans(proof, code);
    case 5: return transposed_matrix(proof, code);
    default: return exchanged_images(proof, code);
  }
}

}  // namespace

std::vector<Theorem> element_theorems() {
  const std::string bytes = "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 ",
                    matrix_2d =
                        "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 "
                        "local_mem_addr=0 local_mem_idx={A/256} row={row} col={col} "
                        "row_stride={row_stride} sec_size={sec_size} format=0 direction=0 ";
  return {theorem(
      "plan.elements",
      "The plan of any tensors of one shape has each element of them where the layout has it, "
      "along any legal strides and from any start lanes, and has loops over columns. It has no "
      "other element. A matrix has two parts. Rows become columns, and images become channels, at "
      "the transposed place. Where these are moved as rows and columns of a matrix, the matrix has "
      "each row of the tensor as an element.",
      {"okk_*", "bm_atomic_*", "data_move"}, layouts_have_elements,
      {{Fault::start_lane_ignored,
        "kind=1 es=1 row=0 local=1 local2=0 N=1 H=1 W=1 C=1..8 A=512..520 A2=4294963200 sn=0 "
        "sc=1..8 sh=0 sw=1 sn2=0 sc2=1 sh2=0 sw2=1",
        "okk_gdma_8bit_cpy_S2L toy dst_addr={A} src_addr={A2} shape=1,{C},1,1 "
        "dst_stride=0,{sc},{sh},1 src_stride=0,{sc2},{sh2},1"},
       {Fault::lane_wrap_early,
        "kind=0 es=1 row=0 local=1 N=1 H=1 W=1 C=1..8 A=257..300 sc=1..8 sh=0 sw=1",
        "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape=1,{C},1,1 "
        "dst_stride=0,{sc},{sh},1"},
       {Fault::lane_wrap_early,
        "kind=3 partial=0 es=4 A=256 to_local=1 B=4294967296 row=1 col=2..8 "
        "row_stride=8 sec_size=1",
        matrix_2d + "transpose=0 result_add=0"},
       {Fault::last_channel_whole,
        "kind=3 partial=1 es=4 to_local=1 A=0 row_stride=8 B=4294967296 row=2..7 "
        "col=2..7 sec_size=2..4",
        "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr={B} rows={row} cols={col} "
        "cols_per_channel={sec_size} row_stride={row_stride}"},
       {Fault::bm_cwtrans_tail_lost,
        "kind=4 es=4 local=1 local2=1 A=0 A2=640 C=17..18 W=1..2 sc=18 sc2=2",
        "bm_atomic_cwtrans toy src_addr=128 src_local_idx={A2/256} dst_addr=0 "
        "dst_local_idx={A/256} src_c={C} src_w={W} format=0 src_c_stride={sc2} "
        "dst_c_stride={sc}"},
       {Fault::bm_section_unaligned,
        "kind=5 es=4 A=256 B=0 to_local=1 row=1..4 col=1..3 row_stride=4 "
        "sec_size=1..3",
        matrix_2d + "transpose=1 result_add=0"},
       {Fault::bm_rows_ignore_start_lane,
        "kind=5 es=4 A=256 B=0 to_local=1 row=1..4 col=2..3 row_stride=4 sec_size=1",
        matrix_2d + "transpose=1 result_add=0"},
       {Fault::bm_channels_last_as_matrix,
        "kind=6 local=0 local2=0 A=0 A2=0 N=2 C=2 H=2 W=1 sh=2..4 sh2=2..4 sc=1 sn=8 sc2=1 sn2=8",
        bytes + "src_shape={N},{C},{H},{W} src_stride={sn2},{sc2},{sh2},1 src_format=2 "
                "dst_addr=0xfffff000 dst_local_idx=0 dst_shape={C},{N},{H},{W} "
                "dst_stride={sn},{sc},{sh},1 dst_format=2 direction=2 transpose=1"}})};
}

}  // namespace strideproof::solver
