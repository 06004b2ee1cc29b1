#pragma once
// Family tik: the meaning of each constraint of data_move. Templates over the integer type: the
// code that evaluates a case is the code that the solver sees.
//
//   byte t of burst n lies at  offset + n*(burst + gap)*32 + t     0 <= n < nburst, 0 <= t < 32*burst

#include "spec/buffers.h"
#include "spec/byte_range.h"
#include "spec/overlap.h"
#include "spec/vocabulary/tik.h"

namespace strideproof::tik {

inline int64_t element_bytes(DType dtype) {
  constexpr int64_t bytes[dtype_count] = {1, 1, 2, 2, 2, 4, 4, 4, 8, 8};
  return bytes[static_cast<int>(dtype)];
}

}  // namespace strideproof::tik

namespace strideproof::spec::tik {

using namespace strideproof::tik;

inline constexpr int64_t block_bytes = 32;
inline constexpr int64_t largest_sid = 15, largest_nburst = 4095, largest_burst = 65535,
                         largest_stride = 65535;

// ---- operands ----

// The bytes of an operand: `count` bursts of `bytes`, each `step` after the one before.
template <class I>
struct Bursts {
  I space, first;
  I count, bytes, step;
};

template <class I>
Bursts<I> bursts_of(const Move<I>& op, const I& space, const I& first, const I& gap) {
  const I period = op.burst + gap;
  return {space, first, op.nburst, op.burst * I(block_bytes), period * I(block_bytes)};
}
template <class I>
Bursts<I> dst_of(const Move<I>& op) {
  return bursts_of(op, op.dst_space, op.dst, op.dst_stride);
}
template <class I>
Bursts<I> src_of(const Move<I>& op) {
  return bursts_of(op, op.src_space, op.src, op.src_stride);
}

template <class I>
ByteRange<I> burst_at(const Bursts<I>& b, const I& n) {
  return {I(0), b.first + n * b.step, b.bytes};
}

template <class I, class Mutation = Original>
I last_byte(const Bursts<I>& b) {
  const I count = Mutation::has(FormulaFault::last_burst_lost) ? b.count - I(2) : b.count - I(1);
  return b.first + count * b.step + b.bytes - I(1);
}

// ---- constraints: slack(...) >= 0 iff the constraint holds, 0 on its edge ----

template <class I>
Truth<I> known_path(const Move<I>& op) {
  const auto from_ub = all_of(is(op.src_space, Space::ub),
                              any_of(is(op.dst_space, Space::ub), is(op.dst_space, Space::system)));
  const auto from_gm = all_of(is(op.src_space, Space::system),
                              any_of(is(op.dst_space, Space::ub), is(op.dst_space, Space::l1)));
  return any_of(from_ub, from_gm);
}

// In UB and L1 aligned to 32 bytes, in GM to 1.
template <class I>
I alignment_slack(const I& space, const I& offset) {
  return select(is(space, Space::system), I(unbounded), I(0) - offset % I(block_bytes));
}

// True if every byte is moved onto itself. One burst has no stride.
template <class I>
Truth<I> maps_onto_itself(const Bursts<I>& a, const Bursts<I>& b) {
  return all_of(a.space == b.space, a.first == b.first, any_of(a.count == I(1), a.step == b.step));
}

// The smallest gap in bytes between bursts with the same step (or a single burst); >= 0 iff they
// are disjoint. `upper` starts `distance` bytes after `lower`. The first burst of `upper` lies in
// period `skipped` of `lower`, `into` bytes after the start of that period.
template <class I, class Mutation = Original>
I equal_step_slack(const Bursts<I>& a, const Bursts<I>& b) {
  const I one(1), far(unbounded);
  const I step = select(a.count == one, a.bytes, a.step);
  const I distance = max_of(a.first - b.first, b.first - a.first);
  const I skipped = distance / step, into = distance % step;
  const I before = select(skipped < a.count, into - a.bytes, far);
  if constexpr (Mutation::has(FormulaFault::next_burst_ignored)) return before;
  const I next = select(skipped + one < a.count, step - into - a.bytes, far);
  return min_of(before, next);
}

template <class I>
Box<I, 1> blocks_of(const Bursts<I>& b) {
  const I unit(block_bytes);
  return {b.first / unit, b.bytes / unit, {b.count}, {b.step / unit}};
}

// Two operands in UB. >= 0: disjoint. With equal steps, < 0: they share a byte. With other steps,
// -1: they share a byte or interleave, which are_disjoint() decides.
template <class I, class Mutation = Original>
I bursts_slack(const Bursts<I>& dst, const Bursts<I>& src) {
  const I gap = range_slack<I, 1, Mutation>(blocks_of(dst), blocks_of(src)) * I(block_bytes);
  const auto equal_steps = any_of(dst.count == I(1), dst.step == src.step);
  return select(equal_steps, equal_step_slack<I, Mutation>(dst, src),
                select(gap >= I(0), gap, I(-1)));
}

template <class I, class Mutation = Original>
I overlap_slack(const Bursts<I>& dst, const Bursts<I>& src) {
  const auto free = any_of(dst.space != src.space, maps_onto_itself(dst, src));
  return select(free, I(unbounded), bursts_slack<I, Mutation>(dst, src));
}

template <class I, class Mutation = Original>
I slack(const Buffers<I>& m, const Move<I>& op, ConstraintId label) {
  switch (label) {
    case ConstraintId::path: return select(known_path(op), I(0), I(-1));
    case ConstraintId::dtype_min: return at_least(op.dtype, 0);
    case ConstraintId::dtype_max: return at_most(op.dtype, dtype_count - 1);
    case ConstraintId::sid_min: return at_least(op.sid, 0);
    case ConstraintId::sid_max: return at_most(op.sid, largest_sid);
    case ConstraintId::nburst_min: return at_least(op.nburst, 1);
    case ConstraintId::nburst_max: return at_most(op.nburst, largest_nburst);
    case ConstraintId::burst_min: return at_least(op.burst, 1);
    case ConstraintId::burst_max: return at_most(op.burst, largest_burst);
    case ConstraintId::src_stride_min: return at_least(op.src_stride, 0);
    case ConstraintId::src_stride_max: return at_most(op.src_stride, largest_stride);
    case ConstraintId::dst_stride_min: return at_least(op.dst_stride, 0);
    case ConstraintId::dst_stride_max: return at_most(op.dst_stride, largest_stride);
    case ConstraintId::dst_aligned: return alignment_slack(op.dst_space, op.dst);
    case ConstraintId::src_aligned: return alignment_slack(op.src_space, op.src);
    case ConstraintId::dst_start:
      return start_slack<I, Mutation>(m, op.dst_space, op.dst, block_bytes);
    case ConstraintId::src_start:
      return start_slack<I, Mutation>(m, op.src_space, op.src, block_bytes);
    case ConstraintId::dst_end:
      return last_allowed(m, op.dst_space, op.dst) - last_byte<I, Mutation>(dst_of(op));
    case ConstraintId::src_end:
      return last_allowed(m, op.src_space, op.src) - last_byte<I, Mutation>(src_of(op));
    case ConstraintId::overlap: return overlap_slack<I, Mutation>(dst_of(op), src_of(op));
  }
  return I(unbounded);
}

// See spec::step.
template <class I>
I edge_step(const Move<I>& op, ConstraintId label) {
  const auto unit = [](const I& space) {
    return select(is(space, Space::system), I(1), I(block_bytes));
  };
  switch (label) {
    case ConstraintId::dst_aligned:
    case ConstraintId::dst_start:
    case ConstraintId::dst_end: return unit(op.dst_space);
    case ConstraintId::src_aligned:
    case ConstraintId::src_start:
    case ConstraintId::src_end: return unit(op.src_space);
    case ConstraintId::overlap: return I(block_bytes);
    default: return I(1);
  }
}

}  // namespace strideproof::spec::tik
