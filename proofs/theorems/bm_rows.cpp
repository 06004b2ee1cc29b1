// Rows: row_at and the cursor give the places of a tensor's channels in the layout. The transposes
// that use rows: cwtrans, and N and C of memcpy_4D.

#include "model/optimized/bm_atomic_2d.h"
#include "model/optimized/bm_atomic_4d.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {

namespace {

using mutants::Fault;
using optimized::Rows;
using plans::Mutated;
using plans::Shipped;

// ---- rows ----

// q = first + i, and its value for row i + 1: the reason why the cursor of row i leads there.
Facts next_row(Proof& proof, const Rows<Sym>& rows, const Sym& i, const Facts& known) {
  const auto divide = proof.use(lemmas::division);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto equal = proof.use(equal_factors);
  const auto quotients = proof.use(equal_quotients);
  const ExactArithmetic exact;
  const Sym q = rows.first + i, after = q + 1, &m = rows.lanes;
  const Sym row = q / m, lane = q % m;
  const SymBool wraps = lane + 1 == m;
  const Sym next = select(wraps, row + 1, row), next_lane = select(wraps, Sym(0), lane + 1);
  const Fact now = proof.prove("q = row*m + lane, 0 <= lane < m",
                               all_of(q == row * m + lane, 0 <= lane, lane < m, 0 <= row),
                               known + bounds_of(proof, {q, m}) + Facts{divide.instance(q, m)});
  const Fact then =
      proof.prove("the row after it is in the next lane, or in lane 0 of the next block row",
                  all_of(after / m == next, after % m == next_lane),
                  known + bounds_of(proof, {q, m}) +
                      Facts{now, digits.instance(row + 1, 0, m), digits.instance(row, lane + 1, m),
                            quotients.instance(after, (row + 1) * m, m),
                            quotients.instance(after, row * m + (lane + 1), m)});
  return {now, then, equal.instance(after / m, next, rows.block),
          equal.instance(after % m, next_lane, rows.lane)};
}

template <class Code>
void channels_follow(Proof& proof) {
  const int64_t es = any_element_bytes(proof);
  const AnyChannels x = any_channels(proof, es, {1, 1, 1, 1});
  const Sym i = proof.variable("i", 0, most_extent);
  const Rows<Sym> rows = optimized::channels_of(x.m, x.t);
  const auto place = spec::place_of(x.m, x.t, {0, i, 0, 0});
  const Sym row = optimized::row_at(rows, i), after = optimized::row_at(rows, i + Sym(1));
  const auto cursor = optimized::row_cursor(rows, i), next = Code::next(rows, cursor);
  const auto expected = optimized::row_cursor(rows, i + Sym(1));
  const ExactArithmetic exact;
  proof.conclude("row i starts where the layout has channel i", row == flat(x.m, place), x.known);
  const Facts steps = next_row(proof, rows, i, x.known);
  proof.conclude("the cursor goes from each row to the next",
                 all_of(cursor.at == row, next.at == after, next.lane == expected.lane), steps);
}

// Conversion of uint8 to float32 in lanes, one word a channel.
std::string words_in_lanes(const Model& v) {
  const Dim4<int64_t> shape = {1, v["i"] + 2, 1, 1};
  return tensor_line({v["offset"], v["lane"], shape, {0, v["sc"], 0, 1}, 0},
                     {src_window, 0, shape, {0, 1, 0, 1}, 2}, bm_atomic::Direction::S2L, false);
}

// ---- cwtrans ----

struct AnyTransposed {
  MachineShape<Sym> m;
  bm_atomic::CWTranspose<Sym> op;
  int64_t element_bytes;
  InLane dst, src;
};
AnyTransposed any_cwtrans(Proof& proof) {
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const InLane dst = any_lane_offset(proof, m), src = any_lane_offset(proof, m, "'");
  return {
      m,
      {src.offset, src.lane, dst.offset, dst.lane, any_extent(proof, "C"), any_extent(proof, "W"),
       format, proof.variable("sc'", 0, any_u32), proof.variable("sc", 0, any_u32)},
      es,
      dst,
      src};
}

template <class Code>
void rows_become_columns(Proof& proof) {
  const AnyTransposed x = any_cwtrans(proof);
  const auto dst = spec::bm_atomic::operand_of(x.m, x.op, on_dst);
  const auto src = spec::bm_atomic::operand_of(x.m, x.op, on_src);
  const Facts known = starts_in(proof, x.m, dst, x.dst) + starts_in(proof, x.m, src, x.src);
  const auto plan = Code::plan_of(x.m, x.op);
  const Sym c = any_index(proof, "c"), w = any_index(proof, "w");
  proof.given(all_of(c < x.op.src_c, w < x.op.src_w));
  const Sym to = optimized::row_at(plan.dst, w), from = optimized::row_at(plan.src, c);
  const auto there = spec::place_of(x.m, dst, {0, w, 0, c});
  const auto here = spec::place_of(x.m, src, {0, c, 0, w});
  const ExactArithmetic exact;
  const int64_t es = x.element_bytes;
  proof.conclude("the plan has as many rows and columns as the source",
                 all_of(plan.rows == x.op.src_c, plan.columns == x.op.src_w));
  proof.conclude("element w of row c becomes element c of row w",
                 all_of(to + es * c == flat(x.m, there), from + es * w == flat(x.m, here)), known);
}

std::string cwtrans_line(const Model& v) {
  return "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=128 dst_local_idx=0 src_c=" +
         std::to_string(v["C"]) +
         " src_w=1 format=2 src_c_stride=1 dst_c_stride=" + std::to_string(v["C"]);
}

template <class Claim>
Control cwtrans_control(Claim claim) {
  return plans::control(Fault::bm_cwtrans_tail_lost, claim,
                        toy("C=60..70 W=1 w=0 sc=70 sc'=1 lane=0 lane'=0 offset=128 offset'=0"),
                        cwtrans_line);
}

// ---- N and C ----

// Row h of src(n, c) and of dst(c, n), or all rows of a channel as one.
template <class Code>
void images_become_channels(Proof& proof) {
  const auto [format, es] = any_format(proof);
  const Dim4<Sym> shape = any_shape(proof);
  const bool dst_local(proof.variable("local", 0, 1) == 1);
  const bool src_local(proof.variable("local'", 0, 1) == 1);
  const auto m = any_machine(proof, Space::local, es);
  const InLane dst_side = any_lane_offset(proof, m), src_side = any_lane_offset(proof, m, "'");
  const Sym A = proof.variable("A", 0, memory_end), B = proof.variable("B", 0, memory_end);
  bm_atomic::Tensor4D<Sym> op;
  op.direction = selector(direction_of(dst_local, src_local));
  op.transpose = 1;
  op.dst_format = op.src_format = format;
  op.src_shape = shape;
  op.dst_shape = {shape.c, shape.n, shape.h, shape.w};
  op.dst_stride = any_u32_strides(proof), op.src_stride = any_u32_strides(proof, "'");
  op.dst_addr = dst_local ? dst_side.offset : A, op.src_addr = src_local ? src_side.offset : B;
  op.dst_local_idx = dst_side.lane, op.src_local_idx = src_side.lane;
  const auto dst = spec::bm_atomic::operand_of(m, op, on_dst),
             src = spec::bm_atomic::operand_of(m, op, on_src);
  Facts known = dst_side.known + src_side.known;
  if (dst_local) known = known + starts_in(proof, m, dst, dst_side);
  if (src_local) known = known + starts_in(proof, m, src, src_side);

  const auto plan = Code::swap_plan(m, op);
  const Sym n = any_index(proof, "n"), c = any_index(proof, "c"), h = any_index(proof, "h"),
            w = any_index(proof, "w");
  const Fact element = proof.given(all_of(n < shape.n, c < shape.c, h < shape.h, w < shape.w));
  const Sym to_channel = optimized::row_at(plan.dst.channels, n),
            from_channel = optimized::row_at(plan.src.channels, c);
  const auto there = spec::place_of(m, dst, {c, n, h, w}),
             here = spec::place_of(m, src, {n, c, h, w});
  const auto in_range = proof.use(lemmas::digits_in_range);
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const Sym row = any_index(proof, "row");
  const Sym byte = proof.variable("byte", 0, 4 * most_extent * most_extent);
  const Fact planned = proof.given(all_of(row < plan.rows, byte < plan.run));
  const bool joined(plan.rows != shape.h);
  const ExactArithmetic exact;
  const auto place = [&](const Sym& channel, const optimized::ImageRows<Sym>& rows,
                         const Sym& image, const Sym& r, const Sym& at) {
    return channel + image * rows.image + r * rows.h_step + at;
  };
  const Sym r = joined ? Sym(0) : h, at = es * (joined ? h * shape.w + w : w);
  const Facts sizes = bounds_of(proof, {n, c, h, w, shape.h, shape.w, row, byte});
  proof.conclude(
      "an element is at its place in a run of each",
      all_of(plan.images == shape.n, plan.channel_count == shape.c, 0 <= r, r < plan.rows, 0 <= at,
             at + es <= plan.run, place(to_channel, plan.dst, c, r, at) == flat(m, there),
             place(from_channel, plan.src, n, r, at) == flat(m, here)),
      known + sizes + Facts{element, in_range.instance(h, w, shape.h, shape.w)});
  const Sym unit = byte / es;
  const Sym of_h = joined ? unit / shape.w : row, of_w = joined ? unit % shape.w : unit;
  proof.conclude(
      "each byte of a run is one of an element",
      all_of(0 <= of_h, of_h < shape.h, 0 <= of_w, of_w < shape.w,
             (joined ? of_h * shape.w + of_w : of_w) == unit, es * unit + byte % es == byte),
      sizes +
          Facts{planned, divide.instance(unit, shape.w), below.instance(unit, shape.h, shape.w)});
}

std::string swapped(const Model& v) {
  const Dim4<int64_t> shape = shape_of(v);
  return tensor_line({dst_window, 0, {shape.c, shape.n, shape.h, shape.w}, strides_of(v), 2},
                     {src_window, 0, shape, strides_of(v, "'"), 2}, bm_atomic::Direction::S2S,
                     true);
}

}  // namespace

std::vector<Theorem> bm_row_theorems() {
  const auto with_rows =
      operations_matching({"bm_atomic_m*cpy_2D", "bm_atomic_m*cpy_4D", "bm_atomic_cwtrans"});
  const auto cwtrans = operations_matching({"bm_atomic_cwtrans"});
  return {
      {"plan.rows.channels",
       "The channels of a tensor follow each other where the layout has them, found by division or "
       "one after the other.",
       with_rows, channels_follow<Shipped>,
       plans::control(Fault::bm_block_row_kept, channels_follow<Mutated<Fault::bm_block_row_kept>>,
                      toy("es=4 local=1 lane=0..3 offset=0 i=0..6 sc=1..4 sn=0 sh=0"),
                      words_in_lanes)},
      {"plan.cwtrans",
       "The plan of cwtrans makes element w of channel c element c of channel w, each where the "
       "layout has it.",
       cwtrans, rows_become_columns<Shipped>,
       cwtrans_control(rows_become_columns<Mutated<Fault::bm_cwtrans_tail_lost>>)},
      {"plan.images",
       "Where N and C of memcpy_4D change places each element is in one run of the plan, which "
       "leads from its place to its place, and nothing else is in a run.",
       operations_matching({"bm_atomic_memcpy_4D"}), images_become_channels<Shipped>,
       plans::control(Fault::bm_gaps_joined, images_become_channels<Mutated<Fault::bm_gaps_joined>>,
                      toy("local=0 local'=0 A=0 B=0 lane=0 lane'=0 offset=0 offset'=0 N=1 C=1 H=2 "
                          "W=1 sh=1..4 sh'=1 sc=0 sn=0 sc'=0 sn'=0"),
                      swapped)}};
}

}  // namespace strideproof::solver
