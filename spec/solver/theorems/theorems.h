#pragma once
// The theorems of the project, each about the code that runs: the templates of the spec and of the
// optimized implementation over unknown parameters. theorem.h says what one is and runs it.

#include <vector>

#include "spec/solver/theorem.h"

namespace strideproof::solver {

std::vector<Theorem> layout_theorems();   // elements never share a byte; default strides
std::vector<Theorem> extent_theorems();   // the last byte, bounds, footprints
std::vector<Theorem> sharing_theorems();  // when elements and tensors share bytes
std::vector<Theorem> plan_theorems();     // the address plans of the optimized implementation

// All of them, in this order.
std::vector<Theorem> theorems();

}  // namespace strideproof::solver
