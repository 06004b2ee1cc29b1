// The elements of a tensor in NCHW order as runs, and loops over the runs of two tensors at once,
// as in memcpy_4D and mask_memcpy_4D.

#include <cstring>

#include "model/implementation.h"
#include "model/optimized/bm_atomic_4d.h"
#include "model/optimized/bm_atomic_mask.h"
#include "proofs/theorems/bm_rows.h"
#include "proofs/theorems/overlap.h"
#include "proofs/theorems/plan_controls.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using optimized::Fault;
using optimized::LoopFault;
using optimized::MutantLoop;
using optimized::Original;
using optimized::OriginalLoop;
using optimized::RunCursor;
using optimized::RunPairCursor;
using optimized::RunSequence;
using plans::With;

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
template <class Mutation>
void runs_hold_elements(Proof& proof) {
  const auto in_range = proof.use(lemmas::digits_in_range);
  const int64_t es = any_element_bytes(proof);
  const Dim4<Sym> shape = any_shape(proof);
  const Sym count = count_of(proof, shape);
  const AnyChannels x = any_channels(proof, es, shape);
  const auto index = [&](const char* name) { return proof.variable(name, 0, most_extent - 1); };
  const Dim4<Sym> at = {index("n"), index("c"), index("h"), index("w")};
  const Fact element =
      proof.given(all_of(at.n < shape.n, at.c < shape.c, at.h < shape.h, at.w < shape.w));
  const RunSequence<Sym> path = optimized::path_of<Mutation>(x.m, x.t);

  // The kind of a run: a row, a channel, or an image.
  const bool rows(path.rows == 1), channels(path.channel_count == 1), images(path.images == 1);
  const Fact joined =
      proof.prove("what is no dimension of the path is in its runs",
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
  proof.conclude("an element is one of a run of the path",
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

// ---- from run to run ----

template <class Mutation>
void runs_follow(Proof& proof) {
  const int64_t es = any_element_bytes(proof);
  const AnyChannels x = any_channels(proof, es, {1, 1, 1, 1});
  const auto extent = [&](const char* name) { return proof.variable(name, 1, most_extent); };
  const auto index = [&](const char* name) { return proof.variable(name, 0, most_extent - 1); };
  const RunSequence<Sym> path = {extent("W"),       extent("H"),
                                 extent("C"),       extent("N"),
                                 es * x.t.stride.h, optimized::channels_of(x.m, x.t),
                                 es * x.t.stride.n};
  const Sym n = index("n"), c = index("c"), h = index("h");
  const Fact is_one = proof.given(all_of(n < path.images, c < path.channel_count, h < path.rows));
  const auto stands = [&](const Sym& image, const Sym& channel, const Sym& row) {
    const auto cursor = optimized::row_cursor(path.channels, channel);
    return RunCursor<Sym>{cursor.at + image * path.n_step + row * path.h_step, row, channel, cursor,
                          image * path.n_step};
  };
  const auto same = [](const RunCursor<Sym>& a, const RunCursor<Sym>& b) {
    return all_of(a.at == b.at, a.h == b.h, a.c == b.c, a.channel.at == b.channel.at,
                  a.channel.lane == b.channel.lane, a.image == b.image);
  };
  const RunCursor<Sym> next = optimized::next<Mutation>(path, stands(n, c, h));
  const bool row(h + 1 < path.rows), channel(row || bool(c + 1 < path.channel_count));
  const RunCursor<Sym> expected = row       ? stands(n, c, h + 1)
                                  : channel ? stands(n, c + 1, Sym(0))
                                            : stands(n + 1, Sym(0), Sym(0));
  const Fact which =
      proof.prove("the row, the channel or the image goes on",
                  row       ? h + 1 < path.rows
                  : channel ? all_of(h + 1 >= path.rows, c + 1 < path.channel_count)
                            : all_of(h + 1 >= path.rows, c + 1 >= path.channel_count));
  const Facts known = x.known + bounds_of(proof, {n, c, h}) + Facts{is_one, which};
  const Facts steps = row || !channel ? known : next_row(proof, path.channels, c, known) + known;
  const RunCursor<Sym> start = optimized::start_of(path);
  const ExactArithmetic exact;
  proof.conclude("a walk starts at the first run", same(start, stands(Sym(0), Sym(0), Sym(0))),
                 x.known);
  proof.conclude("and goes from each run to the next one", same(next, expected), steps);
}

// ---- two tensors at once ----

// Many runs in one channel, so the row of the position counts them.
template <class LoopMutation>
void parts_keep_in_step(Proof& proof) {
  const int64_t far = int64_t{1} << 40;
  const auto path = [&](const std::string& name) {
    return RunSequence<Sym>{proof.variable(name + ".run", 1, far), Sym(far), Sym(1), Sym(1), Sym(0),
                            optimized::evenly(Sym(0), Sym(0)),     Sym(0)};
  };
  const RunSequence<Sym> dst = path("dst"), src = path("src");
  const auto position = [&](const std::string& name) {
    return RunCursor<Sym>{
        Sym(0), proof.variable(name + ".runs", 0, far - 2), Sym(0), {Sym(0), Sym(0)}, Sym(0)};
  };
  const RunPairCursor<Sym> parts = {position("dst"), position("src"),
                                    proof.variable("written", 0, far),
                                    proof.variable("read", 0, far)};
  const auto element = [](const RunCursor<Sym>& p, const RunSequence<Sym>& of, const Sym& in_run) {
    return exactly([&] { return p.h * of.run + in_run; });
  };
  const Sym written = element(parts.dst, dst, parts.written),
            read = element(parts.src, src, parts.read);
  proof.given(all_of(parts.written < dst.run, parts.read < src.run, written == read));
  const Sym length = optimized::part_length(dst, src, parts);
  const RunPairCursor<Sym> next = optimized::next<Original, LoopMutation>(dst, src, parts);
  const RunPairCursor<Sym> first = optimized::parts_from_start(dst, src);
  const ExactArithmetic exact;
  proof.conclude(
      "a part has elements, and is in one run of each",
      all_of(1 <= length, parts.written + length <= dst.run, parts.read + length <= src.run));
  proof.conclude("the next part begins with the element after it, in both",
                 all_of(element(next.dst, dst, next.written) == written + length,
                        element(next.src, src, next.read) == written + length));
  proof.conclude("and stands in a run of each", all_of(0 <= next.written, next.written < dst.run,
                                                       0 <= next.read, next.read < src.run));
  proof.conclude("the first part begins with element 0",
                 all_of(element(first.dst, dst, first.written) == 0,
                        element(first.src, src, first.read) == 0));
}

// Rows of one width become rows of another, with gaps in both: uint8 within system memory.
std::string reshaped(const Model& v) {
  const int64_t w = v["dst.run"], of_src = v["src.run"];
  return tensor_line({dst_window, 0, {1, 1, of_src, w}, {0, 0, w + 1, 1}, 2},
                     {src_window, 0, {1, 1, w, of_src}, {0, 0, of_src + 1, 1}, 2},
                     bm_atomic::Direction::S2S, false);
}

// The destination after a copy by the reference, or by the parts.
template <class Run>
std::vector<uint8_t> after(const Case& c, Run run) {
  const Window& window = find_profile("toy")->windows[0];
  Machine machine(*c.profile);
  machine.open(Space::system, 0, window.first, window.size);
  uint8_t* const memory = machine.at(Space::system, 0, window.first);
  for (int64_t i = 0; i < window.size; ++i) memory[i] = static_cast<uint8_t>(i * 7 / 3);
  run(machine);
  return {memory, memory + window.size};
}
template <class LoopMutation>
void copy_by_parts(Machine& machine, const Case& c) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = bm_atomic::tensor_of(c.arguments);
  const auto dst = spec::bm_atomic::operand_of(m, op, on_dst),
             src = spec::bm_atomic::operand_of(m, op, on_src);
  uint8_t* const base = machine.base(Space::system);
  optimized::for_each_part<Original, LoopMutation>(
      optimized::path_of<Original>(m, dst), 1, optimized::path_of<Original>(m, src), 1,
      src.shape.h * src.shape.w, [&](int64_t to, int64_t from, int64_t count) {
        std::memmove(base + to, base + from, static_cast<size_t>(count));
      });
}
template <class LoopMutation>
bool reshapes_wrongly(const std::string& line) {
  const Case c = parse_case(line);
  if (!judged(c).legal()) return false;
  const auto expected = after(c, [&](Machine& machine) { reference::run(machine, c); });
  return after(c, [&](Machine& machine) { copy_by_parts<OriginalLoop>(machine, c); }) == expected &&
         after(c, [&](Machine& machine) { copy_by_parts<LoopMutation>(machine, c); }) != expected;
}

// ---- data and mask ----

// Words and masks are in the aligned layout, each at its own offset of the same lane.
template <class Mutation>
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
  const auto of_words = optimized::path_of<Mutation>(m, op, on_src),
             of_masks = optimized::path_of<Mutation>(m, op, on_src1);
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
  using Rewound = MutantLoop<LoopFault::source_rewound>;
  const Proof::Limits rows_of_dst = {{"local", {0, 0}}, {"A", {0, 0}},  {"N", {1, 1}},
                                     {"C", {1, 1}},     {"H", {2, 2}},  {"W", {1, 1}},
                                     {"sn", {0, 0}},    {"sc", {0, 0}}, {"sh", {2, 4}}};
  return {
      {"plan.path.runs",
       "The runs of a path hold each element of a tensor at its place, in NCHW order, and nothing "
       "else.",
       paths, runs_hold_elements<Original>,
       plans::control(Fault::bm_gaps_joined, runs_hold_elements<With<Fault::bm_gaps_joined>>,
                      plans::toy(rows_of_dst),
                      [](const Model& v) {
                        // Conversion of uint8 to float32, rows equally far apart.
                        return tensor_line({dst_window, 0, shape_of(v), {0, 0, 1, 1}, 0},
                                           {src_window, 0, shape_of(v), strides_of(v), 2},
                                           bm_atomic::Direction::S2S, false);
                      })},
      {"plan.path.steps",
       "A walk along a path goes from each run to the next one, from lane to lane.", paths,
       runs_follow<Original>,
       plans::control(Fault::bm_block_row_kept, runs_follow<With<Fault::bm_block_row_kept>>,
                      plans::toy({{"es", {4, 4}},
                                  {"local", {1, 1}},
                                  {"lane", {0, 3}},
                                  {"offset", {0, 0}},
                                  {"N", {1, 1}},
                                  {"C", {1, 8}},
                                  {"H", {1, 1}},
                                  {"W", {1, 1}},
                                  {"sn", {0, 0}},
                                  {"sc", {1, 4}},
                                  {"sh", {0, 0}}}),
                      [](const Model& v) {
                        const Dim4<int64_t> shape = {1, v["C"], 1, 1};
                        return tensor_line({v["offset"], v["lane"], shape, {0, v["sc"], 0, 1}, 0},
                                           {src_window, 0, shape, {0, 1, 0, 1}, 2},
                                           bm_atomic::Direction::S2L, false);
                      })},
      {"plan.parts",
       "Walked at once, two paths give parts without a gap, and the same elements of both: none is "
       "left out or met twice.",
       paths,
       parts_keep_in_step<OriginalLoop>,
       {"where a run of dst ends, that of src is read from its start",
        parts_keep_in_step<Rewound>,
        {{"dst.run", {2, 3}},
         {"src.run", {3, 7}},
         {"dst.runs", {0, 0}},
         {"src.runs", {0, 0}},
         {"written", {0, 0}},
         {"read", {0, 0}}},
        reshaped,
        reshapes_wrongly<Rewound>}},
      {"plan.masks",
       "Words and masks of mask_memcpy_4D are walked in the same runs, each in the aligned layout.",
       operations_matching({"bm_atomic_mask_memcpy_4D"}), masks_lie_like_words<Original>,
       plans::control(Fault::bm_mask_compact, masks_lie_like_words<With<Fault::bm_mask_compact>>,
                      plans::toy({{"lane", {0, 0}},
                                  {"offset", {0, 0}},
                                  {"mask", {96, 96}},
                                  {"N", {1, 1}},
                                  {"C", {8, 8}},
                                  {"H", {1, 1}},
                                  {"W", {3, 3}}}),
                      masked)}};
}

}  // namespace strideproof::solver
