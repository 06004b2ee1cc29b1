// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/bm_atomic_words.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "model/optimized/bm_atomic_words.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr int64_t word_bytes = 4;

void best_add(int64_t run, const Loop<int64_t>& loop, uint8_t* dst, const uint8_t* src) {
  const hn::CappedTag<float, 16> tag;
  const auto width = static_cast<int64_t>(hn::Lanes(tag)) * word_bytes;
  const auto add = [](auto floats, uint8_t* to, const uint8_t* from) {
    auto* const sum = reinterpret_cast<float*>(to);
    const auto* const term = reinterpret_cast<const float*>(from);
    hn::StoreU(hn::Add(hn::LoadU(floats, sum), hn::LoadU(floats, term)), floats, sum);
  };
  for (int64_t left = loop.count; left > 0; --left, dst += loop.dst, src += loop.src) {
    int64_t at = 0;
    for (; at + width <= run; at += width) add(tag, dst + at, src + at);
    for (; at < run; at += word_bytes) add(hn::CappedTag<float, 1>(), dst + at, src + at);
  }
}

int64_t best_pack(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  const hn::CappedTag<uint32_t, 16> tag;
  const auto width = static_cast<int64_t>(hn::Lanes(tag));
  // Whole vectors are written, dst ends behind the last word kept: so by way of a buffer. (Words are
  // compressed in a register: some processors are slow to compress into memory.)
  constexpr int64_t most = 1024;
  uint32_t kept[most + 16];
  int64_t total = 0;
  while (count > 0) {
    const int64_t now = std::min(count, most);
    const auto* const from = reinterpret_cast<const uint32_t*>(words);
    const auto* const keep = reinterpret_cast<const uint32_t*>(mask);
    int64_t size = 0, i = 0;
    for (; i + width <= now; i += width) {
      const auto is_kept = hn::Ne(hn::LoadU(tag, keep + i), hn::Zero(tag));
      hn::StoreU(hn::Compress(hn::LoadU(tag, from + i), is_kept), tag, kept + size);
      size += static_cast<int64_t>(hn::CountTrue(tag, is_kept));
    }
    for (; i < now; ++i) {
      kept[size] = from[i];
      size = place_behind<Sound>(size, is_kept<Sound>(Word(), keep[i]));
    }
    std::memcpy(dst + total * word_bytes, kept, static_cast<size_t>(size * word_bytes));
    total += size;
    words += now * word_bytes;
    mask += now * word_bytes;
    count -= now;
  }
  return total;
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(best_add);
HWY_EXPORT(best_pack);

void add_floats(int64_t run, const Loop<int64_t>& loop, uint8_t* dst, const uint8_t* src) {
  HWY_DYNAMIC_DISPATCH(best_add)(run, loop, dst, src);
}

int64_t pack_words(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  return HWY_DYNAMIC_DISPATCH(best_pack)(dst, words, mask, count);
}

}  // namespace strideproof::optimized
#endif
