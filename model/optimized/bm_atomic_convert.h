#pragma once
// Converts elements from one format to another, with the widest vectors of the processor; float16
// is converted by integer operations. IEEE 754: to nearest, ties to even; subnormal numbers are
// kept; NaN stays NaN, with its sign and the upper bits of its payload, and is quiet. To an
// integer: rounded in the same way, then saturated; NaN becomes the largest integer.

#include <cstdint>

#include "spec/operations/bm_atomic_selectors.h"

namespace strideproof::optimized {

// Converts `count` elements, adjacent on either side; dst and src share no byte.
using Convert = void (*)(uint8_t* dst, const uint8_t* src, int64_t count);

// Precondition: from != to, is_convertible(from, to).
Convert converter(bm_atomic::Format from, bm_atomic::Format to);

}  // namespace strideproof::optimized
