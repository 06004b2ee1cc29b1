#pragma once
// Conditions over the parameters of a case that decide whether two readings of a ledger entry differ
// on it.

#include "proofs/boundary/goal.h"

namespace strideproof::solver {

// The operands of okk-gdma with strides of their own lie in their memory, with strides of any sign;
// those of a matrix have them in system memory.
Goal signed_inside();
Goal addresses_of_words();
// A copy of okk-gdma: the enclosing ranges of offsets meet, whatever the lane, and it is not in place.
Goal offsets_meet();
Goal padding_leaves_lane();
// memcpy_2D: sec_size and the columns differ when rounded up, and there is a second row.
Goal wide_section();
// data_move: several bursts, each onto itself (in place), or not.
Goal many_bursts(bool in_place);
// The transposing copy: a square of 16-bit elements that is not the first, by its index or by the
// stride.
Goal another_square(bool by_index);
Goal repeats_never();

}  // namespace strideproof::solver
