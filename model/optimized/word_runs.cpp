// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/word_runs.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <algorithm>

#include "model/optimized/vectors.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "model/optimized/words-inl.h"

using Tag = hn::ScalableTag<uint32_t>;
using Signed = hn::RebindToSigned<Tag>;
using V = hn::Vec<Tag>;

// A vector of words.
struct Vector {
  HWY_INLINE V word(uint32_t x) const { return hn::Set(Tag(), x); }
  HWY_INLINE V both(V a, V b) const { return hn::And(a, b); }
  HWY_INLINE V either(V a, V b) const { return hn::Or(a, b); }
  HWY_INLINE V differing(V a, V b) const { return hn::Xor(a, b); }
  HWY_INLINE V left(V v, V n) const { return hn::Shl(v, n); }
  HWY_INLINE V right(V v, V n) const { return hn::Shr(v, n); }
  HWY_INLINE V arithmetic_right(V v, V n) const {
    return hn::BitCast(Tag(), hn::Shr(hn::BitCast(Signed(), v), hn::BitCast(Signed(), n)));
  }
  HWY_INLINE V half(V n) const { return hn::ShiftRight<1>(n); }
  HWY_INLINE V minus(V a, V b) const { return hn::Sub(a, b); }
  HWY_INLINE V negated(V v) const { return hn::Sub(hn::Zero(Tag()), v); }
  HWY_INLINE auto positive(V v) const {
    return hn::RebindMask(Tag(), hn::Gt(hn::BitCast(Signed(), v), hn::Zero(Signed())));
  }
  HWY_INLINE auto equal(V v, uint32_t x) const { return hn::Eq(v, word(x)); }
  template <class M>
  HWY_INLINE V select(M truth, V yes, V no) const {
    return hn::IfThenElse(truth, yes, no);
  }
};

HWY_INLINE uint32_t* words_at(uint8_t* bytes) { return reinterpret_cast<uint32_t*>(bytes); }
HWY_INLINE const uint32_t* words_at(const uint8_t* bytes) {
  return reinterpret_cast<const uint32_t*>(bytes);
}

// A source of a run: loads a vector from word `at` on.
template <bool stays>
struct Source {
  const uint32_t* words;
  uint32_t first;
  explicit HWY_INLINE Source(const uint8_t* bytes) : words(words_at(bytes)), first(*words) {}
  HWY_INLINE V from(int64_t at) const {
    if constexpr (stays) return hn::Set(Tag(), first);
    return hn::LoadU(Tag(), words + at);
  }
  HWY_INLINE uint32_t word(int64_t at) const { return stays ? first : words[at]; }
};

// vector(a, b) for whole vectors, word(a, b) for runs shorter than one. The last vector begins with
// word `last`, ends with the run, and may share words with the one before. It is computed before any
// word is written, as the destination may be a source.
template <bool a_stays, bool b_stays, class VectorOf, class WordOf>
HWY_INLINE void over_run(int64_t count, uint8_t* dst_bytes, const Source<a_stays>& a,
                         const Source<b_stays>& b, VectorOf vector, WordOf word) {
  uint32_t* const dst = words_at(dst_bytes);
  const auto width = static_cast<int64_t>(hn::Lanes(Tag()));
  if (count < width) {
    for (int64_t i = 0; i < count; ++i) dst[i] = word(a.word(i), b.word(i));
    return;
  }
  const int64_t last = count - width;
  const V tail = vector(a.from(last), b.from(last));
  for (int64_t i = 0; i < last; i += width)
    hn::StoreU(vector(a.from(i), b.from(i)), Tag(), dst + i);
  hn::StoreU(tail, Tag(), dst + last);
}

template <Function function, bool a_stays, bool b_stays>
void compute(const WordLoop& run, uint8_t* dst, const uint8_t* a, const uint8_t* b) {
  const Vector vector;
  over_run(
      run.count, dst, Source<a_stays>(a), Source<b_stays>(b),
      [&](V x, V y) HWY_ATTR { return applied<function>(vector, x, y); },
      [](uint32_t x, uint32_t y) HWY_ATTR { return applied<function>(Word(), x, y); });
}

template <Function function>
Compute best_for(bool a_stays, bool b_stays) {
  if (a_stays) return b_stays ? compute<function, true, true> : compute<function, true, false>;
  return b_stays ? compute<function, false, true> : compute<function, false, false>;
}

Compute best_compute(Function function, bool a_stays, bool b_stays) {
  return with_function(function, [&]<Function f>() { return best_for<f>(a_stays, b_stays); });
}

okk_bdc::CountRange best_counts(const uint8_t* bytes, int64_t count) {
  const auto* const words = reinterpret_cast<const int32_t*>(bytes);
  const Signed tag;
  const auto width = static_cast<int64_t>(hn::Lanes(tag));
  int32_t least = words[0], most = words[0];
  int64_t at = 0;
  if (count >= width) {
    auto low = hn::LoadU(tag, words), high = low;
    for (at = width; at + width <= count; at += width) {
      const auto next = hn::LoadU(tag, words + at);
      low = hn::Min(low, next);
      high = hn::Max(high, next);
    }
    least = hn::GetLane(hn::MinOfLanes(tag, low));
    most = hn::GetLane(hn::MaxOfLanes(tag, high));
  }
  for (; at < count; ++at) {
    least = std::min(least, words[at]);
    most = std::max(most, words[at]);
  }
  return {least, most};
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(best_compute);
HWY_EXPORT(best_counts);

Compute vector_compute(Function function, const WordLoop& run) {
  const auto adjacent_or_stays = [](int64_t step) { return step == 4 || step == 0; };
  if (run.step[0] != 4 || !adjacent_or_stays(run.step[1]) || !adjacent_or_stays(run.step[2]))
    return nullptr;
  return HWY_DYNAMIC_DISPATCH(best_compute)(function, run.step[1] == 0, run.step[2] == 0);
}

okk_bdc::CountRange counts_of(const uint8_t* words, int64_t number) {
  return HWY_DYNAMIC_DISPATCH(best_counts)(words, number);
}

}  // namespace strideproof::optimized
#endif
