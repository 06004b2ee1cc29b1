#pragma once
// Random cases of the family bm-atomic: one word of seed gives one case. memcpy_4D and memset_4D are
// made in bm_atomic_4d*.cpp, see bm_atomic_4d.h.

#include <functional>

#include "props/random.h"
#include "props/world.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::props::bm_atomic {

// Legal but for rare accidents (two operands placed anywhere that happen to overlap).
Case legal(Random& random, const Operation& operation, const Profile& profile);

// The small world; see props/exhaustive.h.
void each_small_case(const Operation& operation, const Profile& profile, World world,
                     const std::function<void(const Case&)>& visit);

// Gives a case these parameters.
void put(Case& c, const strideproof::bm_atomic::Linear<int64_t>& op);
void put(Case& c, const strideproof::bm_atomic::Matrix2D<int64_t>& op);
void put(Case& c, const strideproof::bm_atomic::CWTranspose<int64_t>& op);
void put(Case& c, const strideproof::bm_atomic::MaskedCopy<int64_t>& op);

}  // namespace strideproof::props::bm_atomic
