#pragma once
// Unknowns of the theorems about footprints.

#include "proofs/theorems/domain.h"

namespace strideproof::solver {

// Any legal operand in lanes or in system memory: given strides or those of any layout, and either
// rows with any w stride or a last channel of any width.
AnyOperand any_footprint(Proof& proof);

}  // namespace strideproof::solver
