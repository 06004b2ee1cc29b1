#pragma once
// Vocabulary of the family bm-atomic ("BM atomic, GDMA"): its kinds of operation, and typed views of
// their parameters.
//
//   memcpy_1D         dst[i] = src[i]                          0 <= i < length
//   memcpy_2D         local matrix = system matrix or its transpose, either way; or += (result_add)
//   memcpy_4D         element i of dst = element i of src, in NCHW order, converted to the format
//                     of dst; with transpose dst(c, n, h, w) = src(n, c, h, w)
//   memset_4D         dst(n, c, h, w) = constant
//   cwtrans           dst(w, c) = src(c, w)
//   mask_memcpy_4D    dst = the words of src whose mask is not 0, in NCHW order, packed
//   mask_count        bm_get_mask_memcpy_res_num: the number that the last mask copy kept
//
// Lengths, strides and sec_size count ELEMENTS, addresses bytes; strides are unsigned. Parameters
// have the names and the order of the document's structs. Selectors (format, direction) are
// integers that may be invalid.
//
// `direction` says which side of a copy is local ("S2L": from system to local memory), is_local_mem
// says it for memset_4D. The address of a local side is an offset in the lane in which the operand
// starts, local_idx (src_local_idx, ...) is that lane; a system side ignores its local_idx. Only
// memcpy_1D sees local memory as one range of addresses: lane * S + offset from
// Profile::local_base, and a run continues from the end of a lane at offset 0 of the next.
//
// Elements of mask_memcpy_4D (data and mask) are 32-bit words.

#include <cstdint>

#include "spec/vocabulary/integer.h"
#include "spec/vocabulary/parameters.h"

namespace strideproof::bm_atomic {

enum class Kind : int {
  memcpy_1D,
  memcpy_2D,
  memcpy_4D,
  memset_4D,
  cwtrans,
  mask_memcpy_4D,
  mask_count
};
inline Kind kind(const Operation& operation) { return static_cast<Kind>(operation.variant); }
// For an operation of any family.
bool is_kind(const Operation& operation, Kind wanted);
inline bool is_mask_copy(const Operation& operation) {
  return is_kind(operation, Kind::mask_memcpy_4D);
}
inline bool reads_mask_count(const Operation& operation) {
  return is_kind(operation, Kind::mask_count);
}

// BmGDMAFormat and BmGDMADir, with their values.
enum class Format : int { float32, int16, uint8, int8, float16 };
enum class Direction : int { S2L, L2S, S2S, L2L };
inline constexpr int format_count = 5, direction_count = 4;

// True if a selector has one of the values of its enum.
template <class I, class Enum>
Truth<I> is(const I& selector, Enum wanted) {
  return selector == I(static_cast<int>(wanted));
}

template <class I>
using Linear = parameters::bm_atomic_memcpy_1D<I>;
// row, col and row_stride are the system matrix, also with transpose.
template <class I>
using Matrix2D = parameters::bm_atomic_memcpy_2D<I>;
template <class I>
using Tensor4D = parameters::bm_atomic_memcpy_4D<I>;
// const_val: 4 bytes, little-endian; the element is as many of them as the format has bytes.
template <class I>
using Fill4D = parameters::bm_atomic_memset_4D<I>;
template <class I>
using CWTranspose = parameters::bm_atomic_cwtrans<I>;
template <class I>
using MaskedCopy = parameters::bm_atomic_mask_memcpy_4D<I>;

// Constraints of src1 concern the mask. In memcpy_2D those of dst concern the local matrix and
// those of src the system matrix, in both directions.

inline constexpr int64_t largest_extent = 65535;

}  // namespace strideproof::bm_atomic
