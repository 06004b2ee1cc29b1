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
#include "model/reference/choices.h"
#include "spec/vocabulary/dim4.h"
#include "spec/vocabulary/profile.h"

namespace strideproof::reference {

// Wide enough for tensors that fit no memory: 65535^4 elements and more.
__extension__ typedef __int128 Wide;

using Index = Dim4<int64_t>;  // (n, c, h, w) of an element, or the extents of a shape

struct Tensor {
  Space space = Space::system;
  int64_t element_bytes = 0;
  int64_t address = 0;
  Index shape{};
  Dim4<Wide> stride{};
  bool padded = false;     // the channels are rounded up to stride.c
  int64_t lanes = 0;       // X  of local memory
  int64_t start_lane = 0;  // Q
  int64_t start = 0;       // R; the address in system memory
};

// A tensor whose local side starts at offset `start` of `lane`; a system side has no lane.
inline Tensor tensor_from(const Profile& profile, bool local, int64_t lane, int64_t start,
                          int64_t element_bytes, const Index& shape, const Dim4<Wide>& stride) {
  return {.space = local ? Space::local : Space::system,
          .element_bytes = element_bytes,
          .address = start,
          .shape = shape,
          .stride = stride,
          .lanes = profile.lanes,
          .start_lane = local ? lane : 0,
          .start = start};
}

inline Tensor tensor_at(const Profile& profile, Space space, int64_t element_bytes, int64_t address,
                        const Index& shape) {
  const bool local = space == Space::local;
  Tensor t = tensor_from(profile, local, address / profile.lane_bytes,
                         local ? address % profile.lane_bytes : address, element_bytes, shape, {});
  t.address = address;
  return t;
}

// a rounded up to a multiple of b.
inline Wide rounded(Wide a, Wide b) { return (a + b - 1) / b * b; }

inline Dim4<Wide> wide(const Index& stride) { return {stride.n, stride.c, stride.h, stride.w}; }

// stride-unit: the n, c and h strides as elements, if they are given in bytes. The w stride stays.
inline Index in_elements(const Index& stride, int64_t element_bytes, const Choices& choices) {
  if (choices.takes("stride-unit", 0)) return stride;
  return {stride.n / element_bytes, stride.c / element_bytes, stride.h / element_bytes, stride.w};
}
inline int64_t in_elements(int64_t stride, int64_t element_bytes, const Choices& choices) {
  return choices.takes("stride-unit", 0) ? stride : stride / element_bytes;
}

// True if nothing uses the stride, and no rule concerns it (unused-stride).
inline bool is_free(int64_t extent, const Choices& choices) {
  return extent <= 1 && !choices.takes("unused-stride", 1);
}

// A stride in bytes is one of whole elements (stride-unit).
inline bool is_whole(int64_t extent, int64_t stride, int64_t element_bytes,
                     const Choices& choices) {
  return is_free(extent, choices) || choices.takes("stride-unit", 0) || stride % element_bytes == 0;
}

// negative-stride, unused-stride
inline bool has_sign(int64_t extent, int64_t stride, const Choices& choices) {
  if (stride >= 0) return true;
  if (extent == 1 && is_free(extent, choices)) return choices.takes("unused-stride", 0);
  return choices.takes("negative-stride", 1);
}

// source-broadcast
inline bool may_be_read_again(int64_t extent, int64_t stride, const Choices& choices) {
  return is_free(extent, choices) || stride != 0 || choices.takes("source-broadcast", 0);
}

// "If dst_stride is NULL, the destination tensor is in the 128-byte aligned layout": H*W rounded up
// to the element unit, images follow all block rows of the lanes, counted from lane 0.
inline Tensor local_tensor(const Profile& profile, int64_t element_bytes, int64_t address,
                           const Index& shape, const Stride<int64_t>& given,
                           const Choices& choices) {
  Tensor t = tensor_at(profile, Space::local, element_bytes, address, shape);
  t.stride = wide(in_elements(given.stride, element_bytes, choices));
  if (!given.null) return t;
  t.padded = true;
  t.stride = {0, rounded(Wide{shape.h} * shape.w, profile.unit_bytes / element_bytes), shape.w, 1};
  t.stride.n = (t.start_lane + shape.c + t.lanes - 1) / t.lanes * t.stride.c;
  return t;
}

// empty-copy
inline bool is_empty(const Index& shape) {
  return shape.n <= 0 || shape.c <= 0 || shape.h <= 0 || shape.w <= 0;
}
inline bool is_unchecked(const Index& shape, const Choices& choices) {
  return is_empty(shape) && choices.takes("empty-copy", 2);
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

// True if the predicate holds for every element; stops at the first failure, in NCHW order.
template <class Predicate>
bool for_all(const Index& shape, Predicate holds) {
  for (int64_t n = 0; n < shape.n; ++n)
    for (int64_t c = 0; c < shape.c; ++c)
      for (int64_t h = 0; h < shape.h; ++h)
        for (int64_t w = 0; w < shape.w; ++w)
          if (!holds(Index{n, c, h, w})) return false;
  return true;
}

// Calls each(index) for every element, in NCHW order.
template <class Each>
void for_each(const Index& shape, Each each) {
  for_all(shape, [&](const Index& i) {
    each(i);
    return true;
  });
}

// Moves each element: one after the other, or as if all were read first (copy-overlap).
template <class Read, class Write>
void move_each(const Index& shape, const Choices& choices, Read read_element, Write write_element) {
  std::vector<decltype(read_element(Index{}))> before;
  const bool all_first = choices.takes("copy-overlap", 1);
  if (all_first) for_each(shape, [&](const Index& i) { before.push_back(read_element(i)); });
  size_t next = 0;
  for_each(shape,
           [&](const Index& i) { write_element(i, all_first ? before[next++] : read_element(i)); });
}

// The bounding range [first, end) of an operand's bytes: in system memory, or in each lane.
struct EnclosingRange {
  Wide first, end;
};

// Computed from the first and the last element; with a negative stride the last index comes first.
inline EnclosingRange enclosing(const Tensor& t) {
  const Index last = {t.shape.n - 1, t.shape.c - 1, t.shape.h - 1, t.shape.w - 1};
  const Index low = {t.stride.n < 0 ? last.n : 0, t.stride.c < 0 ? last.c : 0,
                     t.stride.h < 0 ? last.h : 0, t.stride.w < 0 ? last.w : 0};
  const Index high = {last.n - low.n, last.c - low.c, last.h - low.h, last.w - low.w};
  return {offset(t, low), offset(t, high) + t.element_bytes};
}

// The same, with the padding after the last channel (aligned-tail).
inline EnclosingRange enclosing_padding(const Tensor& t) {
  if (!t.padded) return enclosing(t);
  const Index last = {t.shape.n - 1, t.shape.c - 1, 0, 0};
  return {enclosing(t).first, offset(t, last) + t.element_bytes * t.stride.c};
}

}  // namespace strideproof::reference
