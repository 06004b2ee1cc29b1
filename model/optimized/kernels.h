#pragma once
// Plans walked over plain memory (plan.h), by pointer increments only.

#include <cstdint>

#include "model/optimized/runs.h"

namespace strideproof::optimized {

// Calls each(nest, stacks, dst, src) for each band: adjacent stacks with one nest, a loop around it.
// dst and src are where the first of them starts.
template <class Each>
void for_each_band(const Plan<int64_t>& plan, uint8_t* dst, const uint8_t* src, Each each) {
  constexpr int64_t widest = 4;  // measured: more lanes at once evict each other from the caches
  dst += plan.dst.start;
  src += plan.src.start;
  for (int64_t stack = 0; stack < plan.stacks;) {
    const int64_t count = band_from(plan, stack, widest);
    const Loop<int64_t> stacks = {count, plan.dst.lane, plan.src.lane};
    each(stack < plan.tall ? plan.tall_nest : plan.low_nest, stacks, dst, src);
    stack += count;
    dst += (count - 1) * plan.dst.lane + stack_step(plan.dst, stack - 1);
    src += (count - 1) * plan.src.lane + stack_step(plan.src, stack - 1);
  }
}

// What moves the runs of a copy, or does something else with them, chosen by their length.
using ChooseMove = Move (*)(int64_t run);

// dst and src are the memories that the operands' flat addresses count from.
void walk(const Plan<int64_t>& plan, uint8_t* dst, const uint8_t* src, ChooseMove choose);

// The operands are disjoint or, where they meet in their first byte, the same.
void copy(const Plan<int64_t>& plan, uint8_t* dst, const uint8_t* src);

// A constant repeated; elements of 1, 2 or 4 bytes.
class Pattern {
 public:
  Pattern(int64_t bits, int64_t element_bytes);
  static constexpr int64_t size = 128;
  const uint8_t* bytes() const { return bytes_; }  // size of them
  bool uniform() const { return uniform_; }        // all bytes are equal

 private:
  alignas(64) uint8_t bytes_[size];
  bool uniform_;
};

void fill(const Plan<int64_t>& plan, uint8_t* dst, const Pattern& pattern);

}  // namespace strideproof::optimized
