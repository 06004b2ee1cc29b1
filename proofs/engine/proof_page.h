#pragma once
// docs/proofs.md: what is proved and how. Without values of counterexamples, which differ from one
// solver to the next, and of times only how long they are about; `strideproof prove` prints those.

#include <string>
#include <string_view>
#include <vector>

#include "proofs/engine/theorem.h"

namespace strideproof::solver {

// What the page says of one theorem but for its time, and all of it. A line with this begins each time.
inline constexpr std::string_view time_item = "- Time: ";
std::string proof_section(const Report& report);
std::string proof_page(const std::vector<Report>& reports);

}  // namespace strideproof::solver
