// The plans of bm-atomic that are no columns: elements in NCHW order as runs (memcpy_4D,
// mask_memcpy_4D), and transposes (cwtrans, memcpy_2D channel by channel, the exchange of N and C by
// memcpy_4D).

#include "model/optimized/bm_atomic.h"

#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using optimized::row_at;
using optimized::run_at;
using optimized::RunSequence;

// ---- runs ----

// The words or the masks of mask_memcpy_4D, at an offset of their own in the same lane.
std::pair<AnyTensor, RunSequence<Sym>> any_masked(Proof& proof, const PlanCode& code,
                                                  const Dim4<Sym>& shape) {
  const auto m = any_machine(proof, Space::local, bm_atomic::mask_word_bytes);
  const Address data = any_start(proof, m);
  const Address mask =
      start_at(proof, m, data.start.lane, proof.variable("mask", 0, most_lane_bytes - 1));
  const bm_atomic::MaskedCopy<Sym> op = {data.start.offset, mask.start.offset, data.start.lane, 0,
                                         shape};
  auto [runs, to_mask] = code.plan_of(m, op);
  if (!any_bool(proof, "masks"))
    return {{m, data, spec::bm_atomic::operand_of(m, op, on_src)}, runs};
  runs.channels.start = runs.channels.start + to_mask;
  return {{m, mask, spec::bm_atomic::operand_of(m, op, on_src1)}, runs};
}

// Element (n, c, h, w) has its place and its order in a run.
void runs_hold_elements(Proof& proof, const PlanCode& code) {
  const Dim4<Sym> shape = any_shape(proof);
  // N*C*H*W fits memory, as that many elements are written.
  const Sym count = exactly([&] { return shape.w * shape.h * shape.c * shape.n; });
  proof.given(count <= memory_end);
  const auto any_runs = [&]() -> std::pair<AnyTensor, RunSequence<Sym>> {
    if (any_bool(proof, "masked")) return any_masked(proof, code, shape);
    const int64_t es = any_element_bytes(proof);
    const AnyTensor x = any_tensor(proof, any_machine(proof, Space::local, es), es, shape);
    return {x, code.runs_of(x.m, x.t)};
  };
  const auto [x, runs] = any_runs();
  const Dim4<Sym> at = any_indices(proof, shape);

  // The kind of a run: a row, a channel, or an image.
  const bool rows(runs.rows == 1), channels(runs.channel_count == 1), images(runs.images == 1);
  const Sym n = images ? Sym(0) : at.n, c = channels ? Sym(0) : at.c, h = rows ? Sym(0) : at.h;
  const ExactArithmetic exact;
  const Sym run = run_at(runs, n, c, h);
  const auto place = spec::place_of(x.m, x.t, at);
  const Sym &W = shape.w, &H = shape.h, &C = shape.c;
  const Sym in_channel = at.h * W + at.w, in_image = at.c * (H * W) + in_channel;
  const Sym in_tensor = at.n * (C * (H * W)) + in_image;
  const Sym k = !rows ? at.w : !channels ? in_channel : !images ? in_image : in_tensor;
  proof.conclude("each element is in a run",
                 all_of(0 <= n, n < runs.images, 0 <= c, c < runs.channel_count, 0 <= h,
                        h < runs.rows, 0 <= k, k < runs.run),
                 {digits_in_range(at.h, at.w, H, W), digits_in_range(at.c, in_channel, C, H * W),
                  digits_in_range(at.n, in_image, shape.n, C * (H * W))});
  proof.conclude("the run has the element at its place",
                 run + x.t.element_bytes * k == flat(x.m, place),
                 {equal_steps(at.h, H, x.t.stride.h, W), equal_steps(at.c, C, x.t.stride.c, H * W),
                  equal_steps(at.n, shape.n, x.t.stride.n, C * (H * W))});
  proof.conclude("the runs have the element in NCHW order",
                 ((n * runs.channel_count + c) * runs.rows + h) * runs.run + k == in_tensor);
  proof.conclude("the runs hold as many elements as the tensor",
                 runs.images * runs.channel_count * runs.rows * runs.run == count);
}

// ---- rows and columns ----

// Element `column` of row `row` of the source becomes element `row` of row `column`. `from` and
// `to` are its indices in the operands.
struct AnyTransposed {
  MachineShape<Sym> m;
  optimized::TransposePlan<Sym> plan;
  Sym rows, columns;  // of the source; the plan must have as many
  Sym row, column;
  Tensor<Sym> src, dst;
  Dim4<Sym> from, to;
};

AnyTransposed any_cwtrans(Proof& proof, const PlanCode& code) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Sym rows = any_extent(proof, "C"), columns = any_extent(proof, "W");
  const Tensor<Sym> dst = any_tensor(proof, m, es, {1, columns, 1, rows}).t;
  const Tensor<Sym> src = any_tensor(proof, m, es, {1, rows, 1, columns}, "'").t;
  const Sym c = any_index(proof, "c"), w = any_index(proof, "w");
  proof.given(all_of(c < rows, w < columns));
  return {m,           code.cwtrans_plan(m, dst, src), rows, columns, c, w, src, dst, {0, c, 0, w},
          {0, w, 0, c}};
}

// Row r of the system matrix is column r mod sec_size of channel r div sec_size in local memory.
AnyTransposed any_channel(Proof& proof, const PlanCode& code) {
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Address start = any_start(proof, m);
  const bool to_local = any_bool(proof, "to_local");
  const bm_atomic::Matrix2D<Sym> op = any_matrix(proof, start, format, to_local, true);
  const Sym &rows = op.row, &columns = op.col, &sec = op.sec_size;
  const auto local = spec::bm_atomic::operand_of(m, op, on_dst),
             system = spec::bm_atomic::operand_of(m, op, on_src);
  const Sym r = any_index(proof, "r"), j = any_index(proof, "j");
  proof.given(all_of(r < rows, j < columns));
  const Sym channel = r / sec, i = r % sec, count = optimized::channel_count(op);
  const Sym other_channel = any_index(proof, "channel"), other_row = any_index(proof, "i");
  proof.conclude("each row of the matrix is one of a channel", exactly([&] {
                   return all_of(r == channel * sec + i, 0 <= i, i < sec, 0 <= channel,
                                 channel < count);
                 }),
                 {division_below(r, count, sec)});
  proof.learn("the channel begins within the matrix", exactly([&] { return channel * sec; }),
              {0, most_extent - 1}, {});
  const Sym width = exactly([&] { return min_of(sec, rows - channel * sec); });
  exactly([&] {
    proof.given(all_of(other_channel < count, other_row < min_of(sec, rows - other_channel * sec)));
    const Sym row = other_channel * sec + other_row;
    return proof.conclude("each row of a channel is one of the matrix",
                          all_of(row < rows, row / sec == other_channel, row % sec == other_row),
                          {division_of_digits(other_channel, other_row, sec)});
  });
  const auto plan = code.plan_of(m, op, local, channel);
  const Dim4<Sym> of_local = {j, channel, 0, i}, of_system = {r, 0, 0, j};
  if (to_local) return {m, plan, width, columns, i, j, system, local, of_system, of_local};
  return {m, plan, columns, width, j, i, local, system, of_local, of_system};
}

void rows_become_columns(Proof& proof, const PlanCode& code) {
  const AnyTransposed x =
      any_bool(proof, "cwtrans") ? any_cwtrans(proof, code) : any_channel(proof, code);
  const Sym to = row_at(x.plan.dst, x.column), from = row_at(x.plan.src, x.row);
  const auto dst_place = spec::place_of(x.m, x.dst, x.to),
             src_place = spec::place_of(x.m, x.src, x.from);
  const ExactArithmetic exact;
  const int64_t es = x.dst.element_bytes;
  proof.conclude("the plan has as many rows and columns as the source",
                 all_of(x.plan.rows == x.rows, x.plan.columns == x.columns, x.row < x.rows,
                        x.column < x.columns));
  proof.conclude("the plan reads the element at its place",
                 from + es * x.column == flat(x.m, src_place));
  proof.conclude("the plan writes the element at its transposed place",
                 to + es * x.row == flat(x.m, dst_place));
}

// ---- N and C ----

// Where the runs of images are the elements of a matrix: the run of image n and channel c.
void runs_are_a_matrix(Proof& proof, const optimized::SwapPlan<Sym>& plan, const Sym& run,
                       const Sym& n, const Sym& c) {
  const auto transposed = optimized::swapped_matrix(plan);
  proof.conclude("as a matrix, a run has the same place in both",
                 all_of(plan.src.rows == 1, transposed.rows == plan.src.images,
                        transposed.columns == plan.src.channel_count,
                        row_at(transposed.dst, c) + n * run == run_at(plan.dst, c, n, Sym(0)),
                        row_at(transposed.src, n) + c * run == run_at(plan.src, n, c, Sym(0))));
}

// Row h of src(n, c) and of dst(c, n), or all rows of a channel as one.
void images_become_channels(Proof& proof, const PlanCode& code) {
  const int64_t es = any_element_bytes(proof);
  const Dim4<Sym> shape = any_shape(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Tensor<Sym> dst = any_tensor(proof, m, es, {shape.c, shape.n, shape.h, shape.w}).t;
  const Tensor<Sym> src = any_tensor(proof, m, es, shape, "'").t;
  const auto plan = code.swap_plan(m, dst, src);
  const auto [n, c, h, w] = any_indices(proof, shape);
  const Sym to = run_at(plan.dst, c, n, Sym(0)), from = run_at(plan.src, n, c, Sym(0));
  const auto dst_place = spec::place_of(m, dst, {c, n, h, w}),
             src_place = spec::place_of(m, src, {n, c, h, w});
  const Sym row = any_index(proof, "row");
  const Sym byte = proof.variable("byte", 0, 4 * most_extent * most_extent);
  const Sym run = plan.src.run * es;
  proof.given(all_of(row < plan.src.rows, byte < run));
  const bool coalesced(plan.src.rows != shape.h), matrix(optimized::is_matrix(plan, run));
  const ExactArithmetic exact;
  const Sym r = coalesced ? Sym(0) : h, at = es * (coalesced ? h * shape.w + w : w);
  proof.conclude("an element is at its place in a run of each",
                 all_of(plan.src.images == shape.n, plan.src.channel_count == shape.c, 0 <= r,
                        r < plan.src.rows, 0 <= at, at + es <= run,
                        to + r * plan.dst.h_step + at == flat(m, dst_place),
                        from + r * plan.src.h_step + at == flat(m, src_place)),
                 {digits_in_range(h, w, shape.h, shape.w)});
  const Sym unit = byte / es;
  const Sym of_h = coalesced ? unit / shape.w : row, of_w = coalesced ? unit % shape.w : unit;
  proof.conclude(
      "each byte of a run is one of an element",
      all_of(0 <= of_h, of_h < shape.h, 0 <= of_w, of_w < shape.w,
             (coalesced ? of_h * shape.w + of_w : of_w) == unit, es * unit + byte % es == byte));
  if (matrix) runs_are_a_matrix(proof, plan, run, n, c);
}

}  // namespace

std::vector<Theorem> bm_atomic_theorems() {
  return {
      plan_theorem(
          "plan.runs",
          "The runs of a tensor hold each of its elements at its place, in NCHW order, and nothing "
          "else. Words and masks of mask_memcpy_4D lie in the same runs.",
          {"bm_atomic_memcpy_4D", "bm_atomic_mask_memcpy_4D"}, runs_hold_elements,
          {{Fault::bm_gaps_joined, "masked=0 local=0 A=0 N=1 C=1 H=2 W=1 sn=0 sc=0 sh=2..4",
            // Conversion of uint8 to float32, rows equally far apart.
            "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 "
            "src_shape={N},{C},{H},{W} "
            "src_stride={sn},{sc},{sh},1 src_format=2 dst_addr=0xfffff000 dst_local_idx=0 "
            "dst_shape={N},{C},{H},{W} dst_stride=0,0,1,1 dst_format=0 direction=2 transpose=0"},
           {Fault::bm_block_row_kept,
            "masked=0 es=4 local=1 A=768 N=1 C=2 H=1 W=1 sn=0 sc=1..4 sh=0",
            // Conversion of uint8 to float32 in lanes, one word a channel.
            "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 "
            "src_shape={N},{C},{H},{W} "
            "src_stride=0,1,0,1 src_format=2 dst_addr=0 dst_local_idx={A/256} "
            "dst_shape={N},{C},{H},{W} dst_stride=0,{sc},0,1 dst_format=0 direction=0 "
            "transpose=0"}}),
      plan_theorem("plan.transposes",
                   "The plans of cwtrans and of each channel of memcpy_2D with transpose make each "
                   "element of a row one of a column, from its place to its place; the channels "
                   "hold each row of the matrix once.",
                   {"bm_atomic_cwtrans", "bm_atomic_memcpy_2D"}, rows_become_columns,
                   {{Fault::bm_section_unaligned,
                     "cwtrans=0 es=4 lane=0..3 offset=0 B=0 to_local=1 row=1..4 col=1..3 "
                     "row_stride=4 sec_size=1..3",
                     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr={offset} "
                     "local_mem_idx={lane} row={row} col={col} row_stride={row_stride} "
                     "sec_size={sec_size} format=0 direction=0 transpose=1 result_add=0"},
                    {Fault::bm_cwtrans_tail_lost,
                     "cwtrans=1 es=4 local=1 local'=1 A=0 A'=640 C=17..18 W=1..2 sc=18 sc'=2",
                     "bm_atomic_cwtrans toy src_addr=128 src_local_idx={A'/256} dst_addr=0 "
                     "dst_local_idx={A/256} src_c={C} src_w={W} format=0 src_c_stride={sc'} "
                     "dst_c_stride={sc}"}}),
      plan_theorem("plan.images",
                   "Where N and C of memcpy_4D change places each element is in one run of the "
                   "plan, which leads from its place to its place, and nothing else is in a run; "
                   "where images are the rows of a matrix, they are at the same places.",
                   {"bm_atomic_memcpy_4D"}, images_become_channels,
                   {{Fault::bm_channels_last_as_matrix,
                     "local=0 local'=0 A=0 A'=0 N=2 C=2 H=2 W=1 sh=2..4 sh'=2..4 sc=1 "
                     "sn=8 sc'=1 sn'=8",
                     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 "
                     "src_shape={N},{C},{H},{W} src_stride={sn'},{sc'},{sh'},1 src_format=2 "
                     "dst_addr=0xfffff000 dst_local_idx=0 dst_shape={C},{N},{H},{W} "
                     "dst_stride={sn},{sc},{sh},1 dst_format=2 direction=2 transpose=1"}})};
}

}  // namespace strideproof::solver
