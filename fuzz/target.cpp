// Single operations of a family, or programs, as target_name says.

#include "fuzz/differential.h"

namespace strideproof::fuzz {

FuzzTarget target() { return {Domain(target_name), optimized::run}; }

}  // namespace strideproof::fuzz
