#include "proofs/theorems/theorems.h"

#include <algorithm>

namespace strideproof::solver {

std::vector<Theorem> theorems() {
  std::vector<Theorem> all;
  for (const auto part :
       {extent_theorems, footprint_theorems, box_theorems, alias_theorems, tensor_theorems,
        element_theorems, order_theorems, nest_theorems, transpose_theorems, word_theorems})
    for (Theorem& theorem : part()) all.push_back(std::move(theorem));
  return all;
}

int64_t theorems_with_mutant(std::string_view fault) {
  static const std::vector<Theorem> all = theorems();
  return std::ranges::count_if(all, [&](const Theorem& theorem) {
    return std::ranges::count(theorem.controls, fault, &Control::mutant) > 0;
  });
}

}  // namespace strideproof::solver
