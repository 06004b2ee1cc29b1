// Groups of columns. The columns of a group have their starts and share their nest, and the groups
// together hold each column exactly once.

#include "model/optimized/kernels.h"
#include "proofs/theorems/plans.h"

namespace strideproof::solver::plans {
namespace {

using optimized::ColumnGroup;
using optimized::Plan;

Plan<Sym> any_plan(Proof& proof) {
  const auto walk = [&](const std::string& name) {
    const auto step = [&](const char* of) {
      return proof.variable(name + of, -(int64_t{1} << 44), int64_t{1} << 44);
    };
    return ColumnStrides<Sym>{
        step(".start"), step(".lane"), proof.variable(name + ".wrap_at", 1, 4096),
        step(".wrap"),  Sym(0),        Sym(0),
        Sym(0)};
  };
  const ColumnStrides<Sym> dst = walk("dst"), src = walk("src");
  const Sym columns = any_extent(proof, "columns"), tall = proof.variable("tall", 0, most_extent);
  proof.given(tall <= columns);
  return {dst, src, columns, tall, {}, {}};
}

template <class Code>
void groups_hold_columns(Proof& proof) {
  const Plan<Sym> plan = any_plan(proof);
  const ColumnStrides<Sym>&dst = plan.dst, &src = plan.src;
  const Sym &columns = plan.columns, &tall = plan.tall;
  const Sym most = proof.variable("most", 1, 64);

  const ColumnGroup<Sym> first = Code::first_group(plan, most);
  proof.conclude("the first group begins with column 0, where it starts",
                 all_of(first.column == 0, first.dst == column_start(dst, Sym(0)),
                        first.src == column_start(src, Sym(0))));

  const Sym column = any_index(proof, "column");
  proof.given(column < columns);
  const Sym most_of_group = Code::group_from(plan, column, most);
  proof.conclude(
      "a group has columns, and no more than there are",
      all_of(1 <= most_of_group, most_of_group <= most, column + most_of_group <= columns));
  const ColumnGroup<Sym> group = {column, most_of_group, column_start(dst, column),
                                  column_start(src, column)};
  const ColumnGroup<Sym> next = Code::next_group(plan, group, most);
  const bool tall_group(optimized::is_tall(plan, group));

  const Sym s = proof.variable("s", 0, most_extent);
  proof.given(all_of(column <= s, s < column + most_of_group));
  const ExactArithmetic exact;
  proof.conclude("its columns start in equal steps",
                 all_of(column_start(dst, s) == group.dst + (s - column) * dst.lane,
                        column_start(src, s) == group.src + (s - column) * src.lane));
  proof.conclude("and share its nest", (s < tall) == tall_group);
  proof.conclude(
      "the next group begins with the column after it, where that starts",
      all_of(next.column == column + most_of_group, next.dst == column_start(dst, next.column),
             next.src == column_start(src, next.column)));
}

// ---- the control ----

// One byte a channel, one channel a lane, from the lane from which the columns wrap at the column
// of the model.
std::string bytes_in_lanes(const Model& v) {
  return fill_line(1, {1, v["columns"], 1, 1},
                   {Space::local, (4 - v["dst.wrap_at"]) * 256, Dim4<int64_t>{0, 1, 0, 1}});
}

}  // namespace

std::vector<Theorem> groups() {
  std::vector<std::string> operations =
      operations_matching({"okk_gdma_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D"});
  return {
      {"plan.groups",
       "The columns of a group start in equal steps and share their nest; the groups of a plan "
       "follow each other and hold each column once.",
       operations, groups_hold_columns<Shipped>,
       control(Fault::group_over_wrap, groups_hold_columns<Mutated<Fault::group_over_wrap>>,
               "columns=2..4 most=4 tall=0 dst.start=0..1023 dst.lane=256 dst.wrap_at=1..4 "
               "dst.wrap=-1023 src.start=0 src.lane=1 src.wrap_at=4 src.wrap=0 column=0..3 s=0..3",
               bytes_in_lanes)}};
}

}  // namespace strideproof::solver::plans
