#pragma once
// Family bm-atomic: where a legal case meets a landmark. The meanings in words are in the table of
// spec/vocabulary/bm_atomic_landmarks.cpp.

#include "spec/operations/bm_atomic.h"

namespace strideproof::spec::bm_atomic {

bool meets(const MachineShape<int64_t>& m, const Linear<int64_t>& op, Mark mark);
bool meets(const MachineShape<int64_t>& m, const Matrix2D<int64_t>& op, Mark mark);
bool meets(const MachineShape<int64_t>& m, const Tensor4D<int64_t>& op, Mark mark);
bool meets(const MachineShape<int64_t>& m, const Fill4D<int64_t>& op, Mark mark);
bool meets(const MachineShape<int64_t>& m, const CWTranspose<int64_t>& op, Mark mark);
bool meets(const MachineShape<int64_t>& m, const MaskedCopy<int64_t>& op, Mark mark);

}  // namespace strideproof::spec::bm_atomic
