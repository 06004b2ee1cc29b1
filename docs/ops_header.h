#pragma once
// The structs and prototypes of all operations, from spec/vocabulary/operations.def.

#include <string>

namespace strideproof {

std::string ops_header();  // conform/strideproof_ops.h

}  // namespace strideproof
