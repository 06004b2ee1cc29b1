#pragma once
// What a byte of memory is to a case: which operand, which element of it.

#include <array>
#include <cstdint>

#include "spec/vocabulary/case.h"

namespace strideproof {

struct Place {
  Operands operand = 0;              // on_dst before on_src; 0: no element lies there
  std::array<int64_t, 4> element{};  // (n, c, h, w); of a matrix in local memory (row, channel, 0,
                                     // column in it), in system memory (row, 0, 0, column)
  int64_t byte_of_element = 0;
};

// By trying every row of the case, which is legal: for cases of at most run_budget elements.
Place locate(const Case& c, Space space, int64_t lane, int64_t offset);

}  // namespace strideproof
