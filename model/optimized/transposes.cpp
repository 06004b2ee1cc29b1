// Compiled by Highway once for each instruction set of the architecture: transposes by interleaving
// vectors of the compiler.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/transposes.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "model/optimized/asc.h"
#include "model/optimized/bm_atomic_rows.h"
#include "model/optimized/vectors.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// ---- tiles ----

// A vector is one block of 16 bytes or, if the processor has such vectors, two blocks.
constexpr int block_bytes = 16;
constexpr int blocks = hn::MaxLanes(hn::ScalableTag<uint8_t>()) >= 2 * block_bytes ? 2 : 1;

template <class T>
struct Vectors {
  static constexpr int size = block_bytes / int{sizeof(T)};  // of a block
  typedef T Block __attribute__((vector_size(block_bytes)));
  typedef T V __attribute__((vector_size(blocks * block_bytes)));
  using Indices = std::make_integer_sequence<int, blocks * size>;

  static HWY_INLINE V load(const uint8_t* first, const uint8_t* second) {
    Block a, b;
    std::memcpy(&a, first, block_bytes);
    if constexpr (blocks == 1) return a;
    std::memcpy(&b, second, block_bytes);
    return both(a, b, Indices());
  }
  static HWY_INLINE void store(V v, uint8_t* at) { std::memcpy(at, &v, sizeof v); }

  // In each block a[0], b[0], a[1], b[1], ... of the lower halves (half = 0), or the upper halves.
  template <int half>
  static HWY_INLINE V interleaved(V a, V b) {
    return interleaved<half>(a, b, Indices());
  }

 private:
  template <int... i>
  static HWY_INLINE V both(Block a, Block b, std::integer_sequence<int, i...>) {
    return __builtin_shufflevector(a, b, i...);
  }
  template <int half, int... i>
  static HWY_INLINE V interleaved(V a, V b, std::integer_sequence<int, i...>) {
    return __builtin_shufflevector(
        a, b, (i / size * size + half * size / 2 + i % size / 2 + i % 2 * blocks * size)...);
  }
};

// Transposes 2*size rows of `size` elements into `size` rows of 2*size elements; rows are `step`
// bytes apart. In each block element j of vector i becomes element i of vector j. Interleaving the
// vectors k and k + size/2, for all k, rotates the bits of an element's place (vector, index) by
// one. After log2(size) rounds vector and index are exchanged.
template <class T>
HWY_INLINE void transpose_tile(const uint8_t* from, uint8_t* to, int64_t step) {
  using X = Vectors<T>;
  constexpr int size = X::size;
  for (int part = 0; part < 2; part += blocks, from += size * step, to += block_bytes) {
    typename X::V rows[size], next[size];
    for (int k = 0; k < size; ++k) rows[k] = X::load(from + k * step, from + (size + k) * step);
    for (int round = 1; round < size; round *= 2) {
      for (int k = 0; k < size / 2; ++k) {
        next[2 * k] = X::template interleaved<0>(rows[k], rows[k + size / 2]);
        next[2 * k + 1] = X::template interleaved<1>(rows[k], rows[k + size / 2]);
      }
      std::copy(next, next + size, rows);
    }
    for (int k = 0; k < size; ++k) X::store(rows[k], to + k * step);
  }
}

// ---- squares of the transposing copy ----

template <class T>
void transpose_squares(const SquarePlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  constexpr int64_t row_bytes = 32;
  const Loops<int64_t, 2>& loops = plan.loops;
  const auto at = [&](size_t k, int64_t i, int64_t f, int64_t r, int64_t h) HWY_ATTR {
    return i * loops[3].step[k] + f * loops[2].step[k] + r * loops[1].step[k] +
           h * loops[0].step[k];
  };
  for (int64_t i = 0; i < loops[3].count; ++i)
    for (int64_t f = 0; f < loops[2].count; ++f)
      for (int64_t r = 0; r < loops[1].count; ++r)
        for (int64_t h = 0; h < loops[0].count; ++h)
          transpose_tile<T>(src + at(1, i, f, r, h), dst + at(0, i, f, r, h), row_bytes);
}

void best_squares(const SquarePlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  dst += plan.dst;
  src += plan.src;
  if (plan.element_bytes == 1) return transpose_squares<uint8_t>(plan, dst, src);
  if (plan.element_bytes == 2) return transpose_squares<uint16_t>(plan, dst, src);
  transpose_squares<uint32_t>(plan, dst, src);
}

// ---- matrices, as blocks of whole cache lines ----

// A block has as many rows as a cache line has elements, and one cache line of each row, so every
// line of either operand is touched once. A block consists of tiles. The blocks of a group,
// `group_blocks` below each other, are moved one after the other, so 1 KiB of each row of dst is
// written at a time.
constexpr int64_t line_bytes = 64, group_blocks = 16;

template <class T>
class BlockTranspose {
 public:
  BlockTranspose(const SwapPlan<int64_t>& plan, uint8_t* to, const uint8_t* from, Store store)
      : rows_(plan.src.shape.c),
        columns_(plan.src.shape.n),
        dst_(plan.dst.channels),
        src_(plan.src.channels),
        to_(to),
        from_(from),
        store_(store) {}

  void run() {
    for (int64_t down = 0; down < rows_; down += group) {
      const int64_t height = std::min(group, rows_ - down);
      store_starts(src_, down, height, src_at_);
      for (int64_t across = 0; across < columns_; across += block) {
        const int64_t width = std::min(block, columns_ - across);
        store_starts(dst_, across, width, dst_at_);
        for (int64_t part = 0; part < height; part += block)
          transpose_block(src_at_ + part, down + part, std::min(block, height - part), across,
                          width);
      }
    }
  }

 private:
  static constexpr int64_t element_bytes = sizeof(T), tile = Vectors<T>::size;
  static constexpr int64_t block = line_bytes / element_bytes, group = group_blocks * block;

  // Stores the starts of the rows [first, first + count).
  static void store_starts(const Rows<int64_t>& rows, int64_t first, int64_t count, int64_t* at) {
    for (int64_t k = 0; k < count; ++k) at[k] = row_at(rows, first + k);
  }

  // Moves `height` rows of src from `first_row` and `width` columns from `first_column`. `src_at`
  // has the starts of these rows in src, dst_at_ the starts of these columns in dst. A tile that
  // reaches past the elements of the block moves bytes that are never read.
  void transpose_block(const int64_t* src_at, int64_t first_row, int64_t height,
                       int64_t first_column, int64_t width) {
    for (int64_t row = 0; row < height; ++row)
      read(from_ + src_at[row] + first_column * element_bytes, before_[row], width);
    for (int64_t row = 0; row < height; row += 2 * tile)
      for (int64_t column = 0; column < width; column += tile)
        transpose_tile<T>(before_[row] + column * element_bytes,
                          after_[column] + row * element_bytes, line_bytes);
    for (int64_t column = 0; column < width; ++column)
      write(to_ + dst_at_[column] + first_row * element_bytes, after_[column], height);
  }

  static void read(const uint8_t* from, uint8_t* line, int64_t width) {
    __builtin_prefetch(from + 2 * line_bytes);
    if (width == block)
      std::memcpy(line, from, line_bytes);
    else
      std::memcpy(line, from, static_cast<size_t>(width * element_bytes));
  }

  void write(uint8_t* to, const uint8_t* line, int64_t height) const {
    __builtin_prefetch(to + line_bytes, 1);
    if (store_ == Store::add_float32)
      add_floats(height * element_bytes, {1, {}}, to, line);
    else if (height == block)
      std::memcpy(to, line, line_bytes);
    else
      std::memcpy(to, line, static_cast<size_t>(height * element_bytes));
  }

  const int64_t rows_, columns_;  // of src
  const Rows<int64_t> dst_, src_;
  uint8_t* const to_;
  const uint8_t* const from_;
  const Store store_;
  int64_t src_at_[group], dst_at_[block];
  alignas(line_bytes) uint8_t before_[block][line_bytes];
  alignas(line_bytes) uint8_t after_[block][line_bytes];
};

// Inlined as a whole: measured a tenth faster on bytes than with calls between the loops.
[[gnu::flatten]] void best_transpose(const SwapPlan<int64_t>& plan, uint8_t* dst,
                                     const uint8_t* src, Store store) {
  switch (row_bytes(plan.src)) {
    case 1: return BlockTranspose<uint8_t>(plan, dst, src, store).run();
    case 2: return BlockTranspose<uint16_t>(plan, dst, src, store).run();
    default: return BlockTranspose<uint32_t>(plan, dst, src, store).run();
  }
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(best_squares);
HWY_EXPORT(best_transpose);

void transpose(const SquarePlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  HWY_DYNAMIC_DISPATCH(best_squares)(plan, dst, src);
}

void transpose(const SwapPlan<int64_t>& plan, uint8_t* dst, const uint8_t* src, Store store) {
  HWY_DYNAMIC_DISPATCH(best_transpose)(plan, dst, src, store);
}

}  // namespace strideproof::optimized
#endif
