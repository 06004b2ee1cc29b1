#pragma once
// The theorems of the project, each about the code that runs: the templates of the spec and of the
// optimized implementation over unknown parameters. theorem.h defines and runs a theorem.

#include <vector>

#include "proofs/engine/theorem.h"

namespace strideproof::solver {

std::vector<Theorem> extent_theorems();          // the last byte, bounds
std::vector<Theorem> footprint_theorems();       // runs of bytes
std::vector<Theorem> bounding_range_theorems();  // of a lane, or of system memory
std::vector<Theorem> box_theorems();             // when runs of boxes share a unit
std::vector<Theorem> alias_theorems();           // when elements of a tensor share a byte
std::vector<Theorem> tensor_theorems();          // when two tensors share a byte
std::vector<Theorem> column_theorems();          // the columns of the plan of an operation
std::vector<Theorem> nest_theorems();            // the loops of a column
std::vector<Theorem> step_theorems();            // their steps
std::vector<Theorem> matrix_theorems();          // the parts of a matrix
std::vector<Theorem> move_theorems();            // data_move, memcpy_1D
std::vector<Theorem> transpose_theorems();       // the transposing copy
std::vector<Theorem> word_theorems();            // of okk-bdc, and those that a mask keeps
std::vector<Theorem> bm_run_theorems();          // channels one after the other, tensors as runs
std::vector<Theorem> bm_transpose_theorems();    // rows become columns, N becomes C
std::vector<Theorem> conversion_theorems();      // of elements

// All of them, in this order.
std::vector<Theorem> theorems();

}  // namespace strideproof::solver
