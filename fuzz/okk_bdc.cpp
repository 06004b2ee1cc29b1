// Single operations of the family okk-bdc.

#include "fuzz/target.h"

namespace strideproof::fuzz {

Target target() { return {Domain::cases(Family::okk_bdc), optimized::run}; }

}  // namespace strideproof::fuzz
