// Groups of columns. The columns of a group have their starts and share their nest, and the groups
// together hold each column exactly once.

#include <vector>

#include "model/optimized/kernels.h"
#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {
namespace {

using optimized::ColumnGroup;
using optimized::LoopFault;
using optimized::MutantLoop;
using optimized::OriginalLoop;
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
  const Sym columns = proof.variable("columns", 1, extents),
            tall = proof.variable("tall", 0, extents);
  proof.given(tall <= columns);
  // Distinct nests.
  return {dst,
          src,
          columns,
          tall,
          optimized::run_of(Sym(1), Sym(1)),
          optimized::run_of(Sym(0), Sym(1))};
}

template <class LoopMutation>
void groups_hold_columns(Proof& proof) {
  const Plan<Sym> plan = any_plan(proof);
  const ColumnStrides<Sym>&dst = plan.dst, &src = plan.src;
  const Sym &columns = plan.columns, &tall = plan.tall;
  const Sym most = proof.variable("most", 1, 64);

  const ColumnGroup<Sym> first = optimized::first_group<LoopMutation>(plan, most);
  proof.conclude("the first group begins with column 0, where it starts",
                 all_of(first.column == 0, first.dst == column_start(dst, Sym(0)),
                        first.src == column_start(src, Sym(0))));

  const Sym column = proof.variable("column", 0, extents - 1);
  proof.given(column < columns);
  const Sym most_of_group = optimized::group_from<LoopMutation>(plan, column, most);
  proof.conclude(
      "a group has columns, and no more than there are",
      all_of(1 <= most_of_group, most_of_group <= most, column + most_of_group <= columns));
  const ColumnGroup<Sym> group = {column, most_of_group, column_start(dst, column),
                                  column_start(src, column)};
  const ColumnGroup<Sym> next = optimized::next_group<LoopMutation>(plan, group, most);
  const Sym nest = optimized::nest_of(plan, group).loops[0].count;

  const Sym s = proof.variable("s", 0, extents);
  proof.given(all_of(column <= s, s < column + most_of_group));
  const ExactArithmetic exact;
  proof.conclude("its columns start in equal steps",
                 all_of(column_start(dst, s) == group.dst + (s - column) * dst.lane,
                        column_start(src, s) == group.src + (s - column) * src.lane));
  proof.conclude("and share its nest", nest == select(s < tall, Sym(1), Sym(0)));
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

// The places that the groups give to the columns of such a case.
template <class LoopMutation>
std::set<solver::Byte> columns_of(const Case& c) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto plan = optimized::plan_of<Original>(m, okk_gdma::fill_of(*c.operation, c.arguments));
  std::vector<uint8_t> memory(static_cast<size_t>(4 * m.lanes * m.lane_bytes));
  uint8_t* const base = memory.data();
  std::set<solver::Byte> bytes;
  optimized::for_each_group<LoopMutation>(
      plan, base, base,
      [&](const Nest<int64_t>&, const Loop<int64_t>& columns, const uint8_t* dst, const uint8_t*) {
        for (int64_t k = 0; k < columns.count; ++k) {
          const int64_t at = dst - base + k * columns.dst;
          bytes.insert({at / m.lane_bytes, at % m.lane_bytes});
        }
      });
  return bytes;
}

bool columns_are_misplaced(const std::string& line) {
  const Case c = parse_case(line);
  const std::set<solver::Byte> real = written(c);
  return !real.empty() && columns_of<OriginalLoop>(c) == real &&
         columns_of<MutantLoop<LoopFault::group_over_wrap>>(c) != real;
}

}  // namespace

std::vector<Theorem> groups() {
  std::vector<std::string> operations =
      operations_matching({"okk_gdma_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D"});
  return {{"plan.groups",
           "The columns of a group start in equal steps and share their nest; the groups of a plan "
           "follow each other and hold each column once.",
           operations,
           groups_hold_columns<OriginalLoop>,
           {"lanes walked in step go on past the last one",
            groups_hold_columns<MutantLoop<LoopFault::group_over_wrap>>,
            {{"columns", {2, 4}},
             {"most", {4, 4}},
             {"tall", {0, 0}},
             {"dst.start", {0, 1023}},
             {"dst.lane", {256, 256}},
             {"dst.wrap_at", {1, 4}},
             {"dst.wrap", {-1023, -1023}},
             {"src.start", {0, 0}},
             {"src.lane", {1, 1}},
             {"src.wrap_at", {4, 4}},
             {"src.wrap", {0, 0}},
             {"column", {0, 3}},
             {"s", {0, 3}}},
            bytes_in_lanes,
            columns_are_misplaced}}};
}

}  // namespace strideproof::solver::plans
