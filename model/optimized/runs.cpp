// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/runs.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <cstring>

#include "model/optimized/vectors.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <int Bytes>
HWY_INLINE void move_bytes(uint8_t* dst, const uint8_t* src) {
  if constexpr (Bytes < 16) {
    std::memcpy(dst, src, Bytes);
  } else {
    const hn::CappedTag<uint8_t, Bytes> tag;
    const auto width = static_cast<int>(hn::Lanes(tag));
    for (int i = 0; i < Bytes; i += width) hn::StoreU(hn::LoadU(tag, src + i), tag, dst + i);
  }
}

// Two moves of a fixed size that may overlap: [0, Chunk) and [run - Chunk, run).
// Chunk <= run <= 2 * Chunk.
template <int Chunk>
void move_short(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src) {
  const int64_t second = run - Chunk;
  for (int64_t left = loop.count; left > 0; --left, dst += loop.step[0], src += loop.step[1]) {
    move_bytes<Chunk>(dst, src);
    move_bytes<Chunk>(dst + second, src + second);
  }
}

// run >= 64.
void move_medium(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src) {
  const int64_t last = run - 64;
  for (int64_t left = loop.count; left > 0; --left, dst += loop.step[0], src += loop.step[1]) {
    for (int64_t at = 0; at < last; at += 64) move_bytes<64>(dst + at, src + at);
    move_bytes<64>(dst + last, src + last);
  }
}

void move_long(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src) {
  for (int64_t left = loop.count; left > 0; --left, dst += loop.step[0], src += loop.step[1])
    std::memcpy(dst, src, static_cast<size_t>(run));
}

void best_add(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src) {
  constexpr int64_t word_bytes = 4;
  const hn::CappedTag<float, 16> tag;
  const auto width = static_cast<int64_t>(hn::Lanes(tag)) * word_bytes;
  const auto add = [](auto floats, uint8_t* to, const uint8_t* from) {
    auto* const sum = reinterpret_cast<float*>(to);
    const auto* const term = reinterpret_cast<const float*>(from);
    hn::StoreU(hn::Add(hn::LoadU(floats, sum), hn::LoadU(floats, term)), floats, sum);
  };
  for (int64_t left = loop.count; left > 0; --left, dst += loop.step[0], src += loop.step[1]) {
    int64_t at = 0;
    for (; at + width <= run; at += width) add(tag, dst + at, src + at);
    for (; at < run; at += word_bytes) add(hn::CappedTag<float, 1>(), dst + at, src + at);
  }
}

Move best_move(int64_t run) {
  if (run > 1024) return move_long;
  if (run > 128) return move_medium;
  if (run > 64) return move_short<64>;
  if (run > 32) return move_short<32>;
  if (run > 16) return move_short<16>;
  if (run > 8) return move_short<8>;
  if (run > 4) return move_short<4>;
  if (run > 2) return move_short<2>;
  return move_short<1>;
}

void best_fill(uint8_t* dst, int64_t run, const uint8_t* pattern) {
  const hn::CappedTag<uint8_t, 64> tag;
  const auto width = static_cast<int64_t>(hn::Lanes(tag));
  if (width < 4) {  // without vectors: less than the period
    for (int64_t at = 0; at < run; ++at) dst[at] = pattern[at % 64];
    return;
  }
  const auto value = hn::LoadU(tag, pattern);
  uint8_t* const last = dst + run - width;
  hn::StoreU(value, tag, dst);
  // Aligned from here; the period divides every such step.
  dst += width -
         static_cast<int64_t>(reinterpret_cast<uintptr_t>(dst) % static_cast<uintptr_t>(width));
  for (; dst < last; dst += width) hn::Store(value, tag, dst);
  hn::StoreU(value, tag, last);
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(best_move);
HWY_EXPORT(best_add);
HWY_EXPORT(best_fill);

Move move_of(int64_t run) { return HWY_DYNAMIC_DISPATCH(best_move)(run); }

void add_floats(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src) {
  HWY_DYNAMIC_DISPATCH(best_add)(run, loop, dst, src);
}

void fill_run(uint8_t* dst, int64_t run, const uint8_t* pattern) {
  HWY_DYNAMIC_DISPATCH(best_fill)(dst, run, pattern);
}

}  // namespace strideproof::optimized
#endif
