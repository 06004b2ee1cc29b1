// memcpy_2D with transpose: channel by channel, rows of the system matrix are columns in local
// memory.
// Without it: plan_matrix.cpp.

#include "model/optimized/bm_atomic_2d.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using mutants::Fault;
using plans::Mutated;
using plans::Shipped;

struct AnyMatrix {
  MachineShape<Sym> m;
  bm_atomic::Matrix2D<Sym> op;
  int64_t element_bytes;
  bool to_local;
  InLane side;
};
AnyMatrix any_matrix(Proof& proof) {
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const InLane side = any_lane_offset(proof, m);
  const bool to_local(proof.variable("direction", 0, 1) == 0);
  return {m,
          {proof.variable("B", 0, memory_end), side.offset, side.lane, any_extent(proof, "row"),
           any_extent(proof, "col"), proof.variable("row_stride", 0, any_u32),
           any_extent(proof, "sec_size"), format,
           selector(to_local ? bm_atomic::Direction::S2L : bm_atomic::Direction::L2S), 1, 0},
          es,
          to_local,
          side};
}

// The rows of a channel end before the matrix does: channel*sec_size <= row - 1.
Fact channel_begins(Proof& proof, const AnyMatrix& x, const Sym& channel, const Facts& known) {
  const auto bounds = proof.use(lemmas::ceil_div_bounds);
  const auto monotone = proof.use(lemmas::product_monotone);
  const ExactArithmetic exact;
  const Sym &sec = x.op.sec_size, count = optimized::channel_count(x.op);
  return proof.learn(
      "the channel begins within the matrix", channel * sec, {0, most_extent - 1},
      known + bounds_of(proof, {channel, sec, x.op.row}) +
          Facts{bounds.instance(x.op.row, sec), monotone.instance(channel, count - 1, sec),
                monotone.instance(0, channel, sec)});
}

// Element j of row r of the system matrix is element r mod sec_size of row j of channel r div
// sec_size.
template <class Code>
void transposed_reached(Proof& proof) {
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const AnyMatrix x = any_matrix(proof);
  const auto& op = x.op;
  const Sym r = any_index(proof, "r"), j = any_index(proof, "j");
  const Fact element = proof.given(all_of(r < op.row, j < op.col));
  const auto local = spec::bm_atomic::operand_of(x.m, op, on_dst);
  const auto system = spec::bm_atomic::operand_of(x.m, op, on_src);
  const Facts start = starts_in(proof, x.m, local, x.side);

  const Sym channel = r / op.sec_size, i = r % op.sec_size;
  const Sym count = optimized::channel_count(op);
  const Facts sizes = bounds_of(proof, {r, j, op.row, op.col, op.sec_size});
  const auto bounds = proof.use(lemmas::ceil_div_bounds);
  const Fact split = proof.prove(
      "its channel is one", exactly([&] {
        return all_of(r == channel * op.sec_size + i, 0 <= i, i < op.sec_size, 0 <= channel,
                      channel < count);
      }),
      sizes + Facts{element, divide.instance(r, op.sec_size), bounds.instance(op.row, op.sec_size),
                    below.instance(r, count, op.sec_size)});
  const Fact begins = channel_begins(proof, x, channel, {split});
  const auto plan = Code::plan_of(x.m, op, local, channel);
  const auto here = spec::place_of(x.m, local, {j, channel, 0, i});
  const auto there = spec::place_of(x.m, system, {r, 0, 0, j});
  const Sym of_local = optimized::row_at(x.to_local ? plan.dst : plan.src, j);
  const Sym of_system = optimized::row_at(x.to_local ? plan.src : plan.dst, i);
  const ExactArithmetic exact;
  const int64_t es = x.element_bytes;
  const auto equal = proof.use(equal_factors);
  const Facts known =
      start + sizes +
      Facts{split, element, begins, equal.instance(r, channel * op.sec_size + i, op.row_stride)};
  const Sym &rows = x.to_local ? plan.rows : plan.columns,
            &columns = x.to_local ? plan.columns : plan.rows;
  proof.conclude("it is one of the channel's plan", all_of(i < rows, columns == op.col), known);
  proof.conclude("from its place in the system matrix", of_system + es * j == flat(x.m, there),
                 known);
  proof.conclude("to its place in local memory, or back", of_local + es * i == flat(x.m, here),
                 known);
}

// The converse: element i of the rows of a channel is row channel*sec_size + i.
template <class Code>
void transposed_nothing_else(Proof& proof) {
  const auto digits = proof.use(lemmas::division_of_digits);
  const AnyMatrix x = any_matrix(proof);
  const auto& op = x.op;
  const auto local = spec::bm_atomic::operand_of(x.m, op, on_dst);
  starts_in(proof, x.m, local, x.side);
  const Sym channel = any_index(proof, "channel");
  const Fact is_one = proof.given(channel < optimized::channel_count(op));
  const Fact begins = channel_begins(proof, x, channel, {is_one});
  const auto plan = Code::plan_of(x.m, op, local, channel);
  const Sym i = any_index(proof, "i"), j = any_index(proof, "j");
  const Fact planned = proof.given(x.to_local ? all_of(i < plan.rows, j < plan.columns)
                                              : all_of(i < plan.columns, j < plan.rows));
  const ExactArithmetic exact;
  const Sym r = channel * op.sec_size + i;
  proof.conclude(
      "an element of the matrix, of that channel",
      all_of(0 <= r, r < op.row, j < op.col, r / op.sec_size == channel, r % op.sec_size == i),
      bounds_of(proof, {i, j, channel, op.row, op.sec_size}) +
          Facts{is_one, begins, planned, digits.instance(channel, i, op.sec_size)});
}

std::string line_of(const Model& v) {
  return matrix_line(v["lane"], v["offset"],
                     {v["row"], v["col"], v["row_stride"], v["sec_size"], 0, v["direction"], 1});
}

template <Fault fault>
Control transposed_control() {
  return plans::control(
      fault, transposed_reached<Mutated<fault>>,
      toy("es=4 lane=0..3 offset=0 B=0 direction=0 row=1..4 col=1..3 row_stride=4 sec_size=1..3"),
      line_of);
}

}  // namespace

std::vector<Theorem> bm_transposed_theorems() {
  const auto all = operations_matching({"bm_atomic_memcpy_2D"});
  return {
      {"plan.transposed.reached",
       "With transpose each element of the system matrix is one of the plan of its channel, at its "
       "place on both sides.",
       all, transposed_reached<Shipped>, transposed_control<Fault::bm_section_unaligned>()},
      {"plan.transposed.nothing_else",
       "With transpose each element of the plan of a channel is one element of the matrix, and "
       "another one for each other.",
       all, transposed_nothing_else<Shipped>,
       plans::control(Fault::last_channel_whole,
                      transposed_nothing_else<Mutated<Fault::last_channel_whole>>,
                      toy("es=4 lane=0 offset=0 B=0 direction=0 row=1..4 col=1 row_stride=1 "
                          "sec_size=1..3 channel=0..3 i=0..2"),
                      line_of)}};
}

}  // namespace strideproof::solver
