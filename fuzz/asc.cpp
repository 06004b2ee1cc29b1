// Single operations of the family asc.

#include "fuzz/target.h"

namespace strideproof::fuzz {

Target target() { return {Domain::cases(Family::asc), optimized::run}; }

}  // namespace strideproof::fuzz
