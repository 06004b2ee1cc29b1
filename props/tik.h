#pragma once

#include "spec/vocabulary/profile.h"

namespace strideproof::props::tik {

inline constexpr int64_t gm = static_cast<int64_t>(Space::system),
                         ub = static_cast<int64_t>(Space::ub), l1 = static_cast<int64_t>(Space::l1);

}  // namespace strideproof::props::tik
