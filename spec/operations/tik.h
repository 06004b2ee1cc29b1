#pragma once
// Family tik: the meaning of each constraint of data_move. Templates over the integer type: the
// code that evaluates a case is the code that the solver sees.
//
//   byte t of burst n lies at  offset + n*(burst + gap)*32 + t     0 <= n < nburst, 0 <= t < 32*burst

#include "spec/buffers.h"
#include "spec/byte_range.h"
#include "spec/family_spec.h"
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

template <class I>
I last_byte(const Bursts<I>& b) {
  return b.first + (b.count - I(1)) * b.step + b.bytes - I(1);
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
template <class I>
I equal_step_slack(const Bursts<I>& a, const Bursts<I>& b) {
  const I one(1), far(unbounded);
  const I step = select(a.count == one, a.bytes, a.step);
  const I distance = max_of(a.first - b.first, b.first - a.first);
  const I skipped = distance / step, into = distance % step;
  const I before = select(skipped < a.count, into - a.bytes, far);
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
template <class I>
I bursts_slack(const Bursts<I>& dst, const Bursts<I>& src) {
  const I gap = range_slack(blocks_of(dst), blocks_of(src)) * I(block_bytes);
  const auto equal_steps = any_of(dst.count == I(1), dst.step == src.step);
  return select(equal_steps, equal_step_slack(dst, src), select(gap >= I(0), gap, I(-1)));
}

template <class I>
I overlap_slack(const Bursts<I>& dst, const Bursts<I>& src) {
  const auto free = any_of(dst.space != src.space, maps_onto_itself(dst, src));
  return select(free, I(unbounded), bursts_slack(dst, src));
}

// The slack of a constraint that has no bound.
template <class I>
I slack(const Buffers<I>& m, const Move<I>& op, ConstraintId id) {
  const bool dst = operand_of(id) == on_dst;
  const I &space = dst ? op.dst_space : op.src_space, &offset = dst ? op.dst : op.src;
  if (id == ConstraintId::overlap) return overlap_slack(dst_of(op), src_of(op));
  switch (of_dst(id)) {
    case ConstraintId::path: return select(known_path(op), I(0), I(-1));
    case ConstraintId::dst_aligned: return alignment_slack(space, offset);
    case ConstraintId::dst_start: return start_slack(m, space, offset, block_bytes);
    case ConstraintId::dst_end:
      return last_allowed(m, space, offset) - last_byte(dst ? dst_of(op) : src_of(op));
    default: return I(unbounded);
  }
}

// See spec::step.
template <class I>
I edge_step(const Move<I>& op, const Constraint& constraint) {
  if (constraint.rule == Rule::overlap) return I(block_bytes);
  if (!is_of_place(constraint.rule)) return I(1);
  const I& space = constraint.operand == on_dst ? op.dst_space : op.src_space;
  return select(is(space, Space::system), I(1), I(block_bytes));
}

// ---- landmarks that a legal case meets; in words in spec/vocabulary/tik.cpp ----

inline constexpr int64_t four_gib = int64_t{1} << 32;

template <class I>
Truth<I> has_element_bytes(const I& dtype, int64_t bytes) {
  Truth<I> found(false);
  for (int d = 0; d < dtype_count; ++d)
    if (element_bytes(static_cast<DType>(d)) == bytes) found = any_of(found, dtype == I(d));
  return found;
}

template <class I>
Truth<I> in_gm(const Bursts<I>& b) {
  return is(b.space, Space::system);
}
template <class I>
Truth<I> over_4gib(const Bursts<I>& b) {
  return all_of(in_gm(b), b.first / I(four_gib) != last_byte(b) / I(four_gib));
}
template <class I>
Truth<I> extent_4gib(const Bursts<I>& b) {
  return last_byte(b) - b.first + I(1) >= I(four_gib);
}
template <class I>
Truth<I> off_block(const Bursts<I>& b) {
  return all_of(in_gm(b), b.first % I(block_bytes) != I(0));
}
template <class I>
Truth<I> uses_last_byte(const Buffers<I>& m, const Bursts<I>& b) {
  return last_byte(b) == last_allowed(m, b.space, b.first);
}

// Landmarks of two operands in UB; a and b are disjoint or, in place, identical.
template <class I>
Truth<I> meets_pair(const Bursts<I>& a, const Bursts<I>& b, LandmarkId mark) {
  const auto within = a.space == b.space;
  const I gap = max_of(b.first - last_byte(a), a.first - last_byte(b)) - I(1);
  switch (mark) {
    case LandmarkId::in_place: return all_of(within, maps_onto_itself(a, b));
    case LandmarkId::operands_adjacent: return all_of(within, gap == I(0));
    default: return all_of(within, negation(maps_onto_itself(a, b)), gap < I(0));
  }
}

// True if a legal case meets a landmark.
template <class I>
Truth<I> meets(const Buffers<I>& m, const Move<I>& op, LandmarkId mark) {
  const I zero(0), one(1);
  const Bursts<I> dst = dst_of(op), src = src_of(op);
  const auto path = [&](Space from, Space to) {
    return all_of(is(op.src_space, from), is(op.dst_space, to));
  };
  const auto several = op.nburst > one;
  const I &from = op.src_stride, &to = op.dst_stride;
  switch (mark) {
    case LandmarkId::gm_to_l1: return path(Space::system, Space::l1);
    case LandmarkId::gm_to_ub: return path(Space::system, Space::ub);
    case LandmarkId::ub_to_gm: return path(Space::ub, Space::system);
    case LandmarkId::ub_to_ub: return path(Space::ub, Space::ub);
    case LandmarkId::dtype_b8: return has_element_bytes(op.dtype, 1);
    case LandmarkId::dtype_b16: return has_element_bytes(op.dtype, 2);
    case LandmarkId::dtype_b32: return has_element_bytes(op.dtype, 4);
    case LandmarkId::dtype_b64: return has_element_bytes(op.dtype, 8);
    case LandmarkId::sid_given: return op.sid > zero;
    case LandmarkId::one_burst: return op.nburst == one;
    case LandmarkId::strides_unused: return all_of(op.nburst == one, from + to > zero);
    case LandmarkId::one_run: return all_of(several, from + to == zero);
    case LandmarkId::src_adjacent: return all_of(several, from == zero, to > zero);
    case LandmarkId::dst_adjacent: return all_of(several, to == zero, from > zero);
    case LandmarkId::both_apart: return all_of(several, from > zero, to > zero, from != to);
    case LandmarkId::burst_over_64ki: return dst.bytes > I(65535);
    case LandmarkId::src_over_4gib: return over_4gib(src);
    case LandmarkId::dst_over_4gib: return over_4gib(dst);
    case LandmarkId::src_extent_4gib: return extent_4gib(src);
    case LandmarkId::dst_extent_4gib: return extent_4gib(dst);
    case LandmarkId::src_off_block: return off_block(src);
    case LandmarkId::dst_off_block: return off_block(dst);
    case LandmarkId::src_last_byte: return uses_last_byte(m, src);
    case LandmarkId::dst_last_byte: return uses_last_byte(m, dst);
    case LandmarkId::in_place:
    case LandmarkId::operands_adjacent:
    case LandmarkId::operands_interleaved: return meets_pair(dst, src, mark);
  }
  return Truth<I>(false);
}

// See spec/family_spec.h.
struct Formulas {
  template <class I>
  static Buffers<I> machine(const Profile& profile) {
    return buffers_of<I>(profile);
  }
  static constexpr auto visit = [](const auto&, const auto& arguments, auto see) {
    return see(move_of(arguments));
  };
  static constexpr auto slack = STRIDEPROOF_OVERLOADS(tik::slack);
  static constexpr auto step = [](const auto&, const auto& op, const Constraint& constraint) {
    return edge_step(op, constraint);
  };
  static constexpr auto seen = [](const auto&, const auto&) { return 0; };
  static constexpr auto meets = [](const auto& m, const auto& op, int, const Landmark& landmark) {
    return tik::meets(m, op, static_cast<LandmarkId>(landmark.bit));
  };
};

}  // namespace strideproof::spec::tik
