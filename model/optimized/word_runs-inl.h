// Runs of words in vectors; see word_runs.h. Included by word_runs.cpp inside the namespace of an
// instruction set, and so without a guard.

namespace hn = hwy::HWY_NAMESPACE;

#include "model/optimized/words-inl.h"

using Tag = hn::ScalableTag<uint32_t>;
using Signed = hn::RebindToSigned<Tag>;
using V = hn::Vec<Tag>;

// A vector of words; amounts of shifts are vectors, or one number for all.
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

  HWY_INLINE V left(V v, int n) const { return hn::ShiftLeftSame(v, n); }
  HWY_INLINE V right(V v, int n) const { return hn::ShiftRightSame(v, n); }
  HWY_INLINE V arithmetic_right(V v, int n) const {
    return hn::BitCast(Tag(), hn::ShiftRightSame(hn::BitCast(Signed(), v), n));
  }
  HWY_INLINE int half(int n) const { return n / 2; }
  HWY_INLINE int minus(int a, int b) const { return a - b; }
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
void compute(const WordLoop<int64_t>& run, uint8_t* dst, const uint8_t* a_bytes,
             const uint8_t* b_bytes) {
  constexpr bool shift =
      function == Function::arithmetic_shift || function == Function::logical_shift;
  const Source<a_stays> a(a_bytes);
  const Source<b_stays> b(b_bytes);
  const Vector vector;
  if constexpr (shift && b_stays) {
    constexpr bool arithmetic = function == Function::arithmetic_shift;
    in_direction(static_cast<int>(*words_at(b_bytes)), [&](auto left, int amount) HWY_ATTR {
      over_run(
          run.count, dst, a, b,
          [&](V v, V) HWY_ATTR { return by_amount<left()>(vector, arithmetic, v, amount); },
          [&](uint32_t w, uint32_t)
              HWY_ATTR { return by_amount<left()>(Word(), arithmetic, w, amount); });
    });
  } else {
    over_run(
        run.count, dst, a, b, [&](V x, V y) HWY_ATTR { return applied<function>(vector, x, y); },
        [](uint32_t x, uint32_t y) HWY_ATTR { return applied<function>(Word(), x, y); });
  }
}

template <Function function>
Compute best_for(bool a_stays, bool b_stays) {
  if (a_stays) return b_stays ? compute<function, true, true> : compute<function, true, false>;
  return b_stays ? compute<function, false, true> : compute<function, false, false>;
}

Compute best_of(Function function, bool a_stays, bool b_stays) {
  switch (function) {
    case Function::bit_and: return best_for<Function::bit_and>(a_stays, b_stays);
    case Function::bit_or: return best_for<Function::bit_or>(a_stays, b_stays);
    case Function::bit_xor: return best_for<Function::bit_xor>(a_stays, b_stays);
    case Function::arithmetic_shift: return best_for<Function::arithmetic_shift>(a_stays, b_stays);
    case Function::logical_shift: break;
  }
  return best_for<Function::logical_shift>(a_stays, b_stays);
}
