#pragma once
// The theorems of the project, each about the code that runs: the templates of the spec and of the
// optimized implementation over unknown parameters. theorem.h defines and runs a theorem.

#include <cstdint>
#include <string_view>
#include <vector>

#include "proofs/engine/theorem.h"

namespace strideproof::solver {

std::vector<Theorem> extent_theorems();     // the last byte, block rows, bounding ranges
std::vector<Theorem> footprint_theorems();  // runs of bytes
std::vector<Theorem> box_theorems();        // when runs of boxes overlap
std::vector<Theorem> alias_theorems();      // when elements of a tensor overlap
std::vector<Theorem> tensor_theorems();     // when two tensors overlap
std::vector<Theorem> element_theorems();    // the places in the plan of an operation
std::vector<Theorem> order_theorems();      // columns, and NCHW order
std::vector<Theorem> nest_theorems();       // the loops of a column, and their steps
std::vector<Theorem> transpose_theorems();  // the transposing copy
std::vector<Theorem> word_theorems();       // operations on words, conversions of elements

// All of them, in this order.
std::vector<Theorem> theorems();
// The number of theorems with a control that has this mutant (Control::mutant).
int64_t theorems_with_mutant(std::string_view fault);

}  // namespace strideproof::solver
