// Single operations of the family bm-atomic.

#include "fuzz/target.h"

namespace strideproof::fuzz {

Target target() { return {Domain::cases(Family::bm_atomic), optimized::run}; }

}  // namespace strideproof::fuzz
