#pragma once
// Family bm-atomic: the places of the operands. Templates over the integer type; selectors
// (direction, format, is_local_mem) decide by a fork of the path.
//
// An operand is asked for by its mask: on_dst, on_src, on_src1 (the mask of mask_memcpy_4D). In
// memcpy_2D, on_dst is the local matrix and on_src the system matrix, for both directions;
// run_operand() says which of the two is written.

#include "spec/operand.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::bm_atomic {

// ---- the element size of a format, the local sides of a direction, the alignment of mask copies.
// The reference has its own, in model/reference/bm_atomic.cpp and bm_atomic_mask.cpp.

// An invalid format has size 1, so that every address is aligned.
template <class I>
int64_t element_bytes_of(const I& format) {
  if (is(format, Format::float32)) return 4;
  if (any_of(is(format, Format::int16), is(format, Format::float16))) return 2;
  return 1;
}

struct Conversion {
  Format from, to;
};
// The pairs that the engine converts (ledger: conversion-pairs), in the order of their landmarks.
inline constexpr Conversion conversions[] = {
    {Format::float32, Format::uint8},   {Format::float32, Format::int8},
    {Format::float32, Format::float16}, {Format::uint8, Format::float32},
    {Format::int8, Format::float32},    {Format::float16, Format::float32},
    {Format::uint8, Format::float16},   {Format::int8, Format::float16},
    {Format::float16, Format::uint8},   {Format::float16, Format::int8},
};

// An invalid direction has no local side.
template <class I>
Truth<I> src_is_local(const I& direction) {
  return any_of(is(direction, Direction::L2S), is(direction, Direction::L2L));
}
template <class I>
Truth<I> dst_is_local(const I& direction) {
  return any_of(is(direction, Direction::S2L), is(direction, Direction::L2L));
}

inline constexpr int64_t mask_word_bytes = 4;
// Addresses of mask_memcpy_4D are multiples of this many units of the profile (U bytes): on bm1684
// of 128 bytes in local memory, of 512 in system memory. (Ledger: mask-*-alignment.)
inline constexpr int64_t mask_local_units = 1, mask_dst_units = 4;

}  // namespace strideproof::bm_atomic

namespace strideproof::spec::bm_atomic {

using namespace strideproof::bm_atomic;

// System memory has no lane. `flat`: see spec::NamedOperand.
template <class I>
NamedOperand<I> side_at(const Truth<I>& local, int64_t element_bytes, const I& address,
                        const I& lane) {
  if (local) return {Space::local, element_bytes, address, lane};
  return {Space::system, element_bytes, address};
}

template <class I>
NamedOperand<I> side_of(const Linear<I>& op, Operands which) {
  const bool dst = which == on_dst;
  const bool flat(dst ? dst_is_local(op.direction) : src_is_local(op.direction));
  return {Space::system, element_bytes_of(op.format), dst ? op.dst_addr : op.src_addr, I(0), flat};
}
template <class I>
NamedOperand<I> side_of(const Matrix2D<I>& op, Operands which) {
  const int64_t es = element_bytes_of(op.format);
  if (which == on_dst) return {Space::local, es, op.local_mem_addr, op.local_mem_idx};
  return {Space::system, es, op.global_mem_addr};
}
template <class I>
NamedOperand<I> side_of(const Tensor4D<I>& op, Operands which) {
  if (which == on_dst)
    return side_at(dst_is_local(op.direction), element_bytes_of(op.dst_format), op.dst_addr,
                   op.dst_local_idx);
  return side_at(src_is_local(op.direction), element_bytes_of(op.src_format), op.src_addr,
                 op.src_local_idx);
}
template <class I>
NamedOperand<I> side_of(const Fill4D<I>& op, Operands) {
  return side_at(op.is_local_mem != I(0), element_bytes_of(op.format), op.start_addr, op.local_idx);
}
template <class I>
NamedOperand<I> side_of(const CWTranspose<I>& op, Operands which) {
  const int64_t es = element_bytes_of(op.format);
  if (which == on_dst) return {Space::local, es, op.dst_addr, op.dst_local_idx};
  return {Space::local, es, op.src_addr, op.src_local_idx};
}
template <class I>
NamedOperand<I> side_of(const MaskedCopy<I>& op, Operands which) {
  if (which == on_dst) return {Space::system, mask_word_bytes, op.dst_global_mem_addr};
  return {Space::local, mask_word_bytes,
          which == on_src ? op.data_local_mem_addr : op.mask_local_mem_addr, op.local_mem_idx};
}

// The tensor of an operand that starts where a lane, or window, exists.
template <class I>
Tensor<I> tensor_at(const MachineShape<I>& m, const NamedOperand<I>& side, const Dim4<I>& shape,
                    const Dim4<I>& stride) {
  I address = side.address;
  if (side.space == Space::local) address = side.lane * m.lane_bytes + address;
  return {side.space, side.element_bytes, address, shape, stride, shape.w};
}

template <class I>
Tensor<I> operand_of(const MachineShape<I>& m, const Linear<I>& op, Operands which) {
  const I zero(0), one(1);
  return tensor_at(m, side_of(op, which), {one, one, one, op.length}, {zero, zero, zero, one});
}

// The columns that memcpy_2D spreads over the lanes.
template <class I>
I local_columns(const Matrix2D<I>& op) {
  return select(op.transpose == I(0), op.col, op.row);
}

template <class I>
Tensor<I> operand_of(const MachineShape<I>& m, const Matrix2D<I>& op, Operands which) {
  const auto [space, es, address, lane, flat] = side_of(op, which);
  if (which != on_dst) return matrix_in_system(es, address, op.row, op.col, op.row_stride);
  const I rows = select(op.transpose == I(0), op.row, op.col);
  return matrix_in_lanes(m, es, lane * m.lane_bytes + address, lane, rows, local_columns(op),
                         op.sec_size);
}

template <class I>
Tensor<I> operand_of(const MachineShape<I>& m, const Tensor4D<I>& op, Operands which) {
  if (which == on_dst) return tensor_at(m, side_of(op, which), op.dst_shape, op.dst_stride);
  return tensor_at(m, side_of(op, which), op.src_shape, op.src_stride);
}

template <class I>
Tensor<I> operand_of(const MachineShape<I>& m, const Fill4D<I>& op, Operands which) {
  return tensor_at(m, side_of(op, which), op.shape, op.stride);
}

template <class I>
Tensor<I> operand_of(const MachineShape<I>& m, const CWTranspose<I>& op, Operands which) {
  const I zero(0), one(1);
  if (which == on_dst)
    return tensor_at(m, side_of(op, which), {one, op.src_w, one, op.src_c},
                     {zero, op.dst_c_stride, zero, one});
  return tensor_at(m, side_of(op, which), {one, op.src_c, one, op.src_w},
                   {zero, op.src_c_stride, zero, one});
}

// The tensor of the destination if all words were kept.
template <class I>
Tensor<I> operand_of(const MachineShape<I>& m, const MaskedCopy<I>& op, Operands which) {
  const NamedOperand<I> side = side_of(op, which);
  if (which == on_dst) return tensor_at(m, side, op.shape, continuous_strides(op.shape));
  return tensor_at(m, side, op.shape, aligned_strides(m, mask_word_bytes, side.lane, op.shape));
}

// The same bytes as elements of `bytes` bytes, which divide those of the tensor; rows are adjacent.
template <class I>
Tensor<I> in_units(Tensor<I> t, int64_t bytes) {
  const I k(t.element_bytes / bytes);
  t.element_bytes = bytes;
  t.shape.w = t.shape.w * k;
  t.last_width = t.last_width * k;
  t.stride = {t.stride.n * k, t.stride.c * k, t.stride.h * k, I(1)};
  return t;
}

// The way in which a case uses the operand that `which` names: writes it (on_dst) or reads it.
template <class I>
Operands run_operand(const Matrix2D<I>& op, Operands which) {
  if (is(op.direction, Direction::S2L)) return which;
  return which == on_dst ? on_src : on_dst;
}
template <class Op>
Operands run_operand(const Op&, Operands which) {
  return which;
}

// Calls `see` with the view of an operation's parameters. Not for mask_count.
template <class I, class See>
auto with_view(const Operation& operation, const Arguments<I>& arguments, See see) {
  switch (kind(operation)) {
    case Kind::memcpy_1D: return see(slots_as<Linear>(arguments));
    case Kind::memcpy_2D: return see(slots_as<Matrix2D>(arguments));
    case Kind::memcpy_4D: return see(slots_as<Tensor4D>(arguments));
    case Kind::memset_4D: return see(slots_as<Fill4D>(arguments));
    case Kind::cwtrans: return see(slots_as<CWTranspose>(arguments));
    case Kind::mask_memcpy_4D:
    case Kind::mask_count: break;
  }
  return see(slots_as<MaskedCopy>(arguments));
}

}  // namespace strideproof::spec::bm_atomic
