// Single operations of the family okk-gdma.

#include "fuzz/target.h"

namespace strideproof::fuzz {

Target target() { return {Domain::cases(Family::okk_gdma), optimized::run}; }

}  // namespace strideproof::fuzz
