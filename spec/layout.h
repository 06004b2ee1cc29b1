#pragma once
// The places of a tensor's elements. Everything here is a template over the integer type I (rules
// in spec/vocabulary/integer.h): with int64_t it runs, with solver::Sym it is proved.
//
//   X lanes of S bytes, channels aligned to units of U bytes; a local address A means
//   Q = A div S, the start lane, and R = A mod S, the offset of the tensor in each of its lanes
//
//   local    lane = (Q + c) mod X
//            byte = R + es*(n*sn + ((Q + c) div X)*sc + h*sh + w*sw)      inside that lane
//   system   byte = address + es*(n*sn + c*sc + h*sh + w*sw)
//
// Strides (sn, sc, sh, sw) count elements of es bytes. (Q + c) div X is the block row of a channel:
// lanes below the start lane begin in block row 1.

#include <cstdint>
#include <span>

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/integer.h"
#include "spec/vocabulary/profile.h"

namespace strideproof::spec {

template <class I>
struct MachineShape {
  I lanes;       // X
  I lane_bytes;  // S, a multiple of every element size
  I unit_bytes;  // U, a multiple of every element size
  std::span<const Window> windows;
  Window flat{};  // local memory as bm_atomic_memcpy_1D sees it: one lane after the other
  I ub = {}, l1 = {}, l0b = {};  // bytes of the buffers; 0 where the machine has none
};

template <class I>
MachineShape<I> machine_shape(const Profile& profile) {
  const auto buffer = [&](Space space) {
    return I(profile.buffer_bytes[static_cast<size_t>(space)]);
  };
  return {I(profile.lanes),
          I(profile.lane_bytes),
          I(profile.unit_bytes),
          profile.windows,
          {profile.local_base, profile.lanes * profile.lane_bytes},
          buffer(Space::ub),
          buffer(Space::l1),
          buffer(Space::l0b)};
}

template <class I>
const I& buffer_bytes(const MachineShape<I>& m, Space space) {
  return space == Space::ub ? m.ub : space == Space::l1 ? m.l1 : m.l0b;
}

template <class I>
struct Start {
  I lane, offset;  // Q, R
};

template <class I>
Start<I> start_of(const MachineShape<I>& m, const I& address) {
  return {address / m.lane_bytes, address % m.lane_bytes};
}

template <class I>
I lane_of(const MachineShape<I>& m, const I& start_lane, const I& channel) {
  return (start_lane + channel) % m.lanes;
}

template <class I>
I block_row_of(const MachineShape<I>& m, const I& start_lane, const I& channel) {
  return (start_lane + channel) / m.lanes;
}

// ---- strides of the layouts, in elements ----

// The default of system memory: NCHW without gaps.
template <class I>
Dim4<I> continuous_strides(const Dim4<I>& shape) {
  return {shape.c * shape.h * shape.w, shape.h * shape.w, shape.w, I(1)};
}

// A local layout whose channels are channel_stride apart and whose rows follow each other.
template <class I>
Dim4<I> lane_strides(const MachineShape<I>& m, const I& start_lane, const Dim4<I>& shape,
                     const I& channel_stride) {
  const I blocks = ceil_div(start_lane + shape.c, m.lanes);
  return {blocks * channel_stride, channel_stride, shape.w, I(1)};
}

// The default of local memory ("128-byte aligned"): H*W rounded up to whole units; rows are not
// padded, and R need not be a multiple of U.
template <class I>
Dim4<I> aligned_strides(const MachineShape<I>& m, int64_t element_bytes, const I& start_lane,
                        const Dim4<I>& shape) {
  const I channel = shape.h * shape.w;
  const I unit = m.unit_bytes / I(element_bytes);
  return lane_strides(m, start_lane, shape, round_up(channel, unit));
}

// The given strides, or those of the default layout: aligned in local memory, continuous in system
// memory.
template <class I>
Dim4<I> strides_of(const MachineShape<I>& m, Space space, int64_t element_bytes, const I& address,
                   const Dim4<I>& shape, const Stride<I>& given) {
  if (!given.null) return given.stride;
  if (space == Space::system) return continuous_strides(shape);
  return aligned_strides(m, element_bytes, start_of(m, address).lane, shape);
}

// ---- tensors ----

// An operand: its start, shape and strides. Strides of an extent of 1 are never used.
template <class I>
struct Tensor {
  Space space;
  int64_t element_bytes;
  I address;  // in a buffer: the offset
  Dim4<I> shape;
  Dim4<I> stride;
  I last_width;  // elements in a row of the last channel: shape.w, or fewer if it is partly filled
};

// A tensor with the strides of a call.
template <class I>
Tensor<I> tensor_at(const MachineShape<I>& m, Space space, int64_t element_bytes, const I& address,
                    const Dim4<I>& shape, const Stride<I>& given) {
  const Dim4<I> stride = strides_of(m, space, element_bytes, address, shape, given);
  return {space, element_bytes, address, shape, stride, shape.w};
}

// A matrix in local memory, in the aligned layout: row x is n = x, column y is channel y div
// cols_per_channel, w = y mod cols_per_channel. The last channel may be partly filled.
template <class I>
Tensor<I> matrix_in_lanes(const MachineShape<I>& m, int64_t element_bytes, const I& address,
                          const I& start_lane, const I& rows, const I& cols,
                          const I& cols_per_channel) {
  const Dim4<I> shape = {rows, ceil_div(cols, cols_per_channel), I(1), cols_per_channel};
  return {Space::local,
          element_bytes,
          address,
          shape,
          aligned_strides(m, element_bytes, start_lane, shape),
          cols - (shape.c - I(1)) * cols_per_channel};
}

// A matrix in system memory: its rows are row_stride apart.
template <class I>
Tensor<I> matrix_in_system(int64_t element_bytes, const I& address, const I& rows, const I& cols,
                           const I& row_stride) {
  const I zero(0), one(1);
  return {
      Space::system, element_bytes, address, {rows, one, one, cols}, {row_stride, zero, zero, one},
      cols};
}

// An offset in elements, from the start of the tensor; `block` is the channel, in a lane its block
// row.
template <class I>
I element_offset(const Dim4<I>& stride, const I& n, const I& block, const I& h, const I& w) {
  return n * stride.n + block * stride.c + h * stride.h + w * stride.w;
}

template <class I>
struct ElementPlace {
  I lane;  // 0 outside local memory
  I byte;  // the element's first byte: offset in the lane, or system address
};

template <class I>
ElementPlace<I> place_of(const MachineShape<I>& m, const Tensor<I>& t, const Dim4<I>& at) {
  const I es(t.element_bytes);
  if (t.space != Space::local)
    return {I(0), t.address + es * element_offset(t.stride, at.n, at.c, at.h, at.w)};
  const Start<I> start = start_of(m, t.address);
  const I block = block_row_of(m, start.lane, at.c);
  return {lane_of(m, start.lane, at.c),
          start.offset + es * element_offset(t.stride, at.n, block, at.h, at.w)};
}

// As a slack: the constraint cannot be violated here. As a stride, in elements: it leads past every
// memory.
inline constexpr int64_t unbounded = int64_t{1} << 41;

// The index of the element with the largest offset in any lane, with its block row in place of its
// channel in local memory.
template <class I>
Dim4<I> last_index(const MachineShape<I>& m, const Tensor<I>& t) {
  const Dim4<I>& s = t.shape;
  const I one(1);
  I block = s.c - one, width = s.w;
  if (t.space == Space::local) {
    const I start_lane = start_of(m, t.address).lane, channel = block;
    block = block_row_of(m, start_lane, channel);
    // True if the last channel is alone in the last block row.
    const auto alone = any_of(s.c == one, lane_of(m, start_lane, channel) == I(0));
    width = select(alone, t.last_width, s.w);
  }
  return {s.n - one, block, s.h - one, width - one};
}

// The last byte of a tensor: the largest offset over its elements, in any lane, or the largest
// system address. Extents in [1, 65535], strides >= 0 where used. If a default stride exceeds
// `unbounded`, the result does not overflow: it is far past the end of every memory, like the exact
// value.
template <class I>
I last_byte(const MachineShape<I>& m, const Tensor<I>& t) {
  const Dim4<I> last = last_index(m, t);
  const I far(unbounded);
  const Dim4<I> stride = {min_of(t.stride.n, far), min_of(t.stride.c, far), min_of(t.stride.h, far),
                          min_of(t.stride.w, far)};
  const I base = t.space == Space::local ? start_of(m, t.address).offset : t.address;
  const I offset = element_offset(stride, last.n, last.c, last.h, last.w);
  return base + I(t.element_bytes) * (offset + I(1)) - I(1);
}

// The block rows of one lane that hold channels of a tensor: [first, first + count).
template <class I>
struct BlockRows {
  I first, count;
};

// 0 <= start_lane < X, channels >= 1, 0 <= lane < X.
template <class I>
BlockRows<I> block_rows(const MachineShape<I>& m, const I& start_lane, const I& channels,
                        const I& lane) {
  const I first = select(lane < start_lane, I(1), I(0));
  const I end = (start_lane + channels - I(1) + m.lanes - lane) / m.lanes;
  return {first, end - first};
}

// ---- bounds of an address: slacks, see spec.h ----

// The lane, or a window, in which the tensor starts exists.
template <class I>
I start_slack(const MachineShape<I>& m, Space space, const I& address) {
  if (space == Space::local) return m.lanes * m.lane_bytes - I(1) - address;
  I slack = I(-unbounded);
  for (const Window& window : m.windows)
    slack = max_of(slack, min_of(address - I(window.first), I(window.end()) - I(1) - address));
  return slack;
}

// The last byte that the tensor may touch: the end of the lane or buffer, or of the window in which
// the tensor starts.
template <class I>
I last_allowed(const MachineShape<I>& m, Space space, const I& address) {
  if (space == Space::local) return m.lane_bytes - I(1);
  if (space != Space::system) return buffer_bytes(m, space) - I(1);
  I last = I(-1);
  for (const Window& window : m.windows)
    last = select(all_of(address >= I(window.first), address < I(window.end())),
                  I(window.end() - 1), last);
  return last;
}

template <class I>
I end_slack(const MachineShape<I>& m, const Tensor<I>& t) {
  return last_allowed(m, t.space, t.address) - last_byte(m, t);
}

}  // namespace strideproof::spec
