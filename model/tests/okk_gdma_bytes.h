#pragma once
// Byte tables of okk-gdma, worked out by hand from the document and never by running code. All are of
// the toy profile: X = 4 lanes of S = 256 bytes, units of U = 16 bytes, system memory around 2^32.
// In the derivations Q is the start lane, R the offset in it, strides are in bytes.

#include "model/tests/byte_table.h"

namespace strideproof {

inline const std::vector<ByteTable>& okk_gdma_bytes() {
  // src crosses 2^32. Aligned layout of dst: Q = 2, R = 8; a channel of 3 words is rounded up to 4:
  // c stride 16; ceil((2+3)/4) = 2 block rows: n stride 32. Channels 0, 1, 2 are in lanes 2, 3 and,
  // one block row further, 0.
  constexpr int64_t s2l = 0xfffffff0;
  // Q = 3, R = 30; c stride 22, h 10, n 80. Channels 0 to 5: lanes 3 0 1 2 3 0, block rows 0 1 1 1 1 2.
  // dst: n 4, c 18, h 8: the rows of n = 0 and 1 are woven, and two bytes behind each channel stay.
  constexpr int64_t l2s = 0xfffff102;
  // Q = 3, R = 16; 3 columns a channel, c stride 16; 3 channels, the last with one column alone, in
  // lanes 3 0 1, block rows 0 1 1; ceil((3+3)/4) = 2: n stride 32. Rows of the source: 36 bytes apart.
  constexpr int64_t matrix = 0xffffff00;
  // 5 columns a channel but only 2 in the matrix: one channel in lane 1, R = 4; 5 words are rounded up
  // to 8: n stride ceil((1+1)/4) * 32 = 32.
  constexpr int64_t narrow = 0x100000010;
  constexpr int64_t s2s_dst = 0x100000100, s2s_src = 0xfffffffc;
  constexpr int64_t set = 0x100000ff8;  // the last 8 bytes of the window

  // clang-format off
  static const std::vector<ByteTable> tables = {
      {"S2L_default_layouts",
       "okk_gdma_32bit_cpy_S2L toy dst_addr=520 src_addr=0xfffffff0 shape=2,3,1,3 "
       "dst_stride=null src_stride=null fill=1",
       {{2, 8, 0, s2l},       {2, 12, 0, s2l + 4},  {2, 16, 0, s2l + 8},
        {3, 8, 0, s2l + 12},  {3, 12, 0, s2l + 16}, {3, 16, 0, s2l + 20},
        {0, 24, 0, s2l + 24}, {0, 28, 0, s2l + 28}, {0, 32, 0, s2l + 32},
        {2, 40, 0, s2l + 36}, {2, 44, 0, s2l + 40}, {2, 48, 0, s2l + 44},
        {3, 40, 0, s2l + 48}, {3, 44, 0, s2l + 52}, {3, 48, 0, s2l + 56},
        {0, 56, 0, s2l + 60}, {0, 60, 0, s2l + 64}, {0, 64, 0, s2l + 68}}},
      {"L2S_explicit_strides",
       "okk_gdma_16bit_cpy_L2S toy dst_addr=0xfffff102 src_addr=798 shape=2,6,2,2 "
       "dst_stride=2,9,4,1 src_stride=40,11,5,1 fill=2",
       {{0, l2s, 3, 30, 2},       {0, l2s + 8, 3, 40, 2},     // n = 0: c = 0, h = 0 and 1
        {0, l2s + 18, 0, 52, 2},  {0, l2s + 26, 0, 62, 2},    // c = 1
        {0, l2s + 36, 1, 52, 2},  {0, l2s + 44, 1, 62, 2},    // c = 2
        {0, l2s + 54, 2, 52, 2},  {0, l2s + 62, 2, 62, 2},    // c = 3
        {0, l2s + 72, 3, 52, 2},  {0, l2s + 80, 3, 62, 2},    // c = 4
        {0, l2s + 90, 0, 74, 2},  {0, l2s + 98, 0, 84, 2},    // c = 5
        {0, l2s + 4, 3, 110, 2},  {0, l2s + 12, 3, 120, 2},   // n = 1
        {0, l2s + 22, 0, 132, 2}, {0, l2s + 30, 0, 142, 2},
        {0, l2s + 40, 1, 132, 2}, {0, l2s + 48, 1, 142, 2},
        {0, l2s + 58, 2, 132, 2}, {0, l2s + 66, 2, 142, 2},
        {0, l2s + 76, 3, 132, 2}, {0, l2s + 84, 3, 142, 2},
        {0, l2s + 94, 0, 154, 2}, {0, l2s + 102, 0, 164, 2}}},
      {"matrix_S2L_partial_channel",
       "okk_gdma_32bit_matrix_S2L toy dst_addr=784 src_addr=0xffffff00 rows=2 cols=7 "
       "cols_per_channel=3 row_stride=9 fill=3",
       {{3, 16, 0, matrix, 3},
        {0, 32, 0, matrix + 12, 3},
        {1, 32, 0, matrix + 24, 1},
        {3, 48, 0, matrix + 36, 3},
        {0, 64, 0, matrix + 48, 3},
        {1, 64, 0, matrix + 60, 1}}},
      {"matrix_L2S_channel_wider_than_matrix",
       "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000010 src_addr=260 rows=3 cols=2 "
       "cols_per_channel=5 row_stride=2 fill=4",
       {{0, narrow, 1, 4, 2}, {0, narrow + 8, 1, 36, 2}, {0, narrow + 16, 1, 68, 2}}},
      // Q = 3, R = 5; n 20, c 9, h 4: a byte stays between the rows. Channel 1 is in lane 0, block row 1.
      {"set_C_local_with_gaps",
       "okk_gdma_8bit_set_C_local toy dst_addr=773 C=0xa5 shape=2,2,2,3 dst_stride=20,9,4,1 fill=5",
       {{3, 5, 0, 0, 3},  {3, 9, 0, 0, 3},  {0, 14, 0, 0, 3}, {0, 18, 0, 0, 3},
        {3, 25, 0, 0, 3}, {3, 29, 0, 0, 3}, {0, 34, 0, 0, 3}, {0, 38, 0, 0, 3}},
       {0xa5}},
      // c stride 2 bytes under rows of 4: elements on top of each other, which a fill may have.
      {"set_C_system_overlapping_elements",
       "okk_gdma_16bit_set_C_system toy dst_addr=0x100000ff8 C=0x1234 shape=1,3,1,2 "
       "dst_stride=0,1,0,1 fill=6",
       {{0, set, 0, 0, 2}, {0, set + 2, 0, 0, 2}, {0, set + 4, 0, 0, 2}},
       {0x34, 0x12}},
      // Channels of 21 bytes, rounded up to 32. dst: Q = 1, R = 128; src: Q = 0, R = 0.
      {"L2L_default_layouts",
       "okk_gdma_8bit_cpy_L2L toy dst_addr=384 src_addr=0 shape=1,5,3,7 dst_stride=null "
       "src_stride=null fill=7",
       {{1, 128, 0, 0, 21},
        {2, 128, 1, 0, 21},
        {3, 128, 2, 0, 21},
        {0, 160, 3, 0, 21},
        {1, 160, 0, 32, 21}}},
      // The source is the same for n = 0 and 1; src crosses 2^32.
      {"S2S_broadcast",
       "okk_gdma_32bit_cpy_S2S toy dst_addr=0x100000100 src_addr=0xfffffffc shape=2,1,2,3 "
       "dst_stride=null src_stride=0,7,4,1 fill=8",
       {{0, s2s_dst, 0, s2s_src, 3},
        {0, s2s_dst + 12, 0, s2s_src + 16, 3},
        {0, s2s_dst + 24, 0, s2s_src, 3},
        {0, s2s_dst + 36, 0, s2s_src + 16, 3}}},
  };
  // clang-format on
  return tables;
}

}  // namespace strideproof
