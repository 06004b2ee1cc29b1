#pragma once
// Executes plans (plan.h) on plain memory, by pointer increments only.

#include <cstdint>

#include "model/optimized/vectors.h"

namespace strideproof::optimized {

// Columns of a group. Measured: columns of more lanes at once evict each other from the caches.
inline constexpr int64_t widest_group = 4;

template <size_t operands>
using Pointers = std::array<uint8_t*, operands>;

template <size_t operands>
void advance(Pointers<operands>& at, const Loop<int64_t, operands>& loop) {
  for (size_t k = 0; k < operands; ++k) at[k] += loop.step[k];
}

// Calls each(at) at the start of each innermost loop: the first of `loops`.
template <size_t operands, class Each>
void for_each_innermost(const Loops<int64_t, operands>& loops, Pointers<operands> at, Each each) {
  const auto& [innermost, inner, middle, outer] = loops;
  for (int64_t i = 0; i < outer.count; ++i, advance(at, outer)) {
    Pointers<operands> in_middle = at;
    for (int64_t j = 0; j < middle.count; ++j, advance(in_middle, middle)) {
      Pointers<operands> in_inner = in_middle;
      for (int64_t k = 0; k < inner.count; ++k, advance(in_inner, inner)) each(in_inner);
    }
  }
}

// Takes visit = visit_of(run, loop) for each group of at most `most` columns: `run` is the
// innermost loop of the group's nest, `loop` the loop around it. Calls visit(at) at the start of
// each `loop`. The columns of a group of several are that loop, so the operands stay in few pages:
// those that continue inside lanes and those that change lanes. `base` has the bases of the flat
// addresses.
template <size_t operands, class VisitOf>
void traverse(const Plan<int64_t, operands>& plan, const Pointers<operands>& base, int64_t most,
              VisitOf visit_of) {
  const auto extra = nest_of(plan.extra_loops), plain = nest_of(plan.plain_loops);
  for (auto group = first_group(plan, most); group.column < plan.columns;
       group = next_group(plan, group, most)) {
    const auto& [run, inner, middle, outer] =
        (has_extra_channel(plan, group) ? extra : plain).loops;
    Loop<int64_t, operands> columns{group.count, {}};
    Pointers<operands> at = base;
    for (size_t k = 0; k < operands; ++k) {
      columns.step[k] = plan.operands[k].channels.lane;
      at[k] += group.start[k];
    }
    Loops<int64_t, operands> around = {columns, inner, middle, outer};
    if (group.count == 1) around = {inner, middle, outer, columns};
    for_each_innermost(around, at, visit_of(run, around[0]));
  }
}

// The bytes of a run of adjacent elements.
template <size_t operands>
int64_t bytes_of(const Loop<int64_t, operands>& run) {
  return run.count * run.step[0];
}

// The function for the runs of a copy, chosen by their length in bytes.
using ChooseMoveFunction = MoveFunction (*)(int64_t run);

// Precondition: the operands are disjoint, or identical if they share their first byte. Identical
// ones are not moved.
void copy(const Plan<int64_t, 2>& plan, uint8_t* dst, uint8_t* src,
          ChooseMoveFunction choose = move_of);

// Copies a matrix by the plans of Code.
template <class Code>
void copy_matrix(const MachineShape<int64_t>& m, const Tensor<int64_t>& dst,
                 const Tensor<int64_t>& src, const Pointers<2>& bases,
                 ChooseMoveFunction choose = move_of) {
  for (const Layouts<int64_t, 2>& part : Code::parts_of(m, dst, src))
    copy(Code::plan_of(m.lanes, part), bases[0], bases[1], choose);
}

// A constant of 1, 2 or 4 bytes, repeated.
struct Pattern {
  Pattern(int64_t bits, int64_t element_bytes);
  static constexpr int64_t size = 128;
  alignas(64) uint8_t bytes[size];
  bool uniform;  // all bytes are equal
};

void fill(const Plan<int64_t, 1>& plan, uint8_t* dst, const Pattern& pattern);

}  // namespace strideproof::optimized
