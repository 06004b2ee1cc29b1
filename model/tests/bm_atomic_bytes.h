#pragma once
// Byte tables of bm-atomic: X = 4 lanes of S = 256 bytes, units of U = 16 bytes, system memory around
// 2^32, local memory of memcpy_1D from 0x08000000. In the derivations strides are in bytes. Formats:
// 0 float32, 1 int16, 2 uint8, 3 int8, 4 float16; directions: 0 S2L, 1 L2S, 2 S2S, 3 L2L.

#include "model/tests/byte_table.h"

namespace strideproof {

inline const std::vector<ByteTable>& bm_atomic_bytes() {
  // Lane 0, offset 250: three int16 fit, two go on in lane 1. src crosses 2^32.
  constexpr int64_t line = 0xfffffff8;
  // Three columns a channel: c stride 16, 3 channels, the last with one column alone, in lanes 3 0 1,
  // block rows 0 1 1; ceil((3+3)/4) = 2: n stride 32. Rows of the source: 18 bytes apart.
  constexpr int64_t matrix = 0xffffff00;
  // The local matrix has 2 rows of 3 columns, but 5 columns a channel: one channel in lane 1; 5 words
  // are rounded up to 8: n stride 32. Rows of the destination: 16 bytes apart.
  constexpr int64_t wide = 0x100000010;
  // 2 local rows of 5 columns, 2 a channel: c stride 16, 3 channels in lanes 2 3 0, block rows 0 0 1;
  // ceil((2+3)/4) = 2: n stride 32. Rows of the source: 3 bytes apart.
  constexpr int64_t narrow = 0x100000ff0;
  // src: c 20, h 8, whose rows of 3 are at 0, 8, 20 and 28. dst: 3 channels of 4 in lanes 3 0 1, block
  // rows 0 1 1, c stride 24.
  constexpr int64_t shape = 0xfffffffa;
  constexpr int64_t set = 0x100000ff8;  // the last 8 bytes of the window
  // Mask copies: a channel of H*W words is rounded up to units of 4 words; local addresses are multiples
  // of 16, those of dst of 64.
  constexpr int64_t kept = 0x100000040, packed = 0xffffffc0, last = 0x100000fc0;

  // clang-format off
  static const std::vector<ByteTable> tables = {
      {"memcpy_1D_S2L_into_the_next_lane",
       "bm_atomic_memcpy_1D toy src_addr=0xfffffff8 dst_addr=0x080000fa length=5 format=1 "
       "direction=0 fill=1",
       {{0, 250, 0, line, 3}, {1, 0, 0, line + 6, 2}}},
      // src: lane 1 from 10, lane 2 up to 54; dst: lane 2 from 200, lane 3 up to 244.
      {"memcpy_1D_L2L_over_lanes",
       "bm_atomic_memcpy_1D toy src_addr=0x0800010a dst_addr=0x080002c8 length=300 format=2 "
       "direction=3 fill=2",
       {{2, 200, 1, 10, 56}, {3, 0, 1, 66, 190}, {3, 190, 2, 0, 54}}},
      {"memcpy_2D_S2L_partial_channel",
       "bm_atomic_memcpy_2D toy global_mem_addr=0xffffff00 local_mem_addr=18 local_mem_idx=3 row=2 "
       "col=7 row_stride=9 sec_size=3 format=4 direction=0 transpose=0 result_add=0 fill=3",
       {{3, 18, 0, matrix, 3},
        {0, 34, 0, matrix + 6, 3},
        {1, 34, 0, matrix + 12, 1},
        {3, 50, 0, matrix + 18, 3},
        {0, 66, 0, matrix + 24, 3},
        {1, 66, 0, matrix + 30, 1}}},
      {"memcpy_2D_L2S_transposed_wide_section",
       "bm_atomic_memcpy_2D toy global_mem_addr=0x100000010 local_mem_addr=8 local_mem_idx=1 row=3 "
       "col=2 row_stride=4 sec_size=5 format=0 direction=1 transpose=1 result_add=0 fill=4",
       {{0, wide, 1, 8},       {0, wide + 4, 1, 40},    // row 0 of system memory
        {0, wide + 16, 1, 12}, {0, wide + 20, 1, 44},
        {0, wide + 32, 1, 16}, {0, wide + 36, 1, 48}}},
      {"memcpy_2D_S2L_transposed",
       "bm_atomic_memcpy_2D toy global_mem_addr=0x100000ff0 local_mem_addr=3 local_mem_idx=2 row=5 "
       "col=2 row_stride=3 sec_size=2 format=3 direction=0 transpose=1 result_add=0 fill=5",
       {{2, 3, 0, narrow},       {2, 35, 0, narrow + 1},  // row 0 of system memory
        {2, 4, 0, narrow + 3},   {2, 36, 0, narrow + 4},
        {3, 3, 0, narrow + 6},   {3, 35, 0, narrow + 7},
        {3, 4, 0, narrow + 9},   {3, 36, 0, narrow + 10},
        {0, 19, 0, narrow + 12}, {0, 51, 0, narrow + 13}}},
      // The lane of a system side and strides of single elements mean nothing.
      {"memcpy_4D_S2L_reshaped",
       "bm_atomic_memcpy_4D toy src_addr=0xfffffffa src_local_idx=9 src_shape=1,2,2,3 "
       "src_stride=99,10,4,1 src_format=1 dst_addr=6 dst_local_idx=3 dst_shape=1,3,1,4 "
       "dst_stride=7,12,5,1 dst_format=1 direction=0 transpose=0 fill=6",
       {{3, 6, 0, shape, 3},       {3, 12, 0, shape + 8},
        {0, 30, 0, shape + 10, 2}, {0, 34, 0, shape + 20, 2},
        {1, 30, 0, shape + 24},    {1, 32, 0, shape + 28, 3}}},
      // src: n 40, channels in lanes 2 3 0, block rows 0 0 1 of 8. dst: channel n in lane 1 + n, n
      // stride 20.
      {"memcpy_4D_L2L_transposed",
       "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=2 src_shape=2,3,1,2 src_stride=40,8,3,1 "
       "src_format=2 dst_addr=100 dst_local_idx=1 dst_shape=3,2,1,2 dst_stride=20,5,9,1 "
       "dst_format=2 direction=3 transpose=1 fill=7",
       {{1, 100, 2, 0, 2},  {1, 120, 3, 0, 2},  {1, 140, 0, 8, 2},
        {2, 100, 2, 40, 2}, {2, 120, 3, 40, 2}, {2, 140, 0, 48, 2}}},
      // n 40, c 18, h 8; channel 1 is in lane 0, block row 1.
      {"memset_4D_local_with_gaps",
       "bm_atomic_memset_4D toy start_addr=4 shape=2,2,2,3 stride=20,9,4,1 const_val=0xdeadbeef "
       "format=1 is_local_mem=1 local_idx=3 fill=8",
       {{3, 4, 0, 0, 3},  {3, 12, 0, 0, 3}, {0, 22, 0, 0, 3}, {0, 30, 0, 0, 3},
        {3, 44, 0, 0, 3}, {3, 52, 0, 0, 3}, {0, 62, 0, 0, 3}, {0, 70, 0, 0, 3}},
       {0xef, 0xbe}},
      // c stride 2 under rows of 4: elements on top of each other, which a fill may have.
      {"memset_4D_system_overlapping_elements",
       "bm_atomic_memset_4D toy start_addr=0x100000ff8 shape=1,3,1,2 stride=0,1,0,1 "
       "const_val=0x1234 format=4 is_local_mem=0 local_idx=7 fill=9",
       {{0, set, 0, 0, 2}, {0, set + 2, 0, 0, 2}, {0, set + 4, 0, 0, 2}},
       {0x34, 0x12}},
      // src: channels in lanes 3 0 1 2 3, block rows 0 1 1 1 1 of 14. dst: channels in lanes 2 3 0,
      // block rows 0 0 1 of 12.
      {"cwtrans",
       "bm_atomic_cwtrans toy src_addr=10 src_local_idx=3 dst_addr=100 dst_local_idx=2 src_c=5 "
       "src_w=3 format=1 src_c_stride=7 dst_c_stride=6 fill=10",
       {{2, 100, 3, 10}, {2, 102, 0, 24}, {2, 104, 1, 24}, {2, 106, 2, 24}, {2, 108, 3, 24},
        {3, 100, 3, 12}, {3, 102, 0, 26}, {3, 104, 1, 26}, {3, 106, 2, 26}, {3, 108, 3, 26},
        {0, 112, 3, 14}, {0, 114, 0, 28}, {0, 116, 1, 28}, {0, 118, 2, 28}, {0, 120, 3, 28}}},
      // The mask keeps words 0, 3 and 4 of 6. Its word 3 has one bit in the second byte, word 4 the top bit.
      {"mask_memcpy_4D_one_channel",
       "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=32 mask_local_mem_addr=80 local_mem_idx=2 "
       "dst_global_mem_addr=0x100000040 shape=1,1,2,3 fill=11",
       {{0, kept, 2, 32}, {0, kept + 4, 2, 44, 2}},
       {},
       {{2, 80, {1, 0, 0, 0x100, 0x80000000, 0}}}},
      // Channels 0, 1, 2 in lanes 3, 0, 1, block rows 0, 1, 1; 3 words are rounded up to 4: c 16;
      // ceil((3+3)/4) = 2: n 32. 9 words of 18, in the order n, c, w.
      {"mask_memcpy_4D_over_lanes",
       "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=16 mask_local_mem_addr=128 local_mem_idx=3 "
       "dst_global_mem_addr=0xffffffc0 shape=2,3,1,3 fill=12",
       {{0, packed, 3, 20},                                    // n = 0, c = 0
        {0, packed + 4, 0, 32, 3},                             // c = 1
        {0, packed + 16, 3, 48}, {0, packed + 20, 3, 56},      // n = 1, c = 0; nothing of n = 0, c = 2
        {0, packed + 24, 0, 72}, {0, packed + 28, 1, 64, 2}},  // c = 1 and 2
       {},
       {{3, 128, {0, 7, 0}}, {0, 144, {1, 1, 1}}, {1, 144, {0, 0, 0}},
        {3, 160, {0x100, 0, 0xffffffff}}, {0, 176, {0, 0, 1}}, {1, 176, {2, 0x10000, 0}}}},
      // The data is its own mask: words that are 0 are dropped. Channels of 4 words in lanes 1, 2, 3 and,
      // one block row further at the end of the lane, 0. dst has room for 16 words and no more.
      {"mask_memcpy_4D_data_is_mask",
       "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=224 mask_local_mem_addr=224 local_mem_idx=1 "
       "dst_global_mem_addr=0x100000fc0 shape=1,4,2,2 fill=13",
       {{0, last, 1, 228}, {0, last + 4, 1, 236}, {0, last + 8, 3, 224, 4},
        {0, last + 24, 0, 240}, {0, last + 28, 0, 252}},
       {},
       {{1, 224, {0, 0x11, 0, 0x22}}, {2, 224, {0, 0, 0, 0}},
        {3, 224, {0x01000000, 0x80000000, 1, 2}}, {0, 240, {3, 0, 0, 4}}}},
  };
  // clang-format on
  return tables;
}

}  // namespace strideproof
