#pragma once
// Cases that keep a relation of another case: where its operands end, or how dense they are.

#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

// Moves each operand to the end of its lane, buffer or window that ends there in `base`.
Case with_same_ends(Case c, const Case& base);

// The case `c`, which may have another number of channels, moved so that its last channel lies in
// the lane of the last channel of `base`.
Case with_same_last_lane(Case c, const Case& base);

// Each stride that equals the product of the inner extents in `base` does so in the case too.
Case with_dense_strides(Case c, const Case& base);

}  // namespace strideproof::explanation
