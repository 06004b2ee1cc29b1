#pragma once
// Family bm-atomic: does every element of a copy map onto itself, bytes unchanged? Shapes may differ.

#include "spec/operations/bm_atomic.h"

namespace strideproof::spec::bm_atomic {

// Of copies that are legal but for what operands share: counts equal, extents >= 1, X > 1.
bool is_in_place(const MachineShape<int64_t>& m, const Linear<int64_t>& op);
bool is_in_place(const MachineShape<int64_t>& m, const Tensor4D<int64_t>& op);
bool is_in_place(const MachineShape<int64_t>& m, const CWTranspose<int64_t>& op);

}  // namespace strideproof::spec::bm_atomic
