#pragma once
// The initial content of memory: a hash of (fill seed, space, lane, offset), so that no
// displacement is invisible. Frozen: a case line means the same bytes for ever (test values in
// fill_test.cpp).
//
//   key      = mix(seed + golden * (1 + space) + (lane << 40))
//   word(i)  = mix(key + golden * i)                 8 bytes, little-endian, at offset 8*i
//   mix      = the finalizer of splitmix64,  golden = 0x9e3779b97f4a7c15
//
// Data classes change the bytes of an operand:
//
//   low, high    the top bit of each byte is clear, or set, so that one-byte elements of source and
//                destination differ wherever they lie
//   counts       int32 in [-32, 32], often -32, 0, 31 or 32; counts_over: 33 among them;
//                counts_under: -33 among them
//   counts_far_over, counts_far_under
//                counts, among them some that become legal if part of their bits is lost: legal
//                ones plus or minus 2^8, 2^16 or 2^24, and the largest or the smallest int32
//   mask         32-bit words, half of them 0, the others often with a single bit or byte set
//   floats       float32: special values, edges of the other formats, quarters in [-300, 300], any

#include <cstdint>

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/profile.h"

namespace strideproof {

// Writes the bytes of [offset, offset + size) to `to`.
void fill(uint8_t* to, int64_t size, uint64_t seed, Space space, int64_t lane, int64_t offset,
          DataClass data = DataClass::unique);
inline uint8_t fill_byte(uint64_t seed, Space space, int64_t lane, int64_t offset,
                         DataClass data = DataClass::unique) {
  uint8_t byte = 0;
  fill(&byte, 1, seed, space, lane, offset, data);
  return byte;
}

}  // namespace strideproof
