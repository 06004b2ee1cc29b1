#pragma once

#include "model/fill.h"

namespace strideproof {

inline uint8_t fill_byte(uint64_t seed, Space space, int64_t lane, int64_t offset) {
  uint8_t byte = 0;
  fill(&byte, 1, seed, space, lane, offset);
  return byte;
}

}  // namespace strideproof
