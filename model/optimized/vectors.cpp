// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/vectors.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "model/optimized/vectors.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using namespace hn;  // NOLINT: for words-inl.h

#include "model/optimized/words-inl.h"

// ---- bytes ----

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

// The compiler makes vectors of the sums.
void add_each(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src) {
  const int64_t count = run / static_cast<int64_t>(sizeof(float));
  for (int64_t left = loop.count; left > 0; --left, dst += loop.step[0], src += loop.step[1]) {
    auto* const HWY_RESTRICT sums = reinterpret_cast<float*>(dst);
    const auto* const HWY_RESTRICT terms = reinterpret_cast<const float*>(src);
    for (int64_t i = 0; i < count; ++i) sums[i] += terms[i];
  }
}

MoveFunction best_move(int64_t run) {
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

// ---- words ----

// The tags of vectors of words.
template <class Ints>
struct Tags {
  Ints ints;
  hn::RebindToUnsigned<Ints> words;
};
using WholeVector = hn::ScalableTag<int32_t>;
using OneWord = hn::CappedTag<int32_t, 1>;

template <class Bytes>
HWY_INLINE auto* words_at(Bytes* bytes) {
  using Words = std::conditional_t<std::is_const_v<Bytes>, const int32_t, int32_t>;
  return reinterpret_cast<Words*>(bytes);
}

// A Compute for runs with any steps, one word after the other.
template <Function function>
void compute_words(const WordLoop& run, uint8_t* dst, const uint8_t* a, const uint8_t* b) {
  const Tags<OneWord> one;
  for (int64_t i = 0; i < run.count; ++i, dst += run.step[0], a += run.step[1], b += run.step[2])
    hn::StoreU(
        applied<function>(one, hn::LoadU(one.ints, words_at(a)), hn::LoadU(one.ints, words_at(b))),
        one.ints, words_at(dst));
}

// A Compute for runs of adjacent words, with vectors no longer than the run. The last vector begins
// with word `last` and ends with the run; it may share words with the one before. It is computed
// before any word is written, as the destination may be a source.
template <Function function, bool a_stays, bool b_stays, class Ints = WholeVector>
void compute_vectors(const WordLoop& run, uint8_t* dst, const uint8_t* a, const uint8_t* b) {
  const Tags<Ints> tags;
  const auto width = static_cast<int64_t>(hn::Lanes(tags.ints));
  if constexpr (hn::MaxLanes(Ints()) > 1)
    if (run.count < width)
      return compute_vectors<function, a_stays, b_stays, hn::Half<Ints>>(run, dst, a, b);
  const auto first_a = hn::Set(tags.ints, *words_at(a)), first_b = hn::Set(tags.ints, *words_at(b));
  const auto from = [&](int64_t at) HWY_ATTR {
    return applied<function>(tags, a_stays ? first_a : hn::LoadU(tags.ints, words_at(a) + at),
                             b_stays ? first_b : hn::LoadU(tags.ints, words_at(b) + at));
  };
  const int64_t last = run.count - width;
  const auto tail = from(last);
  for (int64_t i = 0; i < last; i += width) hn::StoreU(from(i), tags.ints, words_at(dst) + i);
  hn::StoreU(tail, tags.ints, words_at(dst) + last);
}

template <Function function>
Compute best_of(const WordLoop& run) {
  const auto adjacent_or_stays = [](int64_t step) { return step == 4 || step == 0; };
  if (run.step[0] != 4 || !adjacent_or_stays(run.step[1]) || !adjacent_or_stays(run.step[2]))
    return compute_words<function>;
  const bool a_stays = run.step[1] == 0, b_stays = run.step[2] == 0;
  if (a_stays)
    return b_stays ? compute_vectors<function, true, true> : compute_vectors<function, true, false>;
  return b_stays ? compute_vectors<function, false, true> : compute_vectors<function, false, false>;
}

Compute best_compute(Function function, const WordLoop& run) {
  return with_function(function, [&]<Function f>() { return best_of<f>(run); });
}

okk_bdc::CountRange best_counts(const uint8_t* bytes, int64_t count) {
  const int32_t* const words = words_at(bytes);
  const WholeVector ints;
  const auto width = static_cast<int64_t>(hn::Lanes(ints));
  int32_t least = words[0], most = words[0];
  int64_t at = 0;
  if (count >= width) {
    auto low = hn::LoadU(ints, words), high = low;
    for (at = width; at + width <= count; at += width) {
      const auto next = hn::LoadU(ints, words + at);
      low = hn::Min(low, next);
      high = hn::Max(high, next);
    }
    least = hn::GetLane(hn::MinOfLanes(ints, low));
    most = hn::GetLane(hn::MaxOfLanes(ints, high));
  }
  for (; at < count; ++at) {
    least = std::min(least, words[at]);
    most = std::max(most, words[at]);
  }
  return {least, most};
}

// ---- masks ----

constexpr int64_t word_bytes = 4, most_packed = 1024, most_width = 16;

// Packs up to most_packed words to `kept`, which has room for one more vector; returns their
// number.
int64_t pack_chunk(const int32_t* words, const int32_t* mask, int64_t count, int32_t* kept) {
  int64_t at = 0, i = 0;
  const auto pack = [&](auto tags) HWY_ATTR {
    const auto width = static_cast<int64_t>(hn::Lanes(tags.ints));
    for (; i + width <= count; i += width) {
      const auto keep = is_kept(tags, hn::LoadU(tags.ints, mask + i));
      hn::StoreU(hn::Compress(hn::LoadU(tags.ints, words + i), keep), tags.ints, kept + at);
      at = place_after(at, static_cast<int64_t>(hn::CountTrue(tags.ints, keep)));
    }
  };
  pack(Tags<hn::CappedTag<int32_t, most_width>>());
  pack(Tags<OneWord>());
  return at;
}

// Stores write whole vectors, but dst ends after the last kept word, so the words pass through a
// buffer. (Words are compressed in a register: some processors are slow to compress into memory.)
int64_t best_pack(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  int32_t kept[most_packed + most_width];
  int64_t total = 0;
  for (int64_t done = 0; done < count; done += most_packed) {
    const int64_t first = done * word_bytes;
    const int64_t size = pack_chunk(words_at(words + first), words_at(mask + first),
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

HWY_EXPORT(best_move);
HWY_EXPORT(add_each);
HWY_EXPORT(best_fill);
HWY_EXPORT(best_compute);
HWY_EXPORT(best_counts);
HWY_EXPORT(best_pack);

MoveFunction move_of(int64_t run) { return HWY_DYNAMIC_DISPATCH(best_move)(run); }

void add_floats(int64_t run, const Loop<int64_t, 2>& loop, uint8_t* dst, const uint8_t* src) {
  HWY_DYNAMIC_DISPATCH(add_each)(run, loop, dst, src);
}

void fill_run(uint8_t* dst, int64_t run, const uint8_t* pattern) {
  HWY_DYNAMIC_DISPATCH(best_fill)(dst, run, pattern);
}

Compute compute_of(Function function, const WordLoop& run) {
  return HWY_DYNAMIC_DISPATCH(best_compute)(function, run);
}

okk_bdc::CountRange counts_of(const uint8_t* words, int64_t number) {
  return HWY_DYNAMIC_DISPATCH(best_counts)(words, number);
}

int64_t pack_words(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  return HWY_DYNAMIC_DISPATCH(best_pack)(dst, words, mask, count);
}

}  // namespace strideproof::optimized
#endif
