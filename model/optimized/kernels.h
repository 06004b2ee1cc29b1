#pragma once
// Executes plans (plan.h) on plain memory, by pointer increments only.

#include <cstdint>

#include "model/optimized/runs.h"

namespace strideproof::optimized {

// Columns of a group. Measured: columns of more lanes at once evict each other from the caches.
inline constexpr int64_t widest_group = 4;

// Calls each(nest, columns, dst, src) for each group: the columns are a loop around their nest, and
// dst and src are the start of the first column. `nest_of` makes the nest of a column's loops.
template <class NestOf, class Each>
void for_each_group(const Plan<int64_t>& plan, NestOf nest_of, uint8_t* dst, const uint8_t* src,
                    Each each) {
  const Nest<int64_t> tall = nest_of(plan.tall_loops), low = nest_of(plan.low_loops);
  for (auto group = first_group(plan, widest_group); group.column < plan.columns;
       group = next_group(plan, group, widest_group)) {
    const Loop<int64_t> columns = {group.count, plan.dst.lane, plan.src.lane};
    each(is_tall(plan, group) ? tall : low, columns, dst + group.dst, src + group.src);
  }
}

// The function for the runs of a copy, chosen by their length.
using ChooseMove = Move (*)(int64_t run);

// dst and src are the bases of the operands' flat addresses.
void walk(const Plan<int64_t>& plan, uint8_t* dst, const uint8_t* src, ChooseMove choose);

// Precondition: the operands are disjoint, or identical if they share their first byte.
void copy(const Plan<int64_t>& plan, uint8_t* dst, const uint8_t* src);

// Fills with a constant; elements of 1, 2 or 4 bytes.
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
