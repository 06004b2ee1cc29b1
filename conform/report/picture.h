#pragma once
// A picture of a case: for each operand the bytes that it touches, in rows of a lane or of system
// memory, with gaps, padding and the wrong byte marked.

#include <optional>
#include <string>

#include "oracle/verdict.h"
#include "spec/vocabulary/case.h"

namespace strideproof {

// A whole <svg> element with at most max_rows rows; it says how much is left out. Works for
// illegal cases as far as their operands exist.
inline constexpr int max_rows = 24;
std::string picture(const Case& c, const std::optional<Difference>& difference = std::nullopt);

}  // namespace strideproof
