// The channels of a tensor one after the other, and its elements in NCHW order as runs, as in
// memcpy_4D and mask_memcpy_4D.

#include "model/optimized/bm_atomic.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using optimized::Rows;
using optimized::RunSequence;

AnyTensor any_tensor_of_bm(Proof& proof, const Dim4<Sym>& shape) {
  const int64_t es = any_element_bytes(proof);
  return any_tensor(proof, any_machine(proof, Space::local, es), es, shape);
}

// ---- channels ----

const Lemma<3> equal_quotients = {
    "quotients of equals are equal", {"a", "b", "m"}, [](Sym a, Sym b, Sym m) {
      return given(a == b, m > 0).follows(a / m == b / m, a % m == b % m);
    }};

// q = first + i, and its value for row i + 1: the reason why the cursor of row i leads there.
void prove_next_row(Proof& proof, const Rows<Sym>& rows, const Sym& i) {
  const ExactArithmetic exact;
  const Sym q = rows.first + i, after = q + 1, &m = rows.lanes;
  const Sym row = q / m, lane = q % m;
  const SymBool wraps = lane + 1 == m;
  const Sym next = select(wraps, row + 1, row), next_lane = select(wraps, Sym(0), lane + 1);
  proof.prove("the row after it is in the next lane, or in lane 0 of the next block row",
              all_of(after / m == next, after % m == next_lane),
              {division_of_digits(row + 1, 0, m), division_of_digits(row, lane + 1, m),
               equal_quotients(after, row * m + (lane + 1), m)});
}

void channels_follow(Proof& proof, const PlanCode& code) {
  const AnyTensor x = any_tensor_of_bm(proof, {1, 1, 1, 1});
  const Sym i = proof.variable("i", 0, most_extent);
  const Rows<Sym> rows = optimized::channels_of(x.m, x.t);
  const auto place = spec::place_of(x.m, x.t, {0, i, 0, 0});
  const Sym row = optimized::row_at(rows, i), after = optimized::row_at(rows, i + Sym(1));
  const auto cursor = optimized::row_cursor(rows, i), next = code.next(rows, cursor);
  const auto expected = optimized::row_cursor(rows, i + Sym(1));
  const ExactArithmetic exact;
  proof.conclude("row i starts where the layout has channel i", row == flat(x.m, place));
  prove_next_row(proof, rows, i);
  proof.conclude("the cursor goes from each row to the next",
                 all_of(cursor.at == row, next.at == after, next.lane == expected.lane));
}

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
  const auto plan = code.plan_of(m, op);
  const auto& [of_words, of_masks] = plan;
  proof.conclude(
      "words and masks lie in the same runs",
      all_of(of_words.run == of_masks.run, of_words.rows == of_masks.rows,
             of_words.channel_count == of_masks.channel_count, of_words.images == of_masks.images));
  const bool masks = any_bool(proof, "masks");
  return {{m, masks ? mask : data, spec::bm_atomic::operand_of(m, op, masks ? on_src1 : on_src)},
          masks ? of_masks : of_words};
}

// Element (n, c, h, w) has its place and its order in a run.
void runs_hold_elements(Proof& proof, const PlanCode& code) {
  const Dim4<Sym> shape = any_shape(proof);
  // N*C*H*W fits memory, as that many elements are written.
  const Sym count = exactly([&] { return shape.w * shape.h * shape.c * shape.n; });
  proof.given(count <= memory_end);
  const auto any_runs = [&]() -> std::pair<AnyTensor, RunSequence<Sym>> {
    if (any_bool(proof, "masked")) return any_masked(proof, code, shape);
    const AnyTensor x = any_tensor_of_bm(proof, shape);
    return {x, code.path_of(x.m, x.t)};
  };
  const auto [x, path] = any_runs();
  const Dim4<Sym> at = any_indices(proof, shape);

  // The kind of a run: a row, a channel, or an image.
  const bool rows(path.rows == 1), channels(path.channel_count == 1), images(path.images == 1);
  const Sym n = images ? Sym(0) : at.n, c = channels ? Sym(0) : at.c, h = rows ? Sym(0) : at.h;
  const Sym row = optimized::row_at(path.channels, c);
  const ExactArithmetic exact;
  const auto place = spec::place_of(x.m, x.t, at);
  const Sym &W = shape.w, &H = shape.h, &C = shape.c;
  const Sym in_channel = at.h * W + at.w, in_image = at.c * (H * W) + in_channel;
  const Sym in_tensor = at.n * (C * (H * W)) + in_image;
  const Sym k = !rows ? at.w : !channels ? in_channel : !images ? in_image : in_tensor;
  proof.conclude("an element is one of a run",
                 all_of(0 <= n, n < path.images, 0 <= c, c < path.channel_count, 0 <= h,
                        h < path.rows, 0 <= k, k < path.run),
                 {digits_in_range(at.h, at.w, H, W), digits_in_range(at.c, in_channel, C, H * W),
                  digits_in_range(at.n, in_image, shape.n, C * (H * W))});
  proof.conclude(
      "at its place",
      row + n * path.n_step + h * path.h_step + x.t.element_bytes * k == flat(x.m, place),
      {equal_steps(at.h, H, x.t.stride.h, W), equal_steps(at.c, C, x.t.stride.c, H * W),
       equal_steps(at.n, shape.n, x.t.stride.n, C * (H * W))});
  proof.conclude("in its order",
                 ((n * path.channel_count + c) * path.rows + h) * path.run + k == in_tensor);
  proof.conclude("and the runs hold as many elements as the tensor",
                 path.images * path.channel_count * path.rows * path.run == count);
}

}  // namespace

std::vector<Theorem> bm_run_theorems() {
  return {
      plan_theorem(
          "plan.rows",
          "The channels of a tensor follow each other where the layout has them, found by division "
          "or one after the other.",
          {"bm_atomic_m*cpy_2D", "bm_atomic_m*cpy_4D", "bm_atomic_cwtrans"}, channels_follow,
          Fault::bm_block_row_kept, "es=4 local=1 A=768 i=0..6 sc=1..4 sn=0 sh=0",
          // Conversion of uint8 to float32 in lanes, one word a channel.
          "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,{i+2},1,1 "
          "src_stride=0,1,0,1 src_format=2 dst_addr=0 dst_local_idx={A/256} "
          "dst_shape=1,{i+2},1,1 dst_stride=0,{sc},0,1 dst_format=0 direction=0 transpose=0"),
      plan_theorem(
          "plan.runs",
          "The runs of a tensor hold each of its elements at its place, in NCHW order, and nothing "
          "else. Words and masks of mask_memcpy_4D lie in the same runs.",
          {"bm_atomic_memcpy_4D", "bm_atomic_mask_memcpy_4D"}, runs_hold_elements,
          Fault::bm_gaps_joined, "masked=0 local=0 A=0 N=1 C=1 H=2 W=1 sn=0 sc=0 sh=2..4",
          // Conversion of uint8 to float32, rows equally far apart.
          "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape={N},{C},{H},{W} "
          "src_stride={sn},{sc},{sh},1 src_format=2 dst_addr=0xfffff000 dst_local_idx=0 "
          "dst_shape={N},{C},{H},{W} dst_stride=0,0,1,1 dst_format=0 direction=2 transpose=0")};
}

}  // namespace strideproof::solver
