#pragma once
// What the theorems of footprints speak of.

#include "proofs/theorems/domain.h"
#include "spec/footprint.h"

namespace strideproof::solver {

// Any legal operand in lanes or in system memory: strides of any layout or given, and either rows of
// any w stride or a last channel of any width.
AnyOperand any_footprint(Proof& proof);

}  // namespace strideproof::solver
