#pragma once
// The bytes of an okk-gdma case element by element, from the document, with no formula of spec/.

#include <compare>
#include <cstdint>
#include <random>
#include <set>
#include <string_view>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::naive {

struct Byte {
  int64_t lane;  // 0 in system memory
  int64_t offset;
  friend auto operator<=>(const Byte&, const Byte&) = default;
};

// The first byte of each element of an operand (on_dst, on_src), in NCHW order, for a case whose
// extents are small and legal.
std::vector<Byte> elements(const Case& c, Operands operand);
std::set<Byte> bytes(const Case& c, Operands operand);

// A case of an operation with random arguments near each other: small extents, small strides,
// addresses within a few units of the start and of the end of a lane or window. Mostly not legal.
Case random_case(std::mt19937_64& random, const Operation& operation, const Profile& profile);

// In [low, high].
int64_t pick(std::mt19937_64& random, int64_t low, int64_t high);

}  // namespace strideproof::naive
