#pragma once
// The bytes of a tensor as runs; see spec.h.

#include <cstdint>
#include <vector>

#include "spec/layout.h"
#include "spec/saturating.h"
#include "spec/spec.h"

namespace strideproof::spec {

// N*C*H*W; saturates at 2^62, 0 where an extent is below 1.
int64_t element_count(const Dim4<int64_t>& shape);

// Appends a run of bytes, merged with the last one where it goes on there.
void append_run(const Run& run, std::vector<Run>& runs);

// Appends the exact bytes of a tensor in NCHW order, runs that follow each other merged.
void append_runs(const MachineShape<int64_t>& m, const Tensor<int64_t>& t, Operands operand,
                 std::vector<Run>& runs);

// The arguments in saturating arithmetic; an extent (or cols_per_channel) below 1 counts as 1, so
// that the hull of an illegal case still shows where it would begin.
Arguments<Saturating> existing_arguments(const Case& c);

// Appends, for each lane, the range that encloses the tensor's bytes; in system memory the part of
// the range in each window. Values may be absurd; only extents below 1 are not allowed.
void append_hulls(const MachineShape<int64_t>& m, const Tensor<Saturating>& t, Operands operand,
                  std::vector<Run>& runs);

// The first element of a tensor, in NCHW order, that holds a byte; false: none does. By trying every
// row. Of `located`, the element and its byte are set. Strides >= 0 where used.
bool locate_in(const MachineShape<int64_t>& m, const Tensor<int64_t>& t, int64_t lane,
               int64_t offset, Located& located);

}  // namespace strideproof::spec
