// Transposes of bm-atomic: N and C as rows and columns of a matrix, and the blocks of a transpose.
// plan_tiles.cpp has the tiles of a block.

#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plan_roles.h"
#include "proofs/theorems/plan_spans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver::plans {
namespace {

using optimized::Rows;

// ---- N and C ----

// If N and C are rows and columns of a matrix, element c of row n of src and element n of row c of
// dst are the only row of (n, c) in the plan.
optimized::ImageRows<Sym> any_image_rows(Proof& proof, const std::string& mark) {
  const auto any = [&](const char* name, int64_t low, int64_t high) {
    return proof.variable(name + mark, low, high);
  };
  const Rows<Sym> channels = {any("start", 0, memory_end), any("first", 0, most_lanes - 1),
                              any("lanes", 1, most_lanes), any("lane", 0, most_lane_bytes),
                              any("block", 0, 4 * any_u32)};
  proof.given(channels.first < channels.lanes);
  return {channels, any("image", 0, 4 * any_u32), any("h_step", 0, 4 * any_u32)};
}

template <class Mutation>
void images_are_rows(Proof& proof) {
  const auto divide = proof.use(lemmas::division);
  const auto equal = proof.use(equal_factors);
  const auto extent = [&](const char* name) { return proof.variable(name, 1, most_extent); };
  const Sym run = proof.variable("run", 1, 4 * most_extent * most_extent);
  const optimized::SwapPlan<Sym> plan = {extent("N"),
                                         extent("C"),
                                         extent("rows"),
                                         run,
                                         any_image_rows(proof, ""),
                                         any_image_rows(proof, "'")};
  const Fact chosen = proof.given(optimized::is_matrix(plan));
  const Sym n = proof.variable("n", 0, most_extent - 1),
            c = proof.variable("c", 0, most_extent - 1);
  const Fact element = proof.given(all_of(n < plan.images, c < plan.channel_count));
  const auto matrix = optimized::swapped_matrix<Mutation>(plan);
  const Sym to = optimized::row_at(matrix.dst, c), from = optimized::row_at(matrix.src, n);
  const Sym to_channel = optimized::row_at(plan.dst.channels, n),
            from_channel = optimized::row_at(plan.src.channels, c);
  const ExactArithmetic exact;
  // With one lane row i of the channels is i blocks from the first.
  const auto row = [&](const Rows<Sym>& channels, const Sym& i) {
    const Sym q = channels.first + i, &lanes = channels.lanes;
    const Fact one = proof.prove(
        "one lane", all_of(channels.first == 0, q / lanes == i, q % lanes == 0, lanes == 1),
        bounds_of(proof, {channels.first, i}) +
            Facts{chosen, divide.instance(q, lanes), equal.instance(lanes, 1, q / lanes)});
    return Facts{one, equal.instance(q / lanes, i, channels.block),
                 equal.instance(q % lanes, 0, channels.lane),
                 equal.instance(channels.block, run, i)};
  };
  proof.conclude("the matrix has a row for each image and a column for each channel",
                 all_of(matrix.rows == plan.images, matrix.columns == plan.channel_count));
  proof.conclude("rows are runs, and runs elements of the matrix",
                 all_of(plan.rows == 1, any_of(run == 1, run == 2, run == 4)), {chosen});
  proof.conclude("element n of row c of dst is the run of channel n of image c",
                 to + n * run == to_channel + c * plan.dst.image,
                 row(plan.dst.channels, n) + Facts{chosen, element});
  proof.conclude("element c of row n of src is the run of channel c of image n",
                 from + c * run == from_channel + n * plan.src.image,
                 row(plan.src.channels, c) + Facts{chosen, element});
}

// Elements of a byte, channels adjacent, images of dst and src as far apart as the model has them.
std::string matrix_of_images(const Model& v) {
  return tensor_line({dst_window, 0, {v["C"], v["N"], 1, 1}, {v["image"], 1, 1, 1}, 2},
                     {src_window, 0, {v["N"], v["C"], 1, 1}, {v["image'"], 1, 1, 1}, 2},
                     bm_atomic::Direction::S2S, true);
}

// ---- blocks ----

using optimized::Span;

// A span of a span of the rows, and a span of the columns: element x of its row y is read where src
// has
// element c of row r and written where dst has element r of row c.
template <bool rest_lost>
void blocks_hold_elements(Proof& proof) {
  const int64_t es = element_bytes(proof);
  const auto extent = [&](const char* name) { return proof.variable(name, 1, extents); };
  const auto index = [&](const char* name) { return proof.variable(name, 0, extents); };
  const Sym rows = extent("rows"), columns = extent("columns"), group = extent("band"),
            block = extent("block");
  const Sym i = index("i"), y = index("y"), part = index("part"), j = index("j"), x = index("x");
  proof.given(all_of(i < rows, j < columns));
  const auto down = optimized::span_from<rest_lost>(i, group, rows);
  proof.given(part < down.count);
  const auto rows_of_group = optimized::span_from<rest_lost>(part, block, down.count);
  const Span<Sym> of_rows = {down.first + rows_of_group.first, rows_of_group.count},
                  of_columns = optimized::span_from<rest_lost>(j, block, columns);
  proof.given(all_of(y < of_rows.count, x < of_columns.count));
  const Sym r = of_rows.first + y, c = of_columns.first + x;
  const Sym src_row = proof.variable("src_row", 0, memory_end),
            dst_row = proof.variable("dst_row", 0, memory_end);
  const Sym from = optimized::part_of_row(src_row, of_columns, es),
            to = optimized::part_of_row(dst_row, of_rows, es);
  const ExactArithmetic exact;
  proof.conclude("an element of the matrix", all_of(0 <= r, r < rows, 0 <= c, c < columns));
  proof.conclude("from its place in row r of src to its place in row c of dst",
                 all_of(from + es * x == src_row + es * c, to + es * y == dst_row + es * r));
}

template <bool rest_lost>
void blocks_tile(Proof& proof) {
  const Sym end = proof.variable("end", 1, memory_end), most = proof.variable("most", 1, extents);
  spans_hold_all<rest_lost>(proof, end, most);
  blocks_hold_elements<rest_lost>(proof);
}

// A column of as many bytes becomes a row at the start of lane 0; a block is 64 of them.
constexpr int64_t block_of_bytes = 64;
std::string transposed_column(const Model& v) {
  const int64_t format = static_cast<int>(bm_atomic::Format::uint8);
  const int64_t direction = static_cast<int>(bm_atomic::Direction::S2L);
  return matrix_line(0, 0, {v["end"], 1, 1, v["end"], format, direction, 1});
}
template <bool rest_lost>
std::set<solver::Byte> bytes_in_spans(const Case& c) {
  std::set<solver::Byte> bytes;
  optimized::for_each_span<rest_lost>(block_of_bytes, bm_atomic::matrix_of(c.arguments).row,
                                      [&](const Span<int64_t>& span) {
                                        for (int64_t k = 0; k < span.count; ++k)
                                          bytes.insert({0, span.first + k});
                                      });
  return bytes;
}
bool a_rest_is_lost(const std::string& line) {
  const Case c = parse_case(line);
  const std::set<solver::Byte> real = written(c);
  return !real.empty() && bytes_in_spans<false>(c) == real && bytes_in_spans<true>(c) != real;
}

}  // namespace

std::vector<Theorem> blocks() {
  constexpr auto exchanged = LoopFault::matrix_steps_exchanged;
  Proof::Limits one_byte_images = {{"N", {2, 3}},   {"C", {4, 4}},     {"rows", {1, 1}},
                                   {"run", {1, 1}}, {"image", {3, 8}}, {"image'", {4, 8}}};
  for (const std::string mark : {"", "'"}) {
    for (const char* name : {"start", "first", "lane", "h_step"})
      one_byte_images[name + mark] = {0, 0};
    for (const char* name : {"lanes", "block"}) one_byte_images[name + mark] = {1, 1};
  }
  return {
      {"plan.images.matrix",
       "Where N and C of memcpy_4D are rows and columns of a matrix its transpose reads and "
       "writes each element where the runs of the plan are.",
       operations_matching({"bm_atomic_memcpy_4D"}), images_are_rows<Original>,
       loop_control<exchanged>(images_are_rows<WithLoop<exchanged>>, one_byte_images,
                               matrix_of_images)},
      {"plan.blocks",
       "Spans part rows and columns without a gap or an overlap, and a block of them takes each "
       "of its elements from its place in src to its place in dst.",
       operations_matching({"bm_atomic_memcpy_2D", "bm_atomic_memcpy_4D", "bm_atomic_cwtrans"}),
       blocks_tile<false>,
       {"elements after the last whole span are lost",
        blocks_tile<true>,
        {{"end", {1, 70}}, {"most", {block_of_bytes, block_of_bytes}}, {"place", {0, 0}}},
        transposed_column,
        a_rest_is_lost}}};
}

}  // namespace strideproof::solver::plans
