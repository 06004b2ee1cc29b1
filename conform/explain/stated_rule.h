#pragma once
// Evaluates rules as sentences and reports state them.

#include <string_view>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

// True if a program of one step meets a rule, "shape.n > 1 and dst.wrap, or when src start lane = 0".
// Literals that say nothing of its operation do not hold.
// offered: the windows of system memory; none: those of the profile.
bool meets(const Program& program, std::string_view rule, const std::vector<Window>& offered = {});

}  // namespace strideproof::explanation
