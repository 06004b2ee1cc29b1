// Groups of columns. The columns of a group have their starts and share their nest, and the groups
// together hold each column exactly once.

#include <vector>

#include "model/optimized/kernels.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plan_cited.h"

namespace strideproof::solver::plans {
namespace {

using optimized::ColumnGroup;
using optimized::LoopFault;
using optimized::MutantLoop;
using optimized::OriginalLoop;
using optimized::Plan;

// For any number of groups, by induction: group_start is correct for the first group and from each
// group to the next; all columns of a group have the same group_start; and every column lies in the
// group that starts there.
void groups_start_where_told(Proof& proof, const Plan<Sym>& plan, const Sym& most,
                             const ColumnGroup<Sym>& group, const Sym& s, const Fact& count) {
  const auto divide = proof.use(lemmas::division);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto quotients = proof.use(equal_quotients);
  const auto positive = proof.use(lemmas::product_not_negative);
  const auto equal = proof.use(equal_factors);
  const Sym any = proof.variable("any", 0, extents - 1);
  const Fact exists = proof.given(any < plan.columns);
  const Facts bounds =
      bounds_of(proof, {most, plan.columns, plan.tall, plan.dst.wrap_at, plan.src.wrap_at}) +
      Facts{count, exists};
  const auto start = [&](const Sym& of) { return group_start(plan, of, most); };
  // Column `of` is q*most + r columns after the edge before it.
  const auto lies = [&](const Sym& of, const Sym& q, const Sym& r) {
    const Sym behind = of - edge_before(plan, of);
    return Facts{digits.instance(q, r, most), quotients.instance(behind, q * most + r, most)};
  };
  proof.conclude("the first band starts where it is told", start(0) == 0, bounds + lies(0, 0, 0));

  const Sym b = start(any), behind = any - edge_before(plan, any), of_any = behind / most;
  const Fact split =
      proof.prove("after the edge there are whole bands and a rest",
                  all_of(behind == of_any * most + behind % most, 0 <= behind % most,
                         behind % most < most, 0 <= of_any * most),
                  bounds + bounds_of(proof, {any}) +
                      Facts{divide.instance(behind, most), positive.instance(of_any, most)});
  const Fact edge =
      proof.prove("the edge is that before its band",
                  edge_before(plan, b) == edge_before(plan, any), bounds + Facts{split});
  proof.conclude("each stack lies in the band that starts where it is told",
                 all_of(start(b) == b, in_its_group(plan, b, any, most)),
                 bounds + Facts{split, edge} + lies(b, of_any, 0));

  const Sym next = group.column + group.count,
            q = (group.column - edge_before(plan, group.column)) / most;
  const SymBool is_told = start(group.column) == group.column;
  proof.conclude_if("stacks of a band have one start", is_told, start(s) == group.column,
                    bounds + lies(s, q, s - group.column));
  const SymBool goes_on = all_of(is_told, next < plan.columns);
  const Sym edge_of_next = edge_before(plan, next);
  const Fact behind_group = proof.prove(
      "the next band starts at an edge, or after a whole band",
      implies(goes_on, any_of(next - edge_of_next == 0, next - edge_of_next == (q + 1) * most)),
      bounds);
  const Sym of_next = (next - edge_of_next) / most;
  const Fact whole = proof.prove(
      "which are whole bands", implies(goes_on, of_next * most == next - edge_of_next),
      bounds + lies(next, q + 1, 0) + lies(next, 0, 0) +
          Facts{behind_group, divide.instance(group.column - edge_before(plan, group.column), most),
                proof.prove("not before the edge", edge_before(plan, group.column) <= group.column),
                equal.instance(of_next, q + 1, most), equal.instance(of_next, 0, most)});
  proof.conclude_if("and the next band starts there too", goes_on, start(next) == next, {whole});
}

template <class LoopMutation>
void groups_hold_columns(Proof& proof) {
  Values values(proof);
  const Plan<Sym> plan = banded_plan(values);
  const ColumnStrides<Sym>&dst = plan.dst, &src = plan.src;
  const Sym &columns = plan.columns, &tall = plan.tall;
  const Sym most = proof.variable("most", 1, 64);

  const ColumnGroup<Sym> first = optimized::first_group<LoopMutation>(plan, most);
  proof.conclude("the first band begins with stack 0, where it starts",
                 all_of(first.column == 0, first.dst == column_start(dst, Sym(0)),
                        first.src == column_start(src, Sym(0))));

  const Sym column = proof.variable("stack", 0, extents - 1);
  proof.given(column < columns);
  const Sym most_of_group = optimized::group_from<LoopMutation>(plan, column, most);
  proof.conclude(
      "a band has stacks, and no more than there are",
      all_of(1 <= most_of_group, most_of_group <= most, column + most_of_group <= columns));
  const auto count = proof.name("count", most_of_group);
  const ColumnGroup<Sym> group = {column, count.value, column_start(dst, column),
                                  column_start(src, column)};
  const ColumnGroup<Sym> next = optimized::next_group<LoopMutation>(plan, group, most);
  const Sym nest = optimized::nest_of(plan, group).loops[0].count;

  const Sym s = proof.variable("s", 0, extents);
  proof.given(all_of(column <= s, s < column + count.value));
  const ExactArithmetic exact;
  proof.conclude("its stacks start in equal steps",
                 all_of(column_start(dst, s) == group.dst + (s - column) * dst.lane,
                        column_start(src, s) == group.src + (s - column) * src.lane));
  proof.conclude("and share its nest", nest == select(s < tall, Sym(1), Sym(0)));
  proof.conclude(
      "the next band begins with the stack after it, where that starts",
      all_of(next.column == column + count.value, next.dst == column_start(dst, next.column),
             next.src == column_start(src, next.column)));
  groups_start_where_told(proof, plan, most, group, s, count.definition);
}

// ---- the control ----

// One byte a channel, one channel a lane, from the lane from which the columns wrap at the column
// of the model.
std::string bytes_in_lanes(const Model& v) {
  return fill_line(1, {1, v["stacks"], 1, 1},
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
  return {{"plan.bands",
           "Stacks that are walked in step start where the walk has them and share their nest; the "
           "bands of a plan hold each stack once.",
           operations,
           groups_hold_columns<OriginalLoop>,
           {"lanes walked in step go on past the last one",
            groups_hold_columns<MutantLoop<LoopFault::group_over_wrap>>,
            {{"stacks", {2, 4}},
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
             {"stack", {0, 3}},
             {"s", {0, 3}}},
            bytes_in_lanes,
            columns_are_misplaced}}};
}

}  // namespace strideproof::solver::plans
