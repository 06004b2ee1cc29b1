#pragma once
// Small worlds: every case of an operation up to a stated size, not a sample. They are meant for the
// profile toy. small_values.cpp has the values of every parameter, and the strides.
//
//   tensors   every shape up to 3 x 5 x 3 x 5 (n, c, h, w), of memcpy_4D and memset_4D up to
//             2 x 5 x 2 x 3, of mask_memcpy_4D up to 3 x 6 x 2 x 6; strides NULL, the same explicitly,
//             with gaps, not nested, and of sources and fills broadcast; those of a second source go
//             round with the others
//   others    every value up to the largest; formats, directions and dtypes all; row strides from
//             below a row to above it
//   memcpy_4D each shape in each format and conversion; in one format of each size also reshaped and
//             transposed
//   lanes     every start lane of each operand
//   places    see small_world.h
//   C         every count or pattern in turn

#include <functional>

#include "spec/vocabulary/case.h"

namespace strideproof::props {

using Visit = std::function<void(const Case&)>;

// Legal as far as they fit: those that do not are visited too.
void each_small_case(const Operation& operation, const Profile& profile, const Visit& visit);

// Each constraint violated in each small shape, as far as it fits, and from each start lane: not all
// values and places that break it, but one of them, drawn always alike, mostly just outside its edge.
// Where a few draws find none (a shape that cannot break it) the shape is left out. Each case violates
// the constraint; others with it only where that is hard to avoid.
void each_small_fault(const Operation& operation, const Profile& profile, const Visit& visit);

}  // namespace strideproof::props
