#pragma once
// Random cases and laws of memcpy_4D and memset_4D; families.h has those of the family.

#include <vector>

#include "props/families.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::props::bm_atomic {

Case random_copy(Random& random, Case c);
Case random_fill(Random& random, Case c);
std::vector<Law> laws_4d();

}  // namespace strideproof::props::bm_atomic
