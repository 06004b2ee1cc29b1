#pragma once
// Shared by the plug-ins of these tests: the memories of profile toy, and one operation,
// okk_gdma_8bit_set_C_local, implemented correctly. Each plug-in includes this header and deviates
// from it in one point.

#include <cstdint>
#include <cstring>

#include "conform/strideproof.h"
#include "conform/strideproof_ops.h"

namespace toy {

constexpr uint32_t lanes = 4;
constexpr int64_t lane_bytes = 256, unit = 16;
constexpr uint64_t system_first = (uint64_t{1} << 32) - 4096, system_bytes = 8192;
inline uint64_t system_offered = system_bytes;  // less in window.cpp
inline uint8_t local[lanes][lane_bytes];
inline uint8_t global[system_bytes], ub[2048], l1[4096], l0b[8192];
inline int status = SP_DONE;

inline int reset(const char* profile) { return std::strcmp(profile, "toy") == 0 ? 0 : 1; }

inline uint8_t* at(int space, uint32_t lane, uint64_t offset, uint64_t size) {
  const auto inside = [&](uint8_t* memory, uint64_t first, uint64_t bytes) {
    const bool there = offset >= first && offset - first + size <= bytes;
    return there ? memory + (offset - first) : nullptr;
  };
  if (space == SP_LOCAL && lane < lanes) return inside(local[lane], 0, lane_bytes);
  if (lane != 0) return nullptr;
  switch (space) {
    case SP_SYSTEM: return inside(global, system_first, system_offered);
    case SP_UB: return inside(ub, 0, sizeof ub);
    case SP_L1: return inside(l1, 0, sizeof l1);
    case SP_L0B: return inside(l0b, 0, sizeof l0b);
    default: return nullptr;
  }
}

inline int write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size) {
  uint8_t* to = at(space, lane, offset, size);
  if (to != nullptr) std::memcpy(to, bytes, size);
  return to == nullptr ? 1 : 0;
}

inline int read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size) {
  const uint8_t* from = at(space, lane, offset, size);
  if (from != nullptr) std::memcpy(bytes, from, size);
  return from == nullptr ? 1 : 0;
}

inline bool extent(int value) { return value >= 1 && value <= 65535; }

// false: rejected, nothing changed.
inline bool set_C(local_addr_t dst, x8 C, const dim4& shape, const dim4* given) {
  if (!extent(shape.n) || !extent(shape.c) || !extent(shape.h) || !extent(shape.w)) return false;
  const int64_t start = dst / lane_bytes, offset = dst % lane_bytes;
  const int64_t rows = (start + shape.c + lanes - 1) / lanes;
  const int64_t channel = (int64_t{shape.h} * shape.w + unit - 1) / unit * unit;
  int64_t sn = rows * channel, sc = channel, sh = shape.w, sw = 1;
  if (given != nullptr) {
    const auto bad = [](int extent_of_it, int stride) { return extent_of_it > 1 && stride < 0; };
    if (bad(shape.n, given->n) || bad(shape.c, given->c) || bad(shape.h, given->h)) return false;
    if (given->w != 1) return false;
    sn = given->n, sc = given->c, sh = given->h, sw = given->w;
  }
  if (start >= lanes) return false;
  const auto place = [&](int64_t n, int64_t c, int64_t h, int64_t w) {
    return offset + n * sn + (start + c) / lanes * sc + h * sh + w * sw;
  };
  for (int64_t c = 0; c < shape.c; ++c)
    if (place(shape.n - 1, c, shape.h - 1, shape.w - 1) >= lane_bytes) return false;
  for (int64_t n = 0; n < shape.n; ++n)
    for (int64_t c = 0; c < shape.c; ++c)
      for (int64_t h = 0; h < shape.h; ++h)
        for (int64_t w = 0; w < shape.w; ++w) local[(start + c) % lanes][place(n, c, h, w)] = C.u8;
  return true;
}

}  // namespace toy
