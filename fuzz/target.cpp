// The target that fuzz/CMakeLists.txt names: single operations of a family, or programs.

#include "fuzz/differential.h"

namespace strideproof::fuzz {

FuzzTarget target() { return {Domain(STRIDEPROOF_FUZZ_TARGET), optimized::run}; }

}  // namespace strideproof::fuzz
