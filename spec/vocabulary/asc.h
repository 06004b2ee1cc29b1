#pragma once
// Vocabulary of the family asc (asc_copy_l12l0b_trans of Ascend C): the typed view of its
// parameters.
//
//   Each of `repeat` iterations takes a square of the source in L1, transposes it, and leaves it in
//   L0B as fractals of 512 bytes:
//
//   b8    32 x 32 x 1 byte, two fractals of 16 x 32, one below the other
//   b16   16 x 16 x 2 bytes, one fractal
//   b32   16 x 16 x 4 bytes, two fractals of 16 x 8, side by side

#include <cstdint>

#include "spec/vocabulary/parameters.h"

namespace strideproof::asc {

// _sync is the copy and then a barrier: the same data.
enum class Kind : int { trans, trans_sync };

// In the order of the document's prototypes; the parameter dtype stands for the overload.
enum class DType : int { u8, s8, f16, bf16, u32, s32, f32 };
inline constexpr int dtype_count = 7;

// The parameters, which both operations have:
//
//   dst, src         offsets in L0B and L1, in bytes
//   index_id         squares before the first one
//   repeat           iterations; 0: nothing is done
//   src_stride       squares, from the start of one to the start of the next
//   dst_stride       fractals, from the end of the first fractal of an iteration to that of the next
//   addrmode         0 or 1
//   dst_frac_stride  fractals, from the end of the first to the second of an iteration; b8, b32
template <class I>
using Transpose = parameters::asc_copy_l12l0b_trans<I>;

inline constexpr int64_t largest_frac_stride = 65535;

}  // namespace strideproof::asc
