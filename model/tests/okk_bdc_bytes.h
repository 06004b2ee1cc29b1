#pragma once
// Byte tables of okk-bdc: X = 4 lanes of S = 256 bytes, units of U = 16 bytes. In the derivations Q is the
// start lane, R the offset in it (of dst, and of each source), strides are in bytes.

#include "model/tests/byte_table.h"

namespace strideproof {

// A count of a shift to the right.
constexpr uint32_t right(uint32_t count) { return 0 - count; }

inline const std::vector<ByteTable>& okk_bdc_bytes() {
  static const std::vector<ByteTable> tables = {
      // Q = 3; R = 16, 100, 180. Channels of 3 words are rounded up to 4: c 16; ceil((3+2)/4) = 2 block
      // rows: n 32. Channel 0 is in lane 3, channel 1 one block row further in lane 0.
      {.name = "and_default_layouts",
       .line = "okk_bdc_32bit_and toy dst_addr=784 src0_addr=868 src1_addr=948 shape=2,2,1,3 "
               "dst_stride=null src0_stride=null src1_stride=null fill=1",
       .before = {{3, 100, {0x0f0f0f0f, 0xffffffff, 0x12345678}},
                  {0, 116, {0xdeadbeef, 0xaaaaaaaa, 0xcccccccc}},
                  {3, 132, {0x00000000, 0x7fffffff, 0xfedcba98}},
                  {0, 148, {0x13579bdf, 0x00000003, 0xffff0000}},
                  {3, 180, {0x00ff00ff, 0x80000001, 0xffff0000}},
                  {0, 196, {0x0000ffff, 0x55555555, 0xaaaaaaaa}},
                  {3, 212, {0xffffffff, 0x80000000, 0x0f0f0f0f}},
                  {0, 228, {0xf0f0f0f0, 0x00000006, 0x00ffff00}}},
       .after = {{3, 16, {0x000f000f, 0x80000001, 0x12340000}},
                 {0, 32, {0x0000beef, 0x00000000, 0x88888888}},
                 {3, 48, {0x00000000, 0x00000000, 0x0e0c0a08}},
                 {0, 64, {0x105090d0, 0x00000002, 0x00ff0000}}}},
      // Q = 1; R = 4, 128; dst: c 20, w 12; src: c 32, w 8. Channels 0 to 3: lanes 1 2 3 0, block rows
      // 0 0 0 1.
      {.name = "or_C_w_strides",
       .line = "okk_bdc_32bit_or_C toy dst_addr=260 src_addr=384 C=0x80000001 shape=1,4,1,2 "
               "dst_stride=0,5,0,3 src_stride=0,8,0,2 fill=2",
       .before = {{1, 128, {0x00000000}},
                  {1, 136, {0x7ffffffe}},
                  {2, 128, {0x80000001}},
                  {2, 136, {0x00000010}},
                  {3, 128, {0xffffffff}},
                  {3, 136, {0x12345678}},
                  {0, 160, {0x80000000}},
                  {0, 168, {0x00000001}}},
       .after = {{1, 4, {0x80000001}},
                 {1, 16, {0xffffffff}},
                 {2, 4, {0x80000001}},
                 {2, 16, {0x80000011}},
                 {3, 4, {0xffffffff}},
                 {3, 16, {0x92345679}},
                 {0, 24, {0x80000001}},
                 {0, 36, {0x80000001}}}},
      // Q = 0; R = 8. dst and src0 are the same map, once by default and once by its strides: channels of
      // 4 words: c 16; ceil(5/4) = 2: n 32. src1 is the same for both h: R = 200, c 8. Channel 4 is in
      // lane 0 again.
      {.name = "xor_in_place_with_a_broadcast",
       .line = "okk_bdc_32bit_xor toy dst_addr=8 src0_addr=8 src1_addr=200 shape=1,5,2,2 "
               "dst_stride=null "
               "src0_stride=8,4,2,1 src1_stride=9,2,0,1 fill=3",
       .before = {{0, 8, {0x00000000, 0xffffffff, 0x12345678, 0x0000ffff}},
                  {1, 8, {0x00000001, 0x00000002, 0x00000004, 0x00000008}},
                  {2, 8, {0xaaaaaaaa, 0x55555555, 0xcccccccc, 0x33333333}},
                  {3, 8, {0xdeadbeef, 0xcafef00d, 0x00000000, 0x80000000}},
                  {0, 24, {0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210}},
                  {0, 200, {0xff00ff00, 0x80000000, 0xffffffff, 0x11111111}},  // channels 0 and 4
                  {1, 200, {0x00000003, 0x00000003}},
                  {2, 200, {0xffffffff, 0xffff0000}},
                  {3, 200, {0xdeadbeef, 0x00000000}}},
       .after = {{0, 8, {0xff00ff00, 0x7fffffff, 0xed34a978, 0x8000ffff}},
                 {1, 8, {0x00000002, 0x00000001, 0x00000007, 0x0000000b}},
                 {2, 8, {0x55555555, 0xaaaa5555, 0x33333333, 0xcccc3333}},
                 {3, 8, {0x00000000, 0xcafef00d, 0xdeadbeef, 0x80000000}},
                 {0, 24, {0xfedcba98, 0x98badcfe, 0x01234567, 0x67452301}}}},
      // Q = 2; R = 48, 144, 240. One row of 4 words in each lane; the last word of the lane is read.
      {.name = "or_to_the_end_of_the_lane",
       .line = "okk_bdc_32bit_or toy dst_addr=560 src0_addr=656 src1_addr=752 shape=1,1,2,2 "
               "dst_stride=null "
               "src0_stride=null src1_stride=null fill=4",
       .before = {{2, 144, {0x0f0f0f0f, 0x00000000, 0x12345678, 0x80000000}},
                  {2, 240, {0x00ff00ff, 0x00000000, 0xffff0000, 0x00000001}}},
       .after = {{2, 48, {0x0fff0fff, 0x00000000, 0xffff5678, 0x80000001}}}},
      // dst is woven: h 4, w 8.
      {.name = "and_C_transposing",
       .line = "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=0x00ff00ff shape=1,1,2,3 "
               "dst_stride=0,0,1,2 src_stride=null fill=5",
       .before = {{0,
                   64,
                   {0x11111111, 0x22222222, 0x33333333, 0x44444444, 0x55555555, 0x66666666}}},
       .after = {{0, 0, {0x00110011, 0x00440044, 0x00220022, 0x00550055, 0x00330033, 0x00660066}}}},
      {.name = "xor_C_of_one_element",
       .line = "okk_bdc_32bit_xor_C toy dst_addr=1020 src_addr=768 C=0xffffffff shape=1,1,1,1 "
               "dst_stride=null src_stride=null fill=6",
       .before = {{3, 0, {0x0f1e2d3c}}},
       .after = {{3, 252, {0xf0e1d2c3}}}},
      // Q = 2; R = 128, 0, 64; rows of 6 words.
      {.name = "arithmetic_shift_each_edge",
       .line = "okk_bdc_32bit_arithmetic_shift toy dst_addr=640 src0_addr=512 src1_addr=576 "
               "shape=1,1,2,6 "
               "dst_stride=null src0_stride=null src1_stride=null fill=7",
       .before = {{2,
                   0,
                   {0x80000001, 0x80000001, 0x80000001, 0x80000001, 0x80000001, 0x80000001,
                    0x80000001, 0x7ffffffe, 0x7ffffffe, 0x7ffffffe, 0x7ffffffe, 0x12345678}},
                  {2,
                   64,
                   {32, 31, 1, 0, right(1), right(31), right(32), right(1), right(30), right(31),
                    right(32), 4}}},
       .after = {{2,
                  128,
                  {0x00000000, 0x80000000, 0x00000002, 0x80000001, 0xc0000000, 0xffffffff,
                   0xffffffff, 0x3fffffff, 0x00000001, 0x00000000, 0x00000000, 0x23456780}}}},
      // Q = 1; R = 0, 100, 200. src1: c 8, w 0: one count for each channel.
      {.name = "logical_shift_by_channel",
       .line =
           "okk_bdc_32bit_logical_shift toy dst_addr=256 src0_addr=356 src1_addr=456 shape=1,4,1,3 "
           "dst_stride=null src0_stride=null src1_stride=0,2,0,0 fill=8",
       .before = {{1, 100, {0x80000001, 0xffffffff, 0x12345678}},
                  {1, 200, {right(4)}},
                  {2, 100, {0x80000001, 0xffffffff, 0x12345678}},
                  {2, 200, {right(31)}},
                  {3, 100, {0x80000001, 0xffffffff, 0x12345678}},
                  {3, 200, {right(32)}},
                  {0, 116, {0x80000001, 0xffffffff, 0x12345678}},
                  {0, 208, {8}}},
       .after = {{1, 0, {0x08000000, 0x0fffffff, 0x01234567}},
                 {2, 0, {0x00000001, 0x00000001, 0x00000000}},
                 {3, 0, {0x00000000, 0x00000000, 0x00000000}},
                 {0, 16, {0x00000100, 0xffffff00, 0x34567800}}}},
      // In place, Q = 0, R = 12: off a unit.
      {.name = "arithmetic_shift_C_right_in_place",
       .line = "okk_bdc_32bit_arithmetic_shift_C toy dst_addr=12 src_addr=12 C=-4 shape=1,1,1,4 "
               "dst_stride=null src_stride=null fill=9",
       .before = {{0, 12, {0x80000000, 0x7fffffff, 0xfffffff0, 0x0000000f}}},
       .after = {{0, 12, {0xf8000000, 0x07ffffff, 0xffffffff, 0x00000000}}}},
      {.name = "arithmetic_shift_C_left",
       .line = "okk_bdc_32bit_arithmetic_shift_C toy dst_addr=0 src_addr=32 C=31 shape=1,1,1,3 "
               "dst_stride=null src_stride=null fill=10",
       .before = {{0, 32, {0x00000001, 0xfffffffe, 0x7fffffff}}},
       .after = {{0, 0, {0x80000000, 0x00000000, 0x80000000}}}},
      {.name = "logical_shift_C_right",
       .line = "okk_bdc_32bit_logical_shift_C toy dst_addr=0 src_addr=32 C=-4 shape=1,1,1,4 "
               "dst_stride=null src_stride=null fill=11",
       .before = {{0, 32, {0x80000000, 0x7fffffff, 0xfffffff0, 0x0000000f}}},
       .after = {{0, 0, {0x08000000, 0x07ffffff, 0x0fffffff, 0x00000000}}}},
      // "otherwise": to the right by -0
      {.name = "logical_shift_C_by_nothing",
       .line = "okk_bdc_32bit_logical_shift_C toy dst_addr=0 src_addr=32 C=0 shape=1,1,1,2 "
               "dst_stride=null src_stride=null fill=12",
       .before = {{0, 32, {0x80000001, 0x7ffffffe}}},
       .after = {{0, 0, {0x80000001, 0x7ffffffe}}}},
      // n = 0 and 1 one word apart, w 8: src is 0 0 1 1 2 2 ... of the counts given.
      {.name = "C_arithmetic_shift",
       .line = "okk_bdc_32bit_C_arithmetic_shift toy dst_addr=256 src_addr=384 C=-1610612735 "
               "shape=2,1,1,4 dst_stride=1,0,0,2 src_stride=0,0,0,1 fill=13",  // 0xa0000001
       .before = {{1, 128, {right(2), 1, right(31), 30}}},
       .after = {{1,
                  0,
                  {0xe8000000, 0xe8000000, 0x40000002, 0x40000002, 0xffffffff, 0xffffffff,
                   0x40000000, 0x40000000}}}},
      // C is unsigned, and zeros come from the left, although the remark calls both tensors int32.
      {.name = "C_logical_shift",
       .line =
           "okk_bdc_32bit_C_logical_shift toy dst_addr=256 src_addr=384 C=0xa0000001 shape=1,1,4,1 "
           "dst_stride=null src_stride=null fill=14",
       .before = {{1, 128, {right(2), 1, right(31), 0}}},
       .after = {{1, 0, {0x28000000, 0x40000002, 0x00000001, 0xa0000001}}}},
  };
  return tables;
}

}  // namespace strideproof
