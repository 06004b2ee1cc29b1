#include "model/optimized/bm_atomic_transpose.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "model/optimized/bm_atomic_words.h"
#include "model/optimized/spans.h"

namespace strideproof::optimized {
namespace {

// A block is as many rows as a cache line has elements, and the line is the part of each row: so
// every line of either operand is touched once. It is made of tiles, which fill vectors of 16 bytes;
// those are the same on every processor, so that the compiler's own are enough. Blocks go down a
// band of rows before they go on, so that a row of dst is written a page's worth at a time.
constexpr int64_t line_bytes = 64, vector_bytes = 16;
constexpr int64_t band_blocks = 16;

template <class T>
struct VectorOf {
  typedef T type __attribute__((vector_size(vector_bytes)));
};
template <class T>
using Vector = typename VectorOf<T>::type;

template <class T>
constexpr int64_t tile = vector_bytes / sizeof(T);
template <class T>
constexpr int64_t block = line_bytes / sizeof(T);
template <class T>
constexpr int64_t band = band_blocks* block<T>;

// a[first], b[first], a[first + 1], b[first + 1], ...
template <int first, class T, int... i>
Vector<T> interleaved(Vector<T> a, Vector<T> b, std::integer_sequence<int, i...>) {
  return __builtin_shufflevector(a, b, (first + i / 2 + i % 2 * int{sizeof...(i)})...);
}

// Interleaving the vectors k and k + half, for all k, rotates the bits of an element's place
// (vector, index) by one; log2(tile) times, and vector and index have changed places.
template <class T>
void transpose_tile(const T* from, T* to) {
  constexpr int64_t size = tile<T>, half = size / 2;
  constexpr auto indices = std::make_integer_sequence<int, size>();
  Vector<T> a[size], b[size];
  for (int64_t i = 0; i < size; ++i) std::memcpy(&a[i], from + i * block<T>, vector_bytes);
  for (int64_t stage = 1; stage < size; stage *= 2) {
    for (int64_t k = 0; k < half; ++k) {
      b[2 * k] = interleaved<0, T>(a[k], a[k + half], indices);
      b[2 * k + 1] = interleaved<half, T>(a[k], a[k + half], indices);
    }
    std::copy(b, b + size, a);
  }
  for (int64_t i = 0; i < size; ++i) std::memcpy(to + i * block<T>, &a[i], vector_bytes);
}

template <class T>
class Transpose {
 public:
  Transpose(uint8_t* to, const Rows<int64_t>& dst, const uint8_t* from, const Rows<int64_t>& src,
            Store store)
      : to_(to), from_(from), dst_(dst), src_(src), store_(store) {}

  void run(int64_t rows, int64_t columns) {
    auto src = row_cursor(src_, int64_t{0});
    for_each_span(band<T>, rows, [&](const Span<int64_t>& down) {
      src = find(src_, src, down.count, src_at_);
      auto dst = row_cursor(dst_, int64_t{0});
      for_each_span(block<T>, columns, [&](const Span<int64_t>& across) {
        dst = find(dst_, dst, across.count, dst_at_);
        for_each_span(block<T>, down.count, [&](const Span<int64_t>& part) {
          move(src_at_ + part.first, {{down.first + part.first, part.count}, across});
        });
      });
    });
  }

 private:
  static constexpr int64_t bytes = sizeof(T);

  // Where `count` rows start, from the cursor on; returns the cursor behind them.
  static RowCursor<int64_t> find(const Rows<int64_t>& rows, RowCursor<int64_t> cursor,
                                 int64_t count, int64_t* at) {
    for (int64_t k = 0; k < count; ++k, cursor = next<Sound>(rows, cursor)) at[k] = cursor.at;
    return cursor;
  }

  // `src_at` is where the rows of the block start in src, dst_at_ where its columns do in dst.
  void move(const int64_t* src_at, const Block<int64_t>& of) {
    read(src_at, of);
    for (int64_t row = 0; row < of.rows.count; row += tile<T>)
      for (int64_t column = 0; column < of.columns.count; column += tile<T>)
        transpose_tile(before_ + row * block<T> + column, after_ + column * block<T> + row);
    write(of);
  }

  void read(const int64_t* src_at, const Block<int64_t>& of) {
    const int64_t width = of.columns.count;
    for (int64_t row = 0; row < of.rows.count; ++row) {
      const uint8_t* const from = from_ + part_of_row(src_at[row], of.columns, bytes);
      T* const line = before_ + row * block<T>;
      __builtin_prefetch(from + 2 * line_bytes);
      if (width == block<T>)
        std::memcpy(line, from, line_bytes);
      else
        std::memcpy(line, from, static_cast<size_t>(width * bytes));
    }
  }

  void write(const Block<int64_t>& of) {
    const int64_t height = of.rows.count;
    for (int64_t column = 0; column < of.columns.count; ++column) {
      uint8_t* const to = to_ + part_of_row(dst_at_[column], of.rows, bytes);
      const T* const line = after_ + column * block<T>;
      __builtin_prefetch(to + line_bytes, 1);
      if (store_ == Store::add_float32)
        add_floats(height * bytes, {1, 0, 0}, to, reinterpret_cast<const uint8_t*>(line));
      else if (height == block<T>)
        std::memcpy(to, line, line_bytes);
      else
        std::memcpy(to, line, static_cast<size_t>(height * bytes));
    }
  }

  uint8_t* const to_;
  const uint8_t* const from_;
  const Rows<int64_t> dst_, src_;
  const Store store_;
  int64_t src_at_[band<T>], dst_at_[block<T>];
  alignas(line_bytes) T before_[block<T> * block<T>];
  alignas(line_bytes) T after_[block<T> * block<T>];
};

}  // namespace

void transpose(int64_t element_bytes, int64_t rows, int64_t columns, uint8_t* to,
               const Rows<int64_t>& dst, const uint8_t* from, const Rows<int64_t>& src,
               Store store) {
  switch (element_bytes) {
    case 1: return Transpose<uint8_t>(to, dst, from, src, store).run(rows, columns);
    case 2: return Transpose<uint16_t>(to, dst, from, src, store).run(rows, columns);
    default: return Transpose<uint32_t>(to, dst, from, src, store).run(rows, columns);
  }
}

}  // namespace strideproof::optimized
