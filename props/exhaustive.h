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
//
// okk-bdc, toy: every shape up to 3 x 5 x 3 x 5 from every start lane, C every count or pattern in turn
//   strides   of dst NULL, the same explicitly, with gaps, not nested, w with gaps, w outermost; of
//             sources also broadcast along n, w, all; every pair of two sources where dst is NULL
//   places    operands behind one another in either order, from the start and to the end of the
//             lane; each in place; one element further (they overlap); both sources the same
//
// bm-atomic, toy: every format, direction and start lane
//   memcpy_1D       lengths up to 9, and around one and two lanes; from, to and across the ends of
//                   lanes, at the ends of the window, across 2^32; within one memory also beside, in
//                   place and one element further
//   memcpy_2D       row up to 4, col up to 9, sec_size up to 5, row_stride from 0 (L2S: from col) to
//                   col + 2, transposed or not, of float32 also added; one side at its start and the
//                   other at its end, either way round
//   cwtrans         src_c and src_w up to 6; strides without a gap, with gaps, and src_c_stride 0
//   mask_memcpy_4D  every shape up to 3 x 6 x 2 x 6, the mask after the data, the same, a unit
//                   further, and as far as it can be
//
// tik, toy: nburst up to 4, burst up to 3, both strides up to 3
//   places    every path, every dtype: at the start and the end of each memory, across 2^32; from UB
//             to UB: every destination for a source in the middle
// asc, toy: every dtype, repeat up to 4, index_id and src_stride up to 2, dst_stride up to 3,
//   dst_frac_stride up to 5, one operand at the start of its memory and the other at the end

#include <cstdint>
#include <functional>

#include "spec/vocabulary/case.h"

namespace strideproof::props {

using Visit = std::function<void(const Case&)>;
using FaultVisit = std::function<void(const Case&, const Constraint& broken)>;

// Legal as far as they fit: those that do not are visited too. Returns how many were visited.
int64_t each_small_case(const Operation& operation, const Profile& profile, const Visit& visit);

// Each constraint broken in each small shape, as far as it fits, and from each start lane: not all
// values and places that break it, but `ways` of them, drawn always alike, mostly just outside its
// edge. Where a few draws find none (a shape that cannot break it) the shape is left out. Each case
// violates the constraint; others with it only where that is hard to avoid. Returns how many
// were visited.
int64_t each_small_fault(const Operation& operation, const Profile& profile, int ways,
                         const FaultVisit& visit);

}  // namespace strideproof::props
