// Tiles: within a block of a transpose, and within a square of the transposing copy, vectors are
// interleaved until rows are columns. The templates for vectors of a processor run here on vectors
// of unknown words, so each word must reach its own place and no other. The documents of the
// instructions define the interleaving of two vectors.

#include <fmt/format.h>

#include <vector>

#include "model/optimized/asc.h"
#include "model/optimized/bm_atomic_2d.h"
#include "model/optimized/bm_atomic_blocks.h"
#include "proofs/engine/words.h"
#include "proofs/theorems/ascend.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {
namespace {

using optimized::MutantLoop;
using optimized::OriginalLoop;
using Words = std::vector<SymWord>;

// A vector as the sequence of its elements.
template <int size_of_block, int blocks_of_vector>
struct SymVectors {
  static constexpr int size = size_of_block, blocks = blocks_of_vector;
  using V = Words;

  static V load(const SymWord* at) { return {at, at + size}; }
  static V load(const SymWord* first, const SymWord* second) {
    V v = load(first);
    v.insert(v.end(), second, second + size);
    return v;
  }
  static void store(const V& v, SymWord* at) { std::copy(v.begin(), v.end(), at); }
  static V lower(const V& a, const V& b) { return interleaved(a, b, 0); }
  static V upper(const V& a, const V& b) { return interleaved(a, b, size / 2); }

 private:
  static V interleaved(const V& a, const V& b, int first) {
    V result;
    for (int block = 0; block < blocks * size; block += size)
      for (int i = 0; i < size; ++i) {
        const int from = optimized::interleaved_from(first, i, size);
        result.push_back(from < size ? a[static_cast<size_t>(block + from)]
                                     : b[static_cast<size_t>(block + from - size)]);
      }
    return result;
  }
};

// Rows of words, one after the other.
struct WordRows {
  int64_t width;
  Words words;
  const SymWord& at(int64_t row, int64_t column) const {
    return words[static_cast<size_t>(row * width + column)];
  }
};
WordRows any_rows(Proof& proof, const std::string& name, int64_t rows, int64_t width) {
  WordRows result = {width, {}};
  for (int64_t i = 0; i < rows * width; ++i)
    result.words.push_back(any_word(proof, name + std::to_string(i)));
  return result;
}

// Each row of `to`, which was `before`: `columns` elements of a column of `from`, then the previous
// content.
void conclude_transposed(Proof& proof, const WordRows& from, const WordRows& before,
                         const WordRows& to, int64_t columns) {
  const auto rows = static_cast<int64_t>(to.words.size()) / to.width;
  for (int64_t row = 0; row < rows; ++row) {
    SymBool transposed = true;
    for (int64_t column = 0; column < to.width; ++column)
      transposed = all_of(
          transposed,
          to.at(row, column) == (column < columns ? from.at(column, row) : before.at(row, column)));
    proof.conclude("row " + std::to_string(row) + " of dst is a column of src", transposed);
  }
}

// ---- tiles of a block ----

template <int size, class LoopMutation>
void tile_is_transposed(Proof& proof) {
  constexpr int64_t block = optimized::line_bytes / 16 * size;
  const WordRows from = any_rows(proof, "src", size, block),
                 before = any_rows(proof, "dst", size, block);
  WordRows to = before;
  optimized::baseline::transpose_tile<size, LoopMutation>(SymVectors<size, 1>(), from.words.data(),
                                                          block, to.words.data(), block);
  conclude_transposed(proof, from, before, to, size);
}

// Element (r, c) of a block lies in one tile, and tiles lie in the memory of a block. The element
// of the tile is read from its row of the block and written to its row of the transposed block.
void tiles_hold_block(Proof& proof, int64_t es, int64_t tile) {
  const int64_t width = optimized::line_bytes / es;
  const Sym block(width);
  const auto any = [&](const char* name, int64_t most) { return proof.variable(name, 0, most); };
  const Sym rows = any("rows", width), columns = any("columns", width);
  const Sym r = any("r", width - 1), c = any("c", width - 1);
  proof.given(all_of(r < rows, c < columns));
  const Sym row = r / tile * tile, column = c / tile * tile, i = r % tile, j = c % tile;
  proof.conclude("each element lies in one tile, and each tile in the block",
                 all_of(row < rows, column < columns, row + i == r, column + j == c, 0 <= i,
                        i < tile, 0 <= j, j < tile, row + tile <= width, column + tile <= width));
  proof.conclude("where the block has it, and the transposed block",
                 all_of(optimized::in_block(block, row, column) + i * width + j ==
                            optimized::in_block(block, r, Sym(0)) + c,
                        optimized::in_block(block, column, row) + j * width + i ==
                            optimized::in_block(block, c, Sym(0)) + r));
}

template <class LoopMutation>
void tiles(Proof& proof) {
  const int64_t es = element_bytes(proof);
  tiles_hold_block(proof, es, 16 / es);
  if (es == 1) return tile_is_transposed<16, LoopMutation>(proof);
  if (es == 2) return tile_is_transposed<8, LoopMutation>(proof);
  tile_is_transposed<4, LoopMutation>(proof);
}

// ---- tiles of a square ----

// A row of a square is two vectors of one block wide.
template <int size, int blocks, class LoopMutation>
void tall_tile_is_transposed(Proof& proof) {
  constexpr int64_t width = 2 * size;
  const WordRows from = any_rows(proof, "src", width, width),
                 before = any_rows(proof, "dst", size, width);
  WordRows to = before;
  optimized::baseline::transpose_tall_tile<size, LoopMutation>(
      SymVectors<size, blocks>(), from.words.data(), to.words.data(), width, size);
  conclude_transposed(proof, from, before, to, width);
}
template <int size, class LoopMutation>
void tall_tile(Proof& proof) {
  const bool two(proof.variable("blocks", 1, 2) == 2);
  if (two) return tall_tile_is_transposed<size, 2, LoopMutation>(proof);
  tall_tile_is_transposed<size, 1, LoopMutation>(proof);
}

template <class LoopMutation>
void tall_tiles(Proof& proof) {
  const int64_t es = element_bytes(proof);
  if (es == 1) return tall_tile<16, LoopMutation>(proof);
  if (es == 2) return tall_tile<8, LoopMutation>(proof);
  tall_tile<4, LoopMutation>(proof);
}

// ---- controls: the words of a model, in a tile of its own ----

using Lost = MutantLoop<LoopFault::last_round_lost>;

Result transposed_by_lost(Machine& machine, const Case& c) {
  if (c.operation->name != "bm_atomic_cwtrans") return optimized::run(machine, c);
  const Result result = {spec::evaluate(c)};
  if (!result.constraint_results.legal()) return result;
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const auto plan = optimized::plan_of<Original>(m, bm_atomic::cwtrans_of(c.arguments));
  uint8_t* const local = machine.base(Space::local);
  optimized::Transpose<uint32_t, Lost>(local, plan.dst, local, plan.src, optimized::Store::move)
      .run(plan.rows, plan.columns);
  return result;
}
Result squares_by_lost(Machine& machine, const Case& c) {
  if (c.operation->family != Family::asc) return optimized::run(machine, c);
  const Result result = {spec::evaluate(c)};
  if (!result.constraint_results.legal()) return result;
  const auto plan = optimized::plan_of(4, asc::transpose_of(c.arguments));
  optimized::baseline::transpose_squares<Lost>(optimized::Vectors<uint32_t>(), plan,
                                               machine.base(Space::l0b) + plan.dst,
                                               machine.base(Space::l1) + plan.src);
  return result;
}

// The nonzero words of the source that the solver chose; the others are 0 or irrelevant.
template <class Each>
void for_each_word(const Model& v, int64_t rows, int64_t columns, int64_t width, Each each) {
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column) {
      const std::string word = "src" + std::to_string(row * width + column);
      if (v.has(word) && v[word] != 0) each(row, column, v[word]);
    }
}

// 4 channels of 4 words, one in each lane.
std::string transpose_of_words(const Model& v) {
  constexpr int64_t size = 4, word = 4, width = optimized::line_bytes / word, dst = 128;
  std::string program = toy_program;
  for (int64_t lane = 0; lane < size; ++lane) program += set_step(lane, 0, 0, size);
  for_each_word(v, size, size, width, [&](int64_t row, int64_t column, int64_t value) {
    program += set_step(row, word * column, value);
  });
  return program +
         fmt::format(
             " ; bm_atomic_cwtrans src_addr=0 src_local_idx=0 dst_addr={} dst_local_idx=0 src_c={} "
             "src_w={} format={} src_c_stride={} dst_c_stride={}",
             dst, size, size, static_cast<int>(bm_atomic::Format::float32), size, size);
}

// The first 8 rows of a square, of which the tile takes half; by way of system memory.
std::string square_of_words(const Model& v) {
  constexpr int64_t rows = 8, columns = 4, row_bytes = 32, word = 4;
  std::string program = toy_program + set_step(-1, 0, 0, rows * row_bytes / word);
  for_each_word(v, rows, columns, 2 * columns, [&](int64_t row, int64_t column, int64_t value) {
    program += set_step(-1, row * row_bytes + column * word, value);
  });
  return program +
         as_step(
             move_line({Space::l1, 0, Space::system, dst_window, 1, rows * row_bytes / 32, 0, 0})) +
         as_step(transpose_line({0, 0, 0, 1, 0, 0, 0, static_cast<int>(asc::DType::f32)}));
}

}  // namespace

std::vector<Theorem> tiles() {
  const std::string lost = description(LoopFault::last_round_lost);
  return {
      {"plan.tiles",
       "A tile of a transpose, of vectors that are interleaved, makes each of its elements the one "
       "of "
       "the transposed tile and touches nothing else; the tiles of a block hold each of its "
       "elements, where its rows have it.",
       operations_matching({"bm_atomic_memcpy_2D", "bm_atomic_memcpy_4D", "bm_atomic_cwtrans"}),
       tiles<OriginalLoop>,
       control(lost, transposed_by_lost, tiles<Lost>, {{"es", {4, 4}}}, transpose_of_words)},
      {"plan.squares.tiles",
       "A tile of the transposing copy, of vectors of one block or two that are interleaved, makes "
       "each element of its rows one of its columns and touches nothing else.",
       transposes(), tall_tiles<OriginalLoop>,
       control(lost, squares_by_lost, tall_tiles<Lost>, {{"es", {4, 4}}, {"blocks", {1, 1}}},
               square_of_words)}};
}

}  // namespace strideproof::solver::plans
