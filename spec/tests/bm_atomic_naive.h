#pragma once
// The elements of a bm-atomic case one by one, from the document, with no formula of spec/.

#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/case.h"

namespace strideproof::bm_atomic_naive {

// An element: its first byte. Lane 0 in system memory; beyond the last one, or negative, where
// memcpy_1D leads out of local memory.
struct Element {
  Space space;
  int64_t lane, offset, size;
  friend bool operator==(const Element&, const Element&) = default;
};
using Byte = std::tuple<Space, int64_t, int64_t>;  // space, lane, offset

// Those of an operand, extents and selectors of the case being in their ranges. Element i of on_dst
// comes from element i of on_src (of mask_memcpy_4D: where all words are kept) and on_src1.
std::vector<Element> elements(const Case& c, Operands operand);
std::set<Byte> bytes(const std::vector<Element>& elements);

// A case with random arguments near each other: small extents, small strides, addresses within a few
// units of the start and of the end of a lane or window. Often legal, often not.
Case random_case(std::mt19937_64& random, const Operation& operation, const Profile& profile);

}  // namespace strideproof::bm_atomic_naive
