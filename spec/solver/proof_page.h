#pragma once
// docs/proofs.md: what is proved and how. Without times and without values of counterexamples, which
// differ from one machine or solver to the next; `strideproof prove` prints those.

#include <string>
#include <vector>

#include "spec/solver/theorem.h"

namespace strideproof::solver {

// What the page says of one theorem, and all of it.
std::string proof_section(const Report& report);
std::string proof_page(const std::vector<Report>& reports);

}  // namespace strideproof::solver
