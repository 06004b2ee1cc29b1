#pragma once
// Small worlds: every case of an operation up to a stated size, not a sample.
//
// okk-gdma, meant for the profile toy:
//   tensors   every shape up to 3 x 5 x 3 x 5 (n, c, h, w), every start lane of each local operand,
//             strides NULL, the same explicitly, with gaps, n innermost, not nested, and of sources
//             and fills broadcast
//   matrices  rows up to 4, cols up to 9, cols_per_channel up to 5, every start lane, row_stride
//             from 0 (L2S: from cols) to cols + 2
//   places    operands at the start of their memory and with the last byte at its end; within one
//             space also in place, and one element further (they overlap)

#include <cstdint>
#include <functional>

#include "spec/vocabulary/case.h"

namespace strideproof::props {

using Visit = std::function<void(const Case&)>;

// Legal as far as they fit: those that do not are visited too. Returns how many were visited.
int64_t each_small_case(const Operation& operation, const Profile& profile, const Visit& visit);

// Each constraint broken in each small shape and from each start lane, in `ways` ways. Returns how
// many were visited.
int64_t each_small_fault(const Operation& operation, const Profile& profile, int ways,
                         const Visit& visit);

}  // namespace strideproof::props
