#pragma once
// docs/proofs.md: the theorems and their proofs. The page omits values of counterexamples, which
// differ between solvers, and times; `strideproof prove` prints both.

#include <string>
#include <vector>

#include "proofs/engine/theorem.h"

namespace strideproof::solver {

// The text of one theorem on the page.
std::string proof_section(const Report& report);
// The page with its list of theorems, which comes last, replaced.
std::string proof_page(std::string page, const std::vector<Report>& reports);

}  // namespace strideproof::solver
