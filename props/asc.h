#pragma once
// Random cases of the family asc: one word of seed gives one case.

#include <functional>

#include "props/random.h"
#include "props/world.h"
#include "spec/vocabulary/asc.h"

namespace strideproof::props::asc {

// Always legal.
Case legal(Random& random, const Operation& operation, const Profile& profile);

// The small world; see props/exhaustive.h.
void each_small_case(const Operation& operation, const Profile& profile, World world,
                     const std::function<void(const Case&)>& visit);

// Gives a case these parameters.
void put(Case& c, const strideproof::asc::Transpose<int64_t>& op);

}  // namespace strideproof::props::asc
