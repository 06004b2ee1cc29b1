#include "model/optimized/kernels.h"

#include <cstring>

namespace strideproof::optimized {
namespace {

// The loops around a run, the innermost first. The columns of a group are the innermost loop, so
// both operands stay in few pages: the one that continues inside lanes and the one that changes
// lanes.
using Around = std::array<Loop<int64_t>, 4>;

Around around_run(const Nest<int64_t>& nest, const Loop<int64_t>& columns) {
  const auto& [run, inner, middle, outer] = nest.loops;
  if (columns.count == 1) return {inner, middle, outer, columns};
  return {columns, inner, middle, outer};
}

// Calls each(dst, src) at the start of each innermost loop.
template <class Each>
void for_each_innermost(const Around& around, uint8_t* dst, const uint8_t* src, Each each) {
  const auto& [innermost, inner, middle, outer] = around;
  for (int64_t i = 0; i < outer.count; ++i, dst += outer.dst, src += outer.src) {
    uint8_t* to_middle = dst;
    const uint8_t* from_middle = src;
    for (int64_t j = 0; j < middle.count; ++j, to_middle += middle.dst, from_middle += middle.src) {
      uint8_t* to = to_middle;
      const uint8_t* from = from_middle;
      for (int64_t k = 0; k < inner.count; ++k, to += inner.dst, from += inner.src) each(to, from);
    }
  }
}

void fill_long(int64_t run, const Loop<int64_t>& loop, uint8_t* dst, const Pattern& pattern) {
  for (int64_t left = loop.count; left > 0; --left, dst += loop.dst)
    if (pattern.uniform())
      std::memset(dst, pattern.bytes()[0], static_cast<size_t>(run));
    else
      fill_run(dst, run, pattern.bytes());
}

void fill_group(const Nest<int64_t>& nest, const Loop<int64_t>& columns, uint8_t* dst,
                const Pattern& pattern) {
  const int64_t run = nest.loops[0].count;
  const Around around = around_run(nest, {columns.count, columns.dst, 0});
  // Writes each short run as a copy of the start of the pattern.
  const Move move = run <= Pattern::size ? move_of(run) : nullptr;
  for_each_innermost(around, dst, pattern.bytes(), [&](uint8_t* to, const uint8_t* from) {
    if (move != nullptr)
      move(run, around[0], to, from);
    else
      fill_long(run, around[0], to, pattern);
  });
}

}  // namespace

void walk(const Plan<int64_t>& plan, uint8_t* dst, const uint8_t* src, ChooseMove choose) {
  for_each_group(plan, copy_nest<int64_t>, dst, src,
                 [&](const Nest<int64_t>& nest, const Loop<int64_t>& columns, uint8_t* group_to,
                     const uint8_t* group_from) {
                   const int64_t run = nest.loops[0].count;
                   const Move move = choose(run);
                   const Around around = around_run(nest, columns);
                   for_each_innermost(
                       around, group_to, group_from,
                       [&](uint8_t* to, const uint8_t* from) { move(run, around[0], to, from); });
                 });
}

void copy(const Plan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  if (dst + plan.dst.start == src + plan.src.start) return;
  walk(plan, dst, src, move_of);
}

Pattern::Pattern(int64_t bits, int64_t element_bytes) {
  uint64_t word = static_cast<uint64_t>(bits) << (64 - 8 * element_bytes);
  for (int64_t repeated = element_bytes; repeated < 8; repeated *= 2) word |= word >> 8 * repeated;
  for (int64_t i = 0; i < size; i += 8) std::memcpy(bytes_ + i, &word, 8);
  uniform_ = std::memcmp(bytes_, bytes_ + 1, 8) == 0;
}

void fill(const Plan<int64_t>& plan, uint8_t* dst, const Pattern& pattern) {
  for_each_group(plan, fill_nest<int64_t>, dst, dst,
                 [&](const Nest<int64_t>& nest, const Loop<int64_t>& columns, uint8_t* to,
                     const uint8_t*) { fill_group(nest, columns, to, pattern); });
}

}  // namespace strideproof::optimized
