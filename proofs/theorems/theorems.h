#pragma once
// The theorems of the project, each about the code that runs: the templates of the spec and of the
// optimized implementation over unknown parameters. theorem.h defines and runs a theorem.

#include <vector>

#include "proofs/engine/theorem.h"

namespace strideproof::solver {

std::vector<Theorem> extent_theorems();     // the last byte, block rows, bounding ranges
std::vector<Theorem> footprint_theorems();  // runs of bytes
std::vector<Theorem> box_theorems();        // when runs of boxes overlap
std::vector<Theorem> alias_theorems();      // when elements of a tensor overlap
std::vector<Theorem> tensor_theorems();     // when two tensors overlap
std::vector<Theorem> column_theorems();     // the columns of the plan of an operation
std::vector<Theorem> nest_theorems();       // the loops of a column
std::vector<Theorem> step_theorems();       // their steps
std::vector<Theorem> matrix_theorems();     // the parts of a matrix
std::vector<Theorem> transpose_theorems();  // the transposing copy
std::vector<Theorem> word_theorems();       // operations on words, conversions of elements
std::vector<Theorem> bm_atomic_theorems();  // runs and transposes of bm-atomic

// All of them, in this order.
std::vector<Theorem> theorems();

}  // namespace strideproof::solver
