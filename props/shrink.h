#pragma once
// Shrinking by the meaning of parameters (Role), alike for every operation. RapidCheck, the fuzzers
// and the checker use it. A candidate is one step closer to the simplest case: extents of 1, NULL
// strides, addresses at the start of their memory (or, with fewer elements, such that the operand
// ends where it did), constants of 0.

#include <cstdint>
#include <functional>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::props {

// Simpler programs, the boldest step first; empty for the simplest. Each has a smaller product of
// extents or fewer steps, or is closer to the simplest case in one part and farther in none.
std::vector<Case> shrink(const Case& c);
std::vector<Program> shrink(const Program& program);

// Takes the first candidate that still fails until there is none, or `budget` candidates were
// tried. Precondition: still_fails(program).
Program minimise(Program program, const std::function<bool(const Program&)>& still_fails,
                 int64_t budget = 20'000);

}  // namespace strideproof::props
