#pragma once
// Random cases of the family tik: one word of seed gives one case.

#include <functional>

#include "props/random.h"
#include "props/world.h"
#include "spec/vocabulary/tik.h"

namespace strideproof::props::tik {

// Legal but for rare accidents (two operands placed anywhere in UB that happen to overlap).
Case legal(Random& random, const Operation& operation, const Profile& profile);

// The small world; see props/exhaustive.h.
void each_small_case(const Operation& operation, const Profile& profile, World world,
                     const std::function<void(const Case&)>& visit);

// Gives a case these parameters.
void put(Case& c, const strideproof::tik::Move<int64_t>& op);

}  // namespace strideproof::props::tik
