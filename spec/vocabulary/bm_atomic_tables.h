#pragma once
// Sets of kinds, shared by the tables of the family bm-atomic.

#include <cstdint>
#include <vector>

#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::bm_atomic {

using Kinds = uint8_t;  // bit k: the kind k
inline constexpr Kinds linear = 1, matrix = 2, tensor = 4, fill = 8, cwtrans = 16, mask = 32;
inline constexpr Kinds formatted = linear | matrix | tensor | fill | cwtrans;

constexpr bool contains(Kinds kinds, Kind kind) {
  return (kinds >> static_cast<int>(kind) & 1) != 0;
}

std::vector<Landmark> landmarks(const Operation& operation);  // bm_get_mask_… has none

}  // namespace strideproof::bm_atomic
