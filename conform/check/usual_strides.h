#pragma once
// A smallest case without noise: strides that no element uses, as NULL would give them.

#include <functional>

#include "spec/vocabulary/case.h"

namespace strideproof {

// Changes the strides of extents of 1, where the program then still fails.
Program with_usual_strides(Program program, const std::function<bool(const Program&)>& still_fails);

}  // namespace strideproof
