#pragma once
// Which layers know an operation, determined at run time; strideproof list prints it.

#include <cstdint>
#include <string>

#include "spec/vocabulary/operation.h"

namespace strideproof {

struct LayerCoverage {
  bool reference = false, optimized = false;  // true if the implementation runs a case of it
  int64_t properties = 0;                     // metamorphic laws that speak of it, and the
                                              // comparison of both implementations
  std::string fuzz_target;
  int64_t theorems = 0;
  int64_t boundary_cases = 0;  // in the corpus
};
LayerCoverage coverage(const Operation& operation);

}  // namespace strideproof
