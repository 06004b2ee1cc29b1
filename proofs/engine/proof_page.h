#pragma once
// docs/proofs.md: the theorems and their proofs. The page omits values of counterexamples, which
// differ between solvers, and gives only rough times; `strideproof prove` prints both.

#include <string>
#include <string_view>
#include <vector>

#include "proofs/engine/theorem.h"

namespace strideproof::solver {

// The text of one theorem on the page without its time. A line with this prefix has the time.
inline constexpr std::string_view time_item = "- Time: ";
std::string proof_section(const Report& report);
// The page with its list of theorems, which comes last, replaced.
std::string proof_page(std::string page, const std::vector<Report>& reports);

}  // namespace strideproof::solver
