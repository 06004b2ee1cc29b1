// The target that fuzz/CMakeLists.txt names; all else is compiled once for all targets.

#include "fuzz/differential.h"

namespace strideproof::fuzz {

const char* const target_name = STRIDEPROOF_FUZZ_TARGET;

}  // namespace strideproof::fuzz
