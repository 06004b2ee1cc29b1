#pragma once
// Random changes of a case, of many values at once where one at a time leads nowhere: an operand laid
// on another or beside it, strides that interleave, extents of two shapes. What comes out is judged.

#include <random>

#include "spec/vocabulary/case.h"

namespace strideproof::solver {

using MoveRandom = std::mt19937_64;

// The case after one to `most` changes. Every value fits its type.
Case moved(MoveRandom& random, const Case& c, int most);

}  // namespace strideproof::solver
