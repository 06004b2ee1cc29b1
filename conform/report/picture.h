#pragma once
// A picture of a case: for each operand the bytes that it touches, in strips of a lane or of system
// memory, with gaps, padding and the wrong byte marked.

#include <optional>
#include <string>

#include "oracle/verdict.h"
#include "spec/vocabulary/case.h"

namespace strideproof {

// A whole <svg> element with at most max_strips strips; it says how much is left out. Works for
// illegal cases as far as their operands exist.
inline constexpr int max_strips = 24;
std::string picture(const Case& c, const std::optional<Difference>& difference = std::nullopt);

// Replaces & < > " by entities, for SVG and HTML.
std::string escape(std::string_view text);

}  // namespace strideproof
