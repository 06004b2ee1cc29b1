#pragma once

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/tik.h"

namespace strideproof::props::tik {

inline constexpr int64_t gm = static_cast<int64_t>(Space::system),
                         ub = static_cast<int64_t>(Space::ub), l1 = static_cast<int64_t>(Space::l1);

// Gives a case these parameters.
void put(Case& c, const strideproof::tik::Move<int64_t>& op);

}  // namespace strideproof::props::tik
