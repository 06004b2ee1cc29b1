#pragma once
// Where bytes move: nests of loops (plan.h) over plain memory, by pointer increments only.

#include <cstdint>

#include "model/optimized/plan.h"

namespace strideproof::optimized {

// The operands share no byte.
void copy_nested(const Nest<int64_t>& nest, uint8_t* dst, const uint8_t* src);

// A constant repeated; elements of 1, 2 or 4 bytes.
class Pattern {
 public:
  Pattern(int64_t bits, int64_t element_bytes);
  static constexpr int64_t size = 128;
  const uint8_t* bytes() const { return bytes_; }  // size of them
  bool uniform() const { return uniform_; }        // all bytes are equal

 private:
  alignas(64) uint8_t bytes_[size];
  bool uniform_;
};

void fill_nested(const Nest<int64_t>& nest, uint8_t* dst, const Pattern& pattern);

}  // namespace strideproof::optimized
