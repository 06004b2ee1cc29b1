// The elements of a tensor in NCHW order as runs, as in memcpy_4D and mask_memcpy_4D.

#include "model/optimized/bm_atomic_4d.h"
#include "model/optimized/bm_atomic_mask.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using mutants::Fault;
using optimized::Rows;
using optimized::RunSequence;
using plans::Mutated;
using plans::Shipped;

// ---- runs ----

// N*C*H*W, multiplied from W outwards. It fits memory, as that many elements are written.
Sym count_of(Proof& proof, const Dim4<Sym>& shape) {
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto positive = proof.use(lemmas::product_not_negative);
  const ExactArithmetic exact;
  const Sym image = shape.w * shape.h, channels = image * shape.c, all = channels * shape.n;
  const Fact fits = proof.given(all <= memory_end);
  const Facts sizes = bounds_of(proof, {shape.n, shape.c, shape.h, shape.w, image});
  const Fact images = proof.learn("an image fits memory", channels, {0, memory_end},
                                  sizes + Facts{fits, monotone.instance(1, shape.n, channels),
                                                positive.instance(image, shape.c)});
  proof.learn("the tensor fits memory", all, {0, memory_end},
              sizes + Facts{fits, images, positive.instance(channels, shape.n)});
  return all;
}

// Element (n, c, h, w) has its place and its order in a run.
template <class Code>
void runs_hold_elements(Proof& proof) {
  const auto in_range = proof.use(lemmas::digits_in_range);
  const int64_t es = any_element_bytes(proof);
  const Dim4<Sym> shape = any_shape(proof);
  const Sym count = count_of(proof, shape);
  const AnyChannels x = any_channels(proof, es, shape);
  const Dim4<Sym> at = {any_index(proof, "n"), any_index(proof, "c"), any_index(proof, "h"),
                        any_index(proof, "w")};
  const Fact element =
      proof.given(all_of(at.n < shape.n, at.c < shape.c, at.h < shape.h, at.w < shape.w));
  const RunSequence<Sym> path = Code::path_of(x.m, x.t);

  // The kind of a run: a row, a channel, or an image.
  const bool rows(path.rows == 1), channels(path.channel_count == 1), images(path.images == 1);
  const Fact joined =
      proof.prove("what is no loop is in the runs",
                  all_of(rows ? path.rows == 1 : path.rows == shape.h,
                         channels ? path.channel_count == 1 : path.channel_count == shape.c,
                         images ? path.images == 1 : path.images == shape.n));
  const Sym n = images ? Sym(0) : at.n, c = channels ? Sym(0) : at.c, h = rows ? Sym(0) : at.h;
  const Sym row = optimized::row_at(path.channels, c);
  const auto place = spec::place_of(x.m, x.t, at);
  const ExactArithmetic exact;
  const Sym &W = shape.w, &H = shape.h, &C = shape.c;
  const Sym in_channel = at.h * W + at.w, in_image = at.c * (H * W) + in_channel;
  const Sym in_tensor = at.n * (C * (H * W)) + in_image;
  const Sym k = !rows ? at.w : !channels ? in_channel : !images ? in_image : in_tensor;
  const Dim4<Sym>& stride = x.t.stride;
  const Fact adjacent =
      proof.prove("and follows without a gap",
                  all_of(any_of(SymBool(!rows), H == 1, stride.h == W),
                         any_of(SymBool(!channels), C == 1, stride.c == H * W),
                         any_of(SymBool(!images), shape.n == 1, stride.n == C * (H * W))));
  const Facts known = x.known + bounds_of(proof, {at.n, at.c, at.h, at.w, shape.n, C, H, W}) +
                      Facts{element, joined, in_range.instance(at.h, at.w, H, W),
                            in_range.instance(at.c, in_channel, C, H * W),
                            in_range.instance(at.n, in_image, shape.n, C * (H * W))};
  proof.conclude("an element is one of a run",
                 all_of(0 <= n, n < path.images, 0 <= c, c < path.channel_count, 0 <= h,
                        h < path.rows, 0 <= k, k < path.run),
                 known);
  const auto steps = proof.use(equal_steps);
  Facts lengths = known + Facts{adjacent, steps.instance(at.h, H, stride.h, W),
                                steps.instance(at.c, C, stride.c, H * W),
                                steps.instance(at.n, shape.n, stride.n, C * (H * W))};
  if (channels && x.t.space == Space::local) {
    // A single channel.
    const auto quotients = proof.use(equal_quotients);
    const auto equal = proof.use(equal_factors);
    const Rows<Sym>& of = path.channels;
    const Sym seen = of.first + at.c, &first = of.first;
    const Fact single = proof.prove("it is the first channel", at.c == 0);
    lengths = lengths + Facts{single, quotients.instance(seen, first, of.lanes),
                              equal.instance(seen / of.lanes, first / of.lanes, stride.c),
                              equal.instance(seen % of.lanes, first % of.lanes, of.lane)};
  }
  proof.conclude("at its place",
                 row + n * path.n_step + h * path.h_step + es * k == flat(x.m, place), lengths);
  proof.conclude("in its order",
                 ((n * path.channel_count + c) * path.rows + h) * path.run + k == in_tensor, known);
  proof.conclude("and the runs hold as many elements as the tensor",
                 path.images * path.channel_count * path.rows * path.run == count, known);
}

// ---- data and mask ----

// Words and masks are in the aligned layout, each at its own offset of the same lane.
template <class Code>
void masks_lie_like_words(Proof& proof) {
  const auto m = any_machine(proof, Space::local, bm_atomic::mask_word_bytes);
  const InLane data = any_lane_offset(proof, m);
  const Sym mask = proof.variable("mask", 0, most_lane_bytes - 1);
  const Fact exists = proof.given(mask < m.lane_bytes);
  const Dim4<Sym> shape = any_shape(proof);
  count_of(proof, shape);
  const bm_atomic::MaskedCopy<Sym> op = {data.offset, mask, data.lane, 0, shape};
  const InLane mask_side = {data.lane, mask, data.known + bounds_of(proof, {mask}) + Facts{exists}};
  const auto words = spec::bm_atomic::operand_of(m, op, on_src),
             masks = spec::bm_atomic::operand_of(m, op, on_src1);
  const Facts known = starts_in(proof, m, words, data) + starts_in(proof, m, masks, mask_side);
  const auto [of_words, of_masks] = Code::plan_of(m, op);
  const ExactArithmetic exact;
  const Sym unit = m.unit_bytes / 4, channel = (shape.h * shape.w + unit - 1) / unit * unit;
  const Sym blocks = (data.lane + shape.c + m.lanes - 1) / m.lanes;
  const auto lies = [&](const auto& path, const Sym& offset) {
    return all_of(path.channels.start == offset, path.channels.first == data.lane,
                  path.channels.block == 4 * channel, path.n_step == 4 * (blocks * channel));
  };
  proof.conclude("words lie in the aligned layout", lies(of_words, data.offset), known);
  proof.conclude("and masks as they do", lies(of_masks, mask), known);
  proof.conclude("run by run", all_of(of_words.run == of_masks.run, of_words.rows == of_masks.rows,
                                      of_words.channel_count == of_masks.channel_count,
                                      of_words.images == of_masks.images));
}

std::string masked(const Model& v) {
  const Dim4<int64_t> shape = shape_of(v);
  return "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=96 "
         "local_mem_idx=0 dst_global_mem_addr=0xfffff000 shape=1," +
         std::to_string(shape.c) + ",1," + std::to_string(shape.w) + " data.src1=mask";
}

}  // namespace

std::vector<Theorem> bm_path_theorems() {
  const auto paths = operations_matching({"bm_atomic_memcpy_4D", "bm_atomic_mask_memcpy_4D"});
  const Proof::Limits rows_of_dst = "local=0 A=0 N=1 C=1 H=2 W=1 sn=0 sc=0 sh=2..4";
  return {
      {"plan.runs",
       "The runs of a tensor hold each element of a tensor at its place, in NCHW order, and "
       "nothing else.",
       paths, runs_hold_elements<Shipped>,
       plans::control(Fault::bm_gaps_joined, runs_hold_elements<Mutated<Fault::bm_gaps_joined>>,
                      toy(rows_of_dst),
                      [](const Model& v) {
                        // Conversion of uint8 to float32, rows equally far apart.
                        return tensor_line({dst_window, 0, shape_of(v), {0, 0, 1, 1}, 0},
                                           {src_window, 0, shape_of(v), strides_of(v), 2},
                                           bm_atomic::Direction::S2S, false);
                      })},
      {"plan.masks",
       "Words and masks of mask_memcpy_4D lie in the same runs, each in the aligned layout.",
       operations_matching({"bm_atomic_mask_memcpy_4D"}), masks_lie_like_words<Shipped>,
       plans::control(Fault::bm_mask_compact, masks_lie_like_words<Mutated<Fault::bm_mask_compact>>,
                      toy("lane=0 offset=0 mask=96 N=1 C=8 H=1 W=3"), masked)}};
}

}  // namespace strideproof::solver
