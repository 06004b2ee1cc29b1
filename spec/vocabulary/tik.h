#pragma once
// Vocabulary of the family tik ("data_move" of TIK): the typed view of its parameters.
//
//   data_move copies nburst bursts of burst * 32 bytes; src_stride and dst_stride are the gaps from
//   the end of a burst to the start of the next, in blocks of 32 bytes whatever the dtype.

#include <cstdint>

#include "spec/vocabulary/parameters.h"

namespace strideproof::tik {

enum class Kind : int { data_move };

// In the order of the document's list; both operands have the same.
enum class DType : int { u8, s8, f16, u16, s16, f32, s32, u32, u64, s64 };
inline constexpr int dtype_count = 10;

// dst_space and src_space are numbers of Space; OUT (GM) is system memory. dst and src are offsets
// in bytes, in system memory addresses. sid has no effect on data.
template <class I>
using Move = parameters::data_move<I>;

inline constexpr int64_t largest_sid = 15, largest_nburst = 4095, largest_burst = 65535,
                         largest_stride = 65535;

}  // namespace strideproof::tik
