#pragma once
// Random cases of the family okk-gdma: one word of seed gives one case, at about a million a second.

#include <functional>

#include "props/random.h"
#include "props/world.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props::okk_gdma {

// Legal but for rare accidents (two operands placed anywhere that happen to overlap).
Case legal(Random& random, const Operation& operation, const Profile& profile);

// The small world of an operation; see props/exhaustive.h. Plain: default layouts, and one place.
void each_small_case(const Operation& operation, const Profile& profile, World world,
                     const std::function<void(const Case&)>& visit);

}  // namespace strideproof::props::okk_gdma
