#pragma once
// The places of a tensor's elements, by the naive formula. A = address, es = bytes of an element,
// strides in elements.
//
//   system    byte A + es*(n*sn + c*sc + h*sh + w*sw)
//   local     start NPU Q = A div S, offset R = A mod S; channel c is in lane (Q + c) mod X, at
//             byte R + es*(n*sn + ((Q + c) div X)*sc + h*sh + w*sw)

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/machine.h"
#include "model/reference/taken_readings.h"
#include "spec/vocabulary/case.h"
#include "spec/vocabulary/operation.h"
#include "spec/vocabulary/profile.h"

namespace strideproof::reference {

// Wide enough for tensors that fit no memory: 65535^4 elements and more.
__extension__ typedef __int128 Wide;

using Index = Dim4<int64_t>;  // (n, c, h, w) of an element, or the extents of a shape

struct Tensor {
  Space space = Space::system;
  int64_t element_bytes = 0;
  Index shape{};
  Dim4<Wide> stride{};
  int64_t start = 0;       // R; the address in system memory
  int64_t start_lane = 0;  // Q
  int64_t lanes = 0;       // X  of local memory
  bool padded = false;     // the channels are rounded up to stride.c
};

// A tensor whose local side starts at offset `start` of `lane`; a system side has no lane.
inline Tensor tensor_from(const Profile& profile, bool local, int64_t lane, int64_t start,
                          int64_t element_bytes, const Index& shape, const Dim4<Wide>& stride) {
  return {.space = local ? Space::local : Space::system,
          .element_bytes = element_bytes,
          .shape = shape,
          .stride = stride,
          .start = start,
          .start_lane = local ? lane : 0,
          .lanes = profile.lanes};
}

// a rounded up to a multiple of b.
inline Wide rounded(Wide a, Wide b) { return (a + b - 1) / b * b; }

inline Dim4<Wide> wide(const Index& stride) { return {stride.n, stride.c, stride.h, stride.w}; }

// stride-unit: the n, c and h strides as elements, if they are given in bytes. The w stride stays.
inline Index in_elements(const Index& stride, int64_t element_bytes,
                         const TakenReadings& readings) {
  if (readings.takes("stride-unit", 0)) return stride;
  return {stride.n / element_bytes, stride.c / element_bytes, stride.h / element_bytes, stride.w};
}
inline int64_t in_elements(int64_t stride, int64_t element_bytes, const TakenReadings& readings) {
  return readings.takes("stride-unit", 0) ? stride : stride / element_bytes;
}

// True if nothing uses the stride, and no rule concerns it (unused-stride).
inline bool is_free(int64_t extent, const TakenReadings& readings) {
  return extent <= 1 && !readings.takes("unused-stride", 1);
}

// A stride in bytes is one of whole elements (stride-unit).
inline bool is_whole(int64_t extent, int64_t stride, int64_t element_bytes,
                     const TakenReadings& readings) {
  return is_free(extent, readings) || readings.takes("stride-unit", 0) ||
         stride % element_bytes == 0;
}

// negative-stride, unused-stride
inline bool has_sign(int64_t extent, int64_t stride, const TakenReadings& readings) {
  if (stride >= 0) return true;
  if (extent == 1 && is_free(extent, readings)) return readings.takes("unused-stride", 0);
  return readings.takes("negative-stride", 1);
}

// A w stride, by an entry whose readings are: 1; 1, or any of an extent of 1; any.
inline bool is_w_stride(TakenReadings::LedgerIndex entry, int64_t extent, int64_t stride,
                        const TakenReadings& readings) {
  const int reading = readings.reading(entry);
  return stride == 1 || reading == 2 || (reading == 1 && extent == 1);
}

// source-broadcast
inline bool may_be_read_again(int64_t extent, int64_t stride, const TakenReadings& readings) {
  return is_free(extent, readings) || stride != 0 || readings.takes("source-broadcast", 0);
}

// True if the extent of an operand may have the stride, in units of element_bytes: stride-unit,
// negative-stride and, of a source, source-broadcast.
inline bool is_stride(Operands which, int64_t extent, int64_t stride, int64_t element_bytes,
                      const TakenReadings& readings) {
  return has_sign(extent, stride, readings) && is_whole(extent, stride, element_bytes, readings) &&
         (which == on_dst || may_be_read_again(extent, stride, readings));
}

// The strides of a tensor in local memory whose channels take `channel` elements each. The n stride
// spans all block rows of the lanes, counted from lane 0.
inline Dim4<Wide> local_strides(const Profile& profile, int64_t start_lane, const Index& shape,
                                Wide channel) {
  const int64_t block_rows = (start_lane + shape.c + profile.lanes - 1) / profile.lanes;
  return {block_rows * channel, channel, shape.w, 1};
}

// An operand of OKKernel. "If dst_stride is NULL, the destination tensor is in the 128-byte aligned
// layout" (local memory: H*W is rounded up to the element unit) or "in the continuous layout"
// (system memory).
inline Tensor okk_tensor(const Profile& profile, Space space, int64_t element_bytes,
                         int64_t address, const Index& shape, const Stride<int64_t>& given,
                         const TakenReadings& readings) {
  const bool local = space == Space::local;
  const int64_t lane = address / profile.lane_bytes, offset = address % profile.lane_bytes;
  Tensor t = tensor_from(profile, local, lane, local ? offset : address, element_bytes, shape, {});
  if (!given.null) {
    t.stride = wide(in_elements(given.stride, element_bytes, readings));
    return t;
  }
  t.padded = local;
  const Wide channel =
      rounded(Wide{shape.h} * shape.w, local ? profile.unit_bytes / element_bytes : 1);
  t.stride = local ? local_strides(profile, lane, shape, channel)
                   : Dim4<Wide>{shape.c * channel, channel, shape.w, 1};
  return t;
}

// "in the matrix layout": row x, column y is in channel y div `width` of row x.
inline Index in_channel(int64_t x, int64_t y, int64_t width) {
  return {x, y / width, 0, y % width};
}
// A matrix in local memory with `width` columns in a channel, up to the place `last`; channels are
// rounded up from `rounded_width` to the element unit (matrix-start-npu).
inline Tensor local_matrix(const Profile& profile, int64_t lane, int64_t start,
                           int64_t element_bytes, const Index& last, int64_t width,
                           int64_t rounded_width, const TakenReadings& readings) {
  const Wide channel = rounded(rounded_width, profile.unit_bytes / element_bytes);
  const int64_t first = readings.takes("matrix-start-npu", 1) ? 0 : lane;
  const Index shape = {last.n + 1, last.c + 1, 1, width};
  Tensor t = tensor_from(profile, true, lane, start, element_bytes, shape,
                         local_strides(profile, first, shape, channel));
  t.padded = true;
  return t;
}

// empty-copy
inline bool is_empty(const Index& shape) {
  return shape.n <= 0 || shape.c <= 0 || shape.h <= 0 || shape.w <= 0;
}

inline int64_t lane(const Tensor& t, const Index& i) {
  return t.space == Space::local ? (t.start_lane + i.c) % t.lanes : 0;
}

// The first byte of an element, inside its lane or in system memory.
template <class Integer>
Integer offset_in(const Tensor& t, const Index& i) {
  const int64_t c = t.space == Space::local ? (t.start_lane + i.c) / t.lanes : i.c;
  const auto term = [](int64_t at, Wide stride) { return at * static_cast<Integer>(stride); };
  return t.start + t.element_bytes * (term(i.n, t.stride.n) + term(c, t.stride.c) +
                                      term(i.h, t.stride.h) + term(i.w, t.stride.w));
}
inline Wide offset(const Tensor& t, const Index& i) { return offset_in<Wide>(t, i); }

// An element that lies inside its lane or window. 64 bits suffice there and are faster: strides >=
// 0 sum to at most the offset, and negative strides have 32 bits.
inline uint8_t* bytes_of(Machine& machine, const Tensor& t, const Index& i) {
  return machine.at(t.space, lane(t, i), offset_in<int64_t>(t, i));
}

// The same, counted from the base of the memory.
inline int64_t place_in_memory(Machine& machine, const Tensor& t, const Index& i) {
  return bytes_of(machine, t, i) - machine.base(t.space);
}

// Elements are little-endian.
inline uint32_t load(const uint8_t* from, int64_t bytes) {
  uint32_t bits = 0;
  for (int64_t b = 0; b < bytes; ++b) bits |= static_cast<uint32_t>(from[b]) << 8 * b;
  return bits;
}
inline void store(uint8_t* to, int64_t bytes, uint32_t bits) {
  for (int64_t b = 0; b < bytes; ++b) to[b] = static_cast<uint8_t>(bits >> 8 * b);
}

inline uint32_t read(Machine& machine, const Tensor& t, const Index& i) {
  return load(bytes_of(machine, t, i), t.element_bytes);
}
inline void write(Machine& machine, const Tensor& t, const Index& i, uint32_t bits) {
  store(bytes_of(machine, t, i), t.element_bytes, bits);
}

// At most 2^90, which is more than any memory holds.
inline Wide elements(const Index& shape) {
  constexpr Wide enough = Wide{1} << 90;
  const Wide channel = std::min(Wide{shape.h} * shape.w, enough);
  return std::min(std::min(channel * shape.c, enough) * shape.n, enough);
}

// Calls each(index) for every element, in NCHW order.
template <class Each>
void for_each(const Index& shape, Each each) {
  for (int64_t n = 0; n < shape.n; ++n)
    for (int64_t c = 0; c < shape.c; ++c)
      for (int64_t h = 0; h < shape.h; ++h)
        for (int64_t w = 0; w < shape.w; ++w) each(Index{n, c, h, w});
}

// The index after i, in NCHW order.
inline Index next(Index i, const Index& shape) {
  if (++i.w < shape.w) return i;
  if (++i.h < shape.h) return {i.n, i.c, i.h, 0};
  if (++i.c < shape.c) return {i.n, i.c, 0, 0};
  return {i.n + 1, 0, 0, 0};
}

// Moves each element: one after the other, or as if all were read first (copy-overlap).
template <class Read, class Write>
void move_each(const Index& shape, const TakenReadings& readings, Read read_element,
               Write write_element) {
  std::vector<decltype(read_element(Index{}))> before;
  const bool all_first = readings.takes("copy-overlap", 1);
  if (all_first) for_each(shape, [&](const Index& i) { before.push_back(read_element(i)); });
  size_t next = 0;
  for_each(shape,
           [&](const Index& i) { write_element(i, all_first ? before[next++] : read_element(i)); });
}

// The bounding range [first, end) of an operand's bytes: in system memory, or in each lane.
struct BoundingRange {
  Wide first, end;
};

// Computed from the first and the last element; with a negative stride the last index comes first.
inline BoundingRange bounding_range(const Tensor& t) {
  const Index last = {t.shape.n - 1, t.shape.c - 1, t.shape.h - 1, t.shape.w - 1};
  const Index low = {t.stride.n < 0 ? last.n : 0, t.stride.c < 0 ? last.c : 0,
                     t.stride.h < 0 ? last.h : 0, t.stride.w < 0 ? last.w : 0};
  const Index high = {last.n - low.n, last.c - low.c, last.h - low.h, last.w - low.w};
  return {offset(t, low), offset(t, high) + t.element_bytes};
}

// The same for a matrix whose last channel may be partly filled and start in a new lane: the last
// byte then belongs to the last column of the channel before it. `last` is the place of the last
// element.
inline BoundingRange bounding_range_of_columns(const Tensor& t, const Index& last) {
  Wide end = offset(t, last);
  if (last.c > 0) end = std::max(end, offset(t, {last.n, last.c - 1, 0, t.shape.w - 1}));
  return {offset(t, {0, 0, 0, 0}), end + t.element_bytes};
}

// The bytes touched, with the padding after the last channel (aligned-tail). The tensor is padded.
inline BoundingRange bounding_range_with_padding(const Tensor& t, const BoundingRange& touched) {
  const Index last = {t.shape.n - 1, t.shape.c - 1, 0, 0};
  return {touched.first, offset(t, last) + t.element_bytes * t.stride.c};
}

}  // namespace strideproof::reference
