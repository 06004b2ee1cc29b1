#pragma once
#include <string>

namespace strideproof {

// label: OPERATION.LABEL of a constraint or landmark: what it says, and the smallest cases on both
// sides of its edge, from the boundary corpus; "": there is none.
std::string explain_label(const std::string& label);

}  // namespace strideproof
