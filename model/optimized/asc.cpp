// Compiled by Highway once for each instruction set of the architecture. Vectors without a fixed
// size cannot stand in arrays.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/asc.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <cstring>

#include "model/optimized/asc.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr int64_t row_bytes = 32;

#if HWY_TARGET == HWY_SCALAR

// A tile; see asc.h.
template <class T>
void transpose_tile(uint8_t* HWY_RESTRICT dst, const uint8_t* HWY_RESTRICT src) {
  constexpr int K = static_cast<int>(16 / sizeof(T));
  for (int j = 0; j < K; ++j)
    for (int k = 0; k < 2 * K; ++k)
      std::memcpy(dst + j * row_bytes + k * sizeof(T), src + k * row_bytes + j * sizeof(T),
                  sizeof(T));
}

#else

// K vectors, each of one block of 16 bytes or of two side by side; in each block the K x K elements
// of all vectors are transposed. Of the 2*log2(K) bits of (vector, lane), each round rotates the
// topmost to the lowest place.
template <int K, class D, class V>
HWY_INLINE void transpose_blocks(D d, V* rows) {
  V next[K];
  for (int round = 1; round < K; round *= 2) {
    for (int i = 0; i < K / 2; ++i) {
      next[2 * i] = hn::InterleaveLower(d, rows[i], rows[i + K / 2]);
      next[2 * i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + K / 2]);
    }
    for (int i = 0; i < K; ++i) rows[i] = next[i];
  }
}

// A tile; see asc.h.
template <class T>
HWY_INLINE void transpose_tile(uint8_t* HWY_RESTRICT dst, const uint8_t* HWY_RESTRICT src) {
  constexpr int K = static_cast<int>(16 / sizeof(T));
  const hn::CappedTag<T, 2 * K> d;
  const hn::CappedTag<uint8_t, row_bytes> d8;
  constexpr int64_t behind = K * row_bytes;
  hn::Vec<decltype(d)> rows[K];
  if constexpr (hn::MaxLanes(d8) == row_bytes) {
    const hn::Half<decltype(d8)> half;
    for (int k = 0; k < K; ++k) {
      const uint8_t* const row = src + k * row_bytes;
      rows[k] =
          hn::BitCast(d, hn::Combine(d8, hn::LoadU(half, row + behind), hn::LoadU(half, row)));
    }
    transpose_blocks<K>(d, rows);
    for (int k = 0; k < K; ++k) hn::StoreU(hn::BitCast(d8, rows[k]), d8, dst + k * row_bytes);
  } else {
    for (int64_t half = 0; half < 2; ++half) {
      for (int k = 0; k < K; ++k)
        rows[k] = hn::BitCast(d, hn::LoadU(d8, src + half * behind + k * row_bytes));
      transpose_blocks<K>(d, rows);
      for (int k = 0; k < K; ++k)
        hn::StoreU(hn::BitCast(d8, rows[k]), d8, dst + half * 16 + k * row_bytes);
    }
  }
}

#endif

template <class T, int Tiles>
void transpose_squares(const SquarePlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  for (int64_t i = 0; i < plan.iterations.count; ++i) {
    for (int t = 0; t < Tiles; ++t)
      transpose_tile<T>(dst + plan.tiles[static_cast<size_t>(t)].dst,
                        src + plan.tiles[static_cast<size_t>(t)].src);
    dst += plan.iterations.dst;
    src += plan.iterations.src;
  }
}

void best_transpose(const SquarePlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  dst += plan.dst;
  src += plan.src;
  if (plan.element_bytes == 1) return transpose_squares<uint8_t, 2>(plan, dst, src);
  if (plan.element_bytes == 2) return transpose_squares<uint16_t, 2>(plan, dst, src);
  transpose_squares<uint32_t, 8>(plan, dst, src);
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(best_transpose);

void transpose(const SquarePlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  HWY_DYNAMIC_DISPATCH(best_transpose)(plan, dst, src);
}

template void execute_asc<Sound>(Machine&, const Case&);

}  // namespace strideproof::optimized
#endif
