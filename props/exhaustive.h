#pragma once
// The small world: every case of an operation up to a stated size, on the profile toy.
// small_world.cpp has the values of every parameter, and the strides.
//
//   tensors   every shape up to 3 x 5 x 3 x 5 (n, c, h, w), of memcpy_4D and memset_4D up to
//             2 x 5 x 2 x 3, of mask_memcpy_4D up to 3 x 6 x 2 x 6
//   strides   NULL, the same explicitly, with gaps, not nested; sources and fills also broadcast;
//             those of a second source go round with the others
//   others    every value up to the largest; formats, directions and dtypes all; row strides from
//             below a row to above it
//   memcpy_4D each shape in each format and conversion; in one format of each size also reshaped
//             and transposed
//   lanes     every start lane of each operand
//   places    see small_world.h
//   C         every count or pattern in turn

#include <functional>

#include "spec/vocabulary/case.h"

namespace strideproof::props {

using Visit = std::function<void(const Case&)>;

// Takes every `of`-th combination of a shape and start lanes, from combination `number` on.
struct Sampling {
  int64_t number = 0, of = 1;
};

// Legal as far as they fit: those that do not are visited too.
void each_small_case(const Operation& operation, const Profile& profile, const Visit& visit,
                     Sampling sample = {});

// Violates each constraint in each small shape from each start lane: by one drawn case, the same
// for the same sample, mostly just outside the edge, not by all values. Leaves out a shape for
// which a few draws find no case. Other constraints are violated only if that is hard to avoid.
void each_small_violation(const Operation& operation, const Profile& profile, const Visit& visit,
                          Sampling sample = {});

}  // namespace strideproof::props
