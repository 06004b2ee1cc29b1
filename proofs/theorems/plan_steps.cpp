// Groups of columns, and the steps in a column.
//
// The assumptions of nests about legal operands (plan_nest.cpp): steps from element to element are
// not negative, those of a destination are not 0, and no loop overflows, even with the extra
// channel that some columns lack. Operands are the tensors of a plan or the parts of a matrix; a
// part without channels has no columns.

#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using optimized::ColumnGroup;
using optimized::ColumnStrides;
using optimized::Plan;

// ---- groups of columns: they start in equal steps, and share their nest ----

void groups_hold_columns(Proof& proof, const PlanCode& code) {
  const auto strides = [&](const std::string& name) {
    const auto step = [&](const char* of) {
      return proof.variable(name + of, -(int64_t{1} << 44), int64_t{1} << 44);
    };
    return ColumnStrides<Sym>{step(".start"),
                              step(".lane"),
                              proof.variable(name + ".wrap_at", 1, most_lanes),
                              step(".wrap"),
                              0,
                              0,
                              0,
                              0};
  };
  const Sym columns = any_extent(proof, "columns"), extra = proof.variable("extra", 0, most_extent);
  proof.given(extra <= columns);
  const Plan<Sym, 2> plan = {{strides("dst"), strides("src")}, columns, extra, {}, {}},
                     grouped = code.grouped(plan);
  const auto& [dst, src] = plan.operands;
  const Sym most = proof.variable("most", 1, 64);
  const auto starts = [&, &dst = dst, &src = src](const ColumnGroup<Sym, 2>& group) {
    return all_of(group.start[0] == column_start(dst, group.column),
                  group.start[1] == column_start(src, group.column));
  };

  const ColumnGroup<Sym, 2> first = optimized::first_group(grouped, most);
  proof.conclude("the first group begins with column 0, where it starts",
                 all_of(first.column == 0, starts(first)));
  const Sym column = any_index(proof, "column");
  proof.given(column < columns);
  const Sym count = optimized::group_from(grouped, column, most);
  proof.conclude("a group has columns, and no more than there are",
                 all_of(1 <= count, count <= most, column + count <= columns));
  const ColumnGroup<Sym, 2> group = {
      column, count, {column_start(dst, column), column_start(src, column)}};
  const ColumnGroup<Sym, 2> next = optimized::next_group(grouped, group, most);
  const bool extra_group(optimized::has_extra_channel(plan, group));

  const Sym s = proof.variable("s", 0, most_extent);
  proof.given(all_of(column <= s, s < column + count));
  const ExactArithmetic exact;
  proof.conclude("its columns start in equal steps",
                 all_of(column_start(dst, s) == group.start[0] + (s - column) * dst.lane,
                        column_start(src, s) == group.start[1] + (s - column) * src.lane));
  proof.conclude("and share its nest", (s < extra) == extra_group);
  proof.conclude("the next group begins with the column after it, where that starts",
                 all_of(next.column == column + count, starts(next)));
}

// ---- steps ----

void steps_are_legal(Proof& proof, const PlanCode& code) {
  const AnyTensor any = any_tensor(proof);
  const MachineShape<Sym>& m = any.m;
  const Tensor<Sym>& t = any.t;
  const Dim4<Sym>& shape = t.shape;
  const int64_t es = t.element_bytes;
  proof.given(spec::last_byte(m, t) < memory_end);

  const bool local = t.space == Space::local, alone = !local && any_bool(proof, "alone");
  const Sym lanes = local ? m.lanes : alone ? Sym(1) : proof.variable("lanes", 1, most_lanes);
  const auto in_column = code.column_strides(m, lanes, t);
  const ExactArithmetic exact;
  const auto near = [](const Sym& x, int64_t most) { return all_of(-most <= x, x <= most); };
  const auto fits = [&](const char* claim, const Sym& extent, const Sym& step, const Sym& each,
                        const Dim4<Sym>& second) {
    const Sym byte = spec::place_of(m, t, {0, 0, 0, 0}).byte;
    proof.conclude_if(claim, extent != 1,
                      all_of(step == es * each, 0 <= step, step <= longest_step,
                             any_of(byte == spec::place_of(m, t, second).byte, step > 0)));
  };
  const Sym k = shape.c / lanes;
  proof.conclude(
      "from channel to channel, and one on",
      all_of(near(in_column.block, widest_step), near(in_column.block * k, far),
             near(in_column.block * (k + 1), far), any_of(shape.c == 1, in_column.block >= 0)));
  proof.conclude("no step is wider than a nest takes",
                 all_of(near(in_column.h, widest_step), near(in_column.n, widest_step)));
  fits("from row to row", shape.h, in_column.h, t.stride.h, {0, 0, 1, 0});
  fits("from batch to batch", shape.n, in_column.n, t.stride.n, {1, 0, 0, 0});
  fits("from element to element", shape.w, in_column.w, t.stride.w, {0, 0, 0, 1});
}

}  // namespace

std::vector<Theorem> step_theorems() {
  return {
      plan_theorem(
          "plan.groups",
          "The columns of a group start in equal steps and share their nest; the groups of a plan "
          "follow each other and hold each column once.",
          {"okk_gdma_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D"}, groups_hold_columns,
          {{Fault::group_over_wrap,
            "columns=2..4 most=4 extra=0 dst.start=0..1023 dst.lane=256 dst.wrap_at=1..4 "
            "dst.wrap=-1023 src.start=0 src.lane=1 src.wrap_at=4 src.wrap=0 column=0..3 s=0..3",
            // One byte a channel. The columns wrap at the column that the model names.
            "okk_gdma_8bit_set_C_local toy dst_addr={dst.wrap_at*-256+1024} C=255 "
            "shape=1,{columns},1,1 dst_stride=0,1,0,1"}}),
      plan_theorem("plan.steps",
                   "The steps from element to element of a legal operand are what nests take for "
                   "granted: none is negative, no loop of them overflows, and where two elements "
                   "lie apart theirs is not 0.",
                   {"okk_*", "bm_atomic_mem*_4D", "bm_atomic_memcpy_[12]D", "data_move"},
                   steps_are_legal,
                   {{Fault::broadcast_as_default,
                     "memory=1 es=1 N=1 C=1 H=2 W=1 last_width=1 sn=0 sc=0 sh=0 sw=1 A=0..100",
                     "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape={N},{C},{H},{W} "
                     "dst_stride={sn},{sc},{sh},1"}})};
}

}  // namespace strideproof::solver
