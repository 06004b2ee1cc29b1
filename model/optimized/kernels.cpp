#include "model/optimized/kernels.h"

#include <algorithm>
#include <cstring>

#include "model/optimized/fill_run.h"

namespace strideproof::optimized {
namespace {

constexpr int64_t longest_short = Pattern::size;

// Moves of a run of at most longest_short bytes, loop.count times.
using Short = void (*)(int64_t run, const Loop<int64_t>& loop, uint8_t* dst, const uint8_t* src);

// Two moves of a fixed size that may overlap: [0, Chunk) and [run - Chunk, run).
// Chunk <= run <= 2 * Chunk.
template <int Chunk>
void move_short(int64_t run, const Loop<int64_t>& loop, uint8_t* dst, const uint8_t* src) {
  const int64_t second = run - Chunk;
  for (int64_t left = loop.count; left > 0; --left, dst += loop.dst, src += loop.src) {
    uint8_t head[Chunk], tail[Chunk];
    std::memcpy(head, src, Chunk);
    std::memcpy(tail, src + second, Chunk);
    std::memcpy(dst, head, Chunk);
    std::memcpy(dst + second, tail, Chunk);
  }
}

Short short_move(int64_t run) {
  if (run > 64) return move_short<64>;
  if (run > 32) return move_short<32>;
  if (run > 16) return move_short<16>;
  if (run > 8) return move_short<8>;
  if (run > 4) return move_short<4>;
  if (run > 2) return move_short<2>;
  return move_short<1>;
}

// Calls each(dst, src) where each innermost loop, loops[1], starts.
template <class Each>
void for_each_inner(const Nest<int64_t>& nest, uint8_t* dst, const uint8_t* src, Each each) {
  const Loop<int64_t>& middle = nest.loops[2];
  const Loop<int64_t>& outer = nest.loops[3];
  for (int64_t i = 0; i < outer.count; ++i, dst += outer.dst, src += outer.src) {
    uint8_t* to = dst;
    const uint8_t* from = src;
    for (int64_t j = 0; j < middle.count; ++j, to += middle.dst, from += middle.src) each(to, from);
  }
}

void move_shorts(const Nest<int64_t>& nest, uint8_t* dst, const uint8_t* src) {
  const int64_t run = nest.loops[0].count;
  const Short move = short_move(run);
  for_each_inner(nest, dst, src,
                 [&](uint8_t* to, const uint8_t* from) { move(run, nest.loops[1], to, from); });
}

}  // namespace

void copy_nested(const Nest<int64_t>& nest, uint8_t* dst, const uint8_t* src) {
  const int64_t run = nest.loops[0].count;
  if (run <= longest_short) return move_shorts(nest, dst, src);
  const Loop<int64_t>& inner = nest.loops[1];
  for_each_inner(nest, dst, src, [&](uint8_t* to, const uint8_t* from) {
    for (int64_t left = inner.count; left > 0; --left, to += inner.dst, from += inner.src)
      std::memcpy(to, from, static_cast<size_t>(run));
  });
}

Pattern::Pattern(int64_t bits, int64_t element_bytes) {
  for (int64_t i = 0; i < size; ++i)
    bytes_[i] = static_cast<uint8_t>(bits >> 8 * (i % element_bytes));
  uniform_ = std::equal(bytes_ + 1, bytes_ + size, bytes_);
}

void fill_nested(const Nest<int64_t>& nest, uint8_t* dst, const Pattern& pattern) {
  const int64_t run = nest.loops[0].count;
  if (run <= longest_short) return move_shorts(nest, dst, pattern.bytes());
  const Loop<int64_t>& inner = nest.loops[1];
  for_each_inner(nest, dst, dst, [&](uint8_t* to, const uint8_t*) {
    for (int64_t left = inner.count; left > 0; --left, to += inner.dst)
      if (pattern.uniform())
        std::memset(to, pattern.bytes()[0], static_cast<size_t>(run));
      else
        fill_run(to, run, pattern.bytes());
  });
}

}  // namespace strideproof::optimized
