// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/fill_words.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <cstring>

#include "model/fill_words.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void best_fill(uint8_t* to, uint64_t key, int64_t first, int64_t count) {
  const hn::CappedTag<uint64_t, 8> tag;
  const auto width = static_cast<int64_t>(hn::Lanes(tag));
  const auto factor_1 = hn::Set(tag, fill_factor_1), factor_2 = hn::Set(tag, fill_factor_2);
  const auto step = hn::Set(tag, fill_golden * static_cast<uint64_t>(width));
  auto next =  // fill_mix of it is the next vector of words
      hn::Add(hn::Mul(hn::Iota(tag, static_cast<uint64_t>(first)), hn::Set(tag, fill_golden)),
              hn::Set(tag, key));
  int64_t at = 0;
  for (; at + width <= count; at += width) {
    auto x = next;
    x = hn::Mul(hn::Xor(x, hn::ShiftRight<30>(x)), factor_1);
    x = hn::Mul(hn::Xor(x, hn::ShiftRight<27>(x)), factor_2);
    x = hn::Xor(x, hn::ShiftRight<31>(x));
    hn::StoreU(x, tag, reinterpret_cast<uint64_t*>(to + 8 * at));
    next = hn::Add(next, step);
  }
  for (; at < count; ++at) {
    const uint64_t word = fill_word(key, first + at);
    std::memcpy(to + 8 * at, &word, 8);
  }
}

}  // namespace strideproof::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof {

HWY_EXPORT(best_fill);

void fill_words(uint8_t* to, uint64_t key, int64_t first, int64_t count) {
  HWY_DYNAMIC_DISPATCH(best_fill)(to, key, first, count);
}

}  // namespace strideproof
#endif
