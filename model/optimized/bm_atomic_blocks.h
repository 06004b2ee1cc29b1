#pragma once
// A transpose as blocks of whole cache lines.
//
// A block has as many rows as a cache line has elements, and one cache line of each row, so every
// line of either operand is touched once. A block consists of tiles (tiles.h). The blocks of a group,
// `group_blocks` below each other, are moved one after the other, so 1 KiB of each row of dst is
// written at a time.

#include <cstring>

#include "model/optimized/bm_atomic_transpose.h"
#include "model/optimized/bm_atomic_words.h"
#include "model/optimized/spans.h"
#include "model/optimized/tiles.h"

namespace strideproof::optimized {

inline constexpr int64_t line_bytes = 64;
inline constexpr int64_t group_blocks = 16;

template <class T>
class Transpose {
 public:
  Transpose(uint8_t* to, const Rows<int64_t>& dst, const uint8_t* from, const Rows<int64_t>& src,
            Store store)
      : to_(to), from_(from), dst_(dst), src_(src), store_(store) {}

  void run(int64_t rows, int64_t columns) {
    auto src = row_cursor(src_, int64_t{0});
    for_each_span(group, rows, [&](const Span<int64_t>& down) {
      src = store_starts(src_, src, down.count, src_at_);
      auto dst = row_cursor(dst_, int64_t{0});
      for_each_span(block, columns, [&](const Span<int64_t>& across) {
        dst = store_starts(dst_, dst, across.count, dst_at_);
        for_each_span(block, down.count, [&](const Span<int64_t>& part) {
          transpose_block(src_at_ + part.first, {{down.first + part.first, part.count}, across});
        });
      });
    });
  }

 private:
  static constexpr int64_t element_bytes = sizeof(T), tile = Vectors<T>::size;
  static constexpr int64_t block = line_bytes / element_bytes, group = group_blocks * block;

  // Stores the starts of `count` rows, from the cursor on; returns the cursor after them.
  static RowCursor<int64_t> store_starts(const Rows<int64_t>& rows, RowCursor<int64_t> cursor,
                                         int64_t count, int64_t* at) {
    for (int64_t k = 0; k < count; ++k, cursor = next(rows, cursor)) at[k] = cursor.at;
    return cursor;
  }

  // `src_at` has the starts of the block's rows in src, dst_at_ the starts of its columns in dst.
  // Tiles that reach past the elements of the block move bytes that are never read.
  void transpose_block(const int64_t* src_at, const Block<int64_t>& of) {
    read(src_at, of);
    for (int64_t row = 0; row < of.rows.count; row += tile)
      for (int64_t column = 0; column < of.columns.count; column += tile)
        baseline::transpose_tile<tile>(Vectors<T>(), before_ + in_block(block, row, column), block,
                                       after_ + in_block(block, column, row), block);
    write(of);
  }

  void read(const int64_t* src_at, const Block<int64_t>& of) {
    const int64_t width = of.columns.count;
    for (int64_t row = 0; row < of.rows.count; ++row) {
      const uint8_t* const from = from_ + part_of_row(src_at[row], of.columns, element_bytes);
      T* const line = before_ + in_block(block, row, int64_t{0});
      __builtin_prefetch(from + 2 * line_bytes);
      if (width == block)
        std::memcpy(line, from, line_bytes);
      else
        std::memcpy(line, from, static_cast<size_t>(width * element_bytes));
    }
  }

  void write(const Block<int64_t>& of) {
    const int64_t height = of.rows.count;
    for (int64_t column = 0; column < of.columns.count; ++column) {
      uint8_t* const to = to_ + part_of_row(dst_at_[column], of.rows, element_bytes);
      const T* const line = after_ + in_block(block, column, int64_t{0});
      __builtin_prefetch(to + line_bytes, 1);
      if (store_ == Store::add_float32)
        add_floats(height * element_bytes, {1, 0, 0}, to, reinterpret_cast<const uint8_t*>(line));
      else if (height == block)
        std::memcpy(to, line, line_bytes);
      else
        std::memcpy(to, line, static_cast<size_t>(height * element_bytes));
    }
  }

  uint8_t* const to_;
  const uint8_t* const from_;
  const Rows<int64_t> dst_, src_;
  const Store store_;
  int64_t src_at_[group], dst_at_[block];
  alignas(line_bytes) T before_[block * block];
  alignas(line_bytes) T after_[block * block];
};

}  // namespace strideproof::optimized
