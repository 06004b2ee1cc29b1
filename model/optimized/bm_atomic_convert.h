#pragma once
// Elements of one format made elements of another, with the widest vectors of the processor and
// integer code of our own for float16. IEEE 754: to nearest, ties to even; subnormal numbers are
// kept; NaN stays NaN, with its sign and the upper bits of its payload, and is quiet. To an integer:
// rounded first in the same way, too large or too small becomes the largest or smallest, NaN the
// largest.

#include <cstdint>

#include "spec/operations/bm_atomic_selectors.h"

namespace strideproof::optimized {

// `count` elements, adjacent on either side; dst and src share no byte.
using Convert = void (*)(uint8_t* dst, const uint8_t* src, int64_t count);

// from != to, is_convertible(from, to).
Convert converter(bm_atomic::Format from, bm_atomic::Format to);

}  // namespace strideproof::optimized
