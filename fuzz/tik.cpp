// Single operations of the family tik.

#include "fuzz/target.h"

namespace strideproof::fuzz {

Target target() { return {Domain::cases(Family::tik), optimized::run}; }

}  // namespace strideproof::fuzz
