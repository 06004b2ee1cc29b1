// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/bm_atomic_pack.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "model/optimized/vectors.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr int64_t word_bytes = 4, most_packed = 1024, most_width = 16;

// Packs up to most_packed words to `kept`, which has room for one more vector; returns their
// number.
int64_t pack_chunk(const uint32_t* words, const uint32_t* mask, int64_t count, uint32_t* kept) {
  const hn::CappedTag<uint32_t, most_width> tag;
  const auto width = static_cast<int64_t>(hn::Lanes(tag));
  int64_t at = 0, i = 0;
  for (; i + width <= count; i += width) {
    const auto keep = hn::Ne(hn::LoadU(tag, mask + i), hn::Zero(tag));
    hn::StoreU(hn::Compress(hn::LoadU(tag, words + i), keep), tag, kept + at);
    at += static_cast<int64_t>(hn::CountTrue(tag, keep));
  }
  for (; i < count; ++i) {
    kept[at] = words[i];
    at = place_after(at, is_kept(Word(), mask[i]));
  }
  return at;
}

// Stores write whole vectors, but dst ends after the last kept word, so the words pass through a
// buffer. (Words are compressed in a register: some processors are slow to compress into memory.)
int64_t best_pack(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  uint32_t kept[most_packed + most_width];
  int64_t total = 0;
  for (int64_t done = 0; done < count; done += most_packed) {
    const int64_t first = done * word_bytes;
    const int64_t size = pack_chunk(reinterpret_cast<const uint32_t*>(words + first),
                                    reinterpret_cast<const uint32_t*>(mask + first),
                                    std::min(most_packed, count - done), kept);
    std::memcpy(dst + total * word_bytes, kept, static_cast<size_t>(size * word_bytes));
    total += size;
  }
  return total;
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(best_pack);

int64_t pack_words(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  return HWY_DYNAMIC_DISPATCH(best_pack)(dst, words, mask, count);
}

}  // namespace strideproof::optimized
#endif
