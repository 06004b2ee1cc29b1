#pragma once
// Simplifies a failing program: a stride that no element uses becomes the stride of the default
// layout, which is the layout of NULL where a stride may be NULL.

#include <functional>

#include "spec/vocabulary/case.h"

namespace strideproof {

// Sets the strides that no element uses to those of NULL, as far as the program still fails.
Program with_usual_strides(Program program, const std::function<bool(const Program&)>& still_fails);

// True if a stride that no element uses is not that of NULL.
bool has_unusual_strides(const Program& program);

}  // namespace strideproof
