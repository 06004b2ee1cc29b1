// The blocks of a transpose of bm-atomic.
// plan_tiles.cpp has the tiles of a block.

#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plan_spans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver::plans {
namespace {

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
  return {
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
