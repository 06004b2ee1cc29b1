#pragma once
// Text for the user about one constraint or landmark: what it says, and the smallest cases on both
// sides of its edge.

#include <string>

#include "spec/vocabulary/operation.h"

namespace strideproof {

// label: OPERATION.LABEL; "" if there is none. The cases start from the boundary corpus.
std::string explain_label(const std::string& label);

}  // namespace strideproof
