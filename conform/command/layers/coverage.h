#pragma once
// Which layers know an operation, counted at run time: what strideproof list prints.

#include <cstdint>
#include <string>

#include "spec/vocabulary/operation.h"

namespace strideproof {

struct LayerCoverage {
  bool reference = false, optimized = false;  // whether they carry out a case of it
  int64_t properties = 0;                     // metamorphic laws that speak of it, and the
                                              // comparison of both implementations
  std::string fuzz_target;
  int64_t theorems = 0;
  int64_t boundary_cases = 0;  // in the corpus
};
LayerCoverage coverage(const Operation& operation);

}  // namespace strideproof
