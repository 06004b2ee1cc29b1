// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/bm_atomic_words.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "model/optimized/pack.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "model/optimized/pack-inl.h"

constexpr int64_t word_bytes = 4;

void best_add(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src) {
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

struct Lanes {
  using D = hn::CappedTag<uint32_t, most_width>;
  using V = hn::Vec<D>;
  using Keep = hn::Mask<D>;

  HWY_INLINE int64_t width() const { return static_cast<int64_t>(hn::Lanes(D())); }
  HWY_INLINE V load(const uint32_t* words) const { return hn::LoadU(D(), words); }
  HWY_INLINE Keep not_zero(V mask) const { return hn::Ne(mask, hn::Zero(D())); }
  HWY_INLINE V compressed(V words, Keep keep) const { return hn::Compress(words, keep); }
  HWY_INLINE int64_t count(Keep keep) const {
    return static_cast<int64_t>(hn::CountTrue(D(), keep));
  }
  HWY_INLINE void store(V v, uint32_t* memory, int64_t at) const {
    hn::StoreU(v, D(), memory + at);
  }
};

int64_t best_pack(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  return pack(Lanes(), dst, words, mask, count);
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(best_add);
HWY_EXPORT(best_pack);

void add_floats(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src) {
  HWY_DYNAMIC_DISPATCH(best_add)(run, loop, dst, src);
}

int64_t pack_words(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  return HWY_DYNAMIC_DISPATCH(best_pack)(dst, words, mask, count);
}

}  // namespace strideproof::optimized
#endif
