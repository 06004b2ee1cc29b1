#pragma once
// The generated part of conform/strideproof_ops.h: the structs and prototypes of all operations.

#include <string>

namespace strideproof {

// The header with its generated part made anew from spec/vocabulary/operations.def. The rest, above
// and below the two lines that enclose that part, stays. Throws std::runtime_error if a line is missing.
std::string ops_header(const std::string& header);

}  // namespace strideproof
