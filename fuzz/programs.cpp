// Programs of several operations on one machine: what one leaves in memory the next one reads.

#include "fuzz/target.h"

namespace strideproof::fuzz {

Target target() { return {Domain::programs(), optimized::run}; }

}  // namespace strideproof::fuzz
