// The target that fuzz/CMakeLists.txt names; all else is compiled once for all targets.

#include "fuzz/differential.h"

namespace strideproof::fuzz {

FuzzTarget target() { return {Domain(STRIDEPROOF_FUZZ_TARGET), optimized::run}; }

}  // namespace strideproof::fuzz
