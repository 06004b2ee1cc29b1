#include "proofs/theorems/theorems.h"

namespace strideproof::solver {

std::vector<Theorem> theorems() {
  std::vector<Theorem> all;
  for (const auto part :
       {extent_theorems, footprint_theorems, box_theorems, alias_theorems, tensor_theorems,
        element_theorems, order_theorems, nest_theorems, transpose_theorems, word_theorems})
    for (Theorem& theorem : part()) all.push_back(std::move(theorem));
  return all;
}

}  // namespace strideproof::solver
