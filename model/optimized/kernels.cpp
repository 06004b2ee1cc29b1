#include "model/optimized/kernels.h"

#include <cstring>

namespace strideproof::optimized {

void copy(const Plan<int64_t, 2>& plan, uint8_t* dst, uint8_t* src, ChooseMoveFunction choose) {
  const auto& [to, from] = plan.operands;
  if (dst + first_of(to.channels) == src + first_of(from.channels)) return;
  traverse<2>(plan, {dst, src}, widest_group, [&](const auto& run, const auto& loop) {
    const int64_t bytes = bytes_of(run);
    return [bytes, &loop, move = choose(bytes)](const Pointers<2>& at) {
      move(bytes, loop, at[0], at[1]);
    };
  });
}

Pattern::Pattern(int64_t bits, int64_t element_bytes) {
  uint64_t word = static_cast<uint64_t>(bits) << (64 - 8 * element_bytes);
  for (int64_t repeated = element_bytes; repeated < 8; repeated *= 2) word |= word >> 8 * repeated;
  for (int64_t i = 0; i < size; i += 8) std::memcpy(bytes + i, &word, 8);
  uniform = std::memcmp(bytes, bytes + 1, 8) == 0;
}

void fill(const Plan<int64_t, 1>& plan, uint8_t* dst, const Pattern& pattern) {
  traverse<1>(plan, {dst}, widest_group, [&](const auto& run, const auto& loop) {
    const int64_t bytes = bytes_of(run);
    const Loop<int64_t, 2> along = {loop.count, {loop.step[0], 0}};
    // Writes each short run as a copy of the start of the pattern.
    const MoveFunction move = bytes <= Pattern::size ? move_of(bytes) : nullptr;
    return [bytes, along, move, &pattern](Pointers<1> at) {
      if (move != nullptr) return move(bytes, along, at[0], pattern.bytes);
      for (int64_t left = along.count; left > 0; --left, at[0] += along.step[0])
        if (pattern.uniform)
          std::memset(at[0], pattern.bytes[0], static_cast<size_t>(bytes));
        else
          fill_run(at[0], bytes, pattern.bytes);
    };
  });
}

}  // namespace strideproof::optimized
