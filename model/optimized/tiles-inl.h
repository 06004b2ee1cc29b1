// Tiles of a transpose, by interleaving vectors; see tiles.h. Included inside a namespace and so
// without a guard: by tiles.h, and by asc.cpp once for each instruction set that it is compiled
// for.

// In each block element j of vector i becomes element i of vector j. Interleaving the vectors k and
// k + size/2, for all k, rotates the bits of an element's place (vector, index) by one. After
// log2(size) rounds vector and index are exchanged.
template <int size, class Lanes, class V>
inline __attribute__((always_inline)) void transpose_vectors(const Lanes& lanes, V* rows) {
  V next[size];
  for (int round = 1; round < size; round *= 2) {
    for (int k = 0; k < size / 2; ++k) {
      next[2 * k] = lanes.lower(rows[k], rows[k + size / 2]);
      next[2 * k + 1] = lanes.upper(rows[k], rows[k + size / 2]);
    }
    std::copy(next, next + size, rows);
  }
}

// Transposes `size` rows of `size` elements. Steps lead from a row to the next.
template <int size, class Lanes, class Unit>
inline __attribute__((always_inline)) void transpose_tile(const Lanes& lanes, const Unit* from,
                                                          int64_t from_step, Unit* to,
                                                          int64_t to_step) {
  typename Lanes::V rows[size];
  for (int k = 0; k < size; ++k) rows[k] = lanes.load(from + k * from_step);
  transpose_vectors<size>(lanes, rows);
  for (int k = 0; k < size; ++k) lanes.store(rows[k], to + k * to_step);
}

// Transposes 2*size rows of `size` elements into `size` rows of 2*size elements. Rows of both are
// `step` apart; `width` is the width of a vector of one block.
template <int size, class Lanes, class Unit>
inline __attribute__((always_inline)) void transpose_tall_tile(const Lanes& lanes, const Unit* from,
                                                               Unit* to, int64_t step,
                                                               int64_t width) {
  const int64_t end = size * step;
  if constexpr (Lanes::blocks == 2) {
    typename Lanes::V rows[size];
    for (int k = 0; k < size; ++k) rows[k] = lanes.load(from + k * step, from + k * step + end);
    transpose_vectors<size>(lanes, rows);
    for (int k = 0; k < size; ++k) lanes.store(rows[k], to + k * step);
  } else {
    transpose_tile<size>(lanes, from, step, to, step);
    transpose_tile<size>(lanes, from + end, step, to + width, step);
  }
}

// Transposes the squares of a plan (asc.h); src and dst are the first ones.
template <class Lanes, class Plan>
void transpose_squares(const Lanes& lanes, const Plan& plan, uint8_t* dst, const uint8_t* src) {
  constexpr int tiles = Lanes::size == 4 ? 8 : 2;
  constexpr int64_t row_bytes = 32, vector_bytes = 16;
  for (int64_t i = 0; i < plan.iterations.count; ++i) {
    for (int t = 0; t < tiles; ++t) {
      const auto& tile = plan.tiles[static_cast<size_t>(t)];
      transpose_tall_tile<Lanes::size>(lanes, src + tile.src, dst + tile.dst, row_bytes,
                                       vector_bytes);
    }
    dst += plan.iterations.step[0];
    src += plan.iterations.step[1];
  }
}
