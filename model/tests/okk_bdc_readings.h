#pragma once
// Readings of okk-bdc, by hand. To OR or to XOR with 0 is to copy: such cases have runs.

#include "model/tests/okk_bdc_bytes.h"
#include "model/tests/reading_case.h"

namespace strideproof {

inline const std::vector<ReadingCase>& okk_bdc_readings() {
  static const std::vector<ReadingCase> cases = {
      {{{"negative-stride", 1}},
       "okk_bdc_32bit_xor_C toy dst_addr=16 src_addr=64 C=0 shape=1,1,1,3 dst_stride=0,0,0,-1 "
       "src_stride=null",
       "dst_stride.w.min",
       "",
       {{0, 16, 0, 64}, {0, 12, 0, 68}, {0, 8, 0, 72}}},
      {{{"negative-stride", 1}},  // channel 4 is in lane 0 again, 2 words before channel 0
       "okk_bdc_32bit_or_C toy dst_addr=128 src_addr=16 C=0 shape=1,5,1,1 dst_stride=null "
       "src_stride=0,-2,0,1",
       "src_stride.c.min",
       "",
       {{0, 128, 0, 16}, {1, 128, 1, 16}, {2, 128, 2, 16}, {3, 128, 3, 16}, {0, 144, 0, 8}}},
      {{{"negative-stride", 1}},  // before the lane
       "okk_bdc_32bit_and toy dst_addr=128 src0_addr=64 src1_addr=4 shape=3,1,1,1 dst_stride=null "
       "src0_stride=null src1_stride=-1,0,0,1",
       "src1_stride.n.min",
       "src1.end"},

      {{{"destination-alias", 1}},
       "okk_bdc_32bit_or_C toy dst_addr=0 src_addr=64 C=0 shape=2,1,1,2 dst_stride=1,0,0,1 "
       "src_stride=null",
       "dst.alias",
       "",
       {{0, 0, 0, 64}, {0, 4, 0, 80, 2}}},

      {{{"copy-overlap", 1}},
       "okk_bdc_32bit_or_C toy dst_addr=4 src_addr=0 C=0 shape=1,1,1,4 dst_stride=null "
       "src_stride=null",
       "overlap",
       "",
       {{0, 4, 0, 0, 4}}},
      {{{"copy-overlap", 2}},
       "okk_bdc_32bit_or_C toy dst_addr=4 src_addr=0 C=0 shape=1,1,1,4 dst_stride=null "
       "src_stride=null",
       "overlap",
       "",
       {{0, 4, 0, 0}, {0, 8, 0, 0}, {0, 12, 0, 0}, {0, 16, 0, 0}}},
      {.choices = {{"copy-overlap", 1}},
       .line = "okk_bdc_32bit_logical_shift toy dst_addr=4 src0_addr=64 src1_addr=0 shape=1,1,1,3 "
               "dst_stride=null src0_stride=null src1_stride=null",
       .by_default = "src1.overlap",
       .under_choice = "",
       .before = {{0, 0, {1, 5, 6}}, {0, 64, {1, 3, 7}}},
       .after = {{0, 4, {2, 96, 448}}}},
      {.choices = {{"copy-overlap", 2}},  // results are counts: 2 and 12
       .line = "okk_bdc_32bit_logical_shift toy dst_addr=4 src0_addr=64 src1_addr=0 shape=1,1,1,3 "
               "dst_stride=null src0_stride=null src1_stride=null",
       .by_default = "src1.overlap",
       .under_choice = "",
       .before = {{0, 0, {1, 5, 6}}, {0, 64, {1, 3, 7}}},
       .after = {{0, 4, {2, 12, 0x7000}}}},
      {.choices = {{"copy-overlap", 2}},  // counts that no document names: 2^31, 0
       .line = "okk_bdc_32bit_arithmetic_shift toy dst_addr=4 src0_addr=64 src1_addr=0 "
               "shape=1,1,1,3 dst_stride=null src0_stride=null src1_stride=null",
       .by_default = "src1.overlap",
       .under_choice = "",
       .before = {{0, 0, {29, 5, 6}}, {0, 64, {3, 0x80000000, 0x80000001}}},
       .after = {{0, 4, {0x60000000, 0, 0x80000001}}}},
      {.choices = {{"copy-overlap", 2}},  // right by 2^30
       .line = "okk_bdc_32bit_arithmetic_shift toy dst_addr=4 src0_addr=64 src1_addr=0 "
               "shape=1,1,1,2 dst_stride=null src0_stride=null src1_stride=null",
       .by_default = "src1.overlap",
       .under_choice = "",
       .before = {{0, 0, {right(1), 5}}, {0, 64, {0x80000000, 0x80000001}}},
       .after = {{0, 4, {0xc0000000, 0xffffffff}}}},
      {.choices = {{"copy-overlap", 1}},  // yet counts are in range when the operation starts
       .line = "okk_bdc_32bit_C_logical_shift toy dst_addr=4 src_addr=0 C=1 shape=1,1,1,2 "
               "dst_stride=null src_stride=null",
       .by_default = "overlap",
       .under_choice = "src.counts.max",
       .before = {{0, 0, {1, 33}}}},

      {{{"disjoint-by", 1}},  // woven
       "okk_bdc_32bit_or_C toy dst_addr=0 src_addr=4 C=0 shape=1,1,8,1 dst_stride=0,0,2,1 "
       "src_stride=0,0,2,1",
       "",
       "overlap"},
      {{{"disjoint-by", 1}},
       "okk_bdc_32bit_and toy dst_addr=0 src0_addr=0 src1_addr=4 shape=1,1,2,1 "
       "dst_stride=0,0,2,1 src0_stride=0,0,2,1 src1_stride=0,0,2,1",
       "",
       "src1.overlap"},
      {{{"disjoint-by", 1}},  // neighbours
       "okk_bdc_32bit_or_C toy dst_addr=16 src_addr=8 C=0 shape=1,1,1,2 dst_stride=null "
       "src_stride=null",
       "",
       "",
       {{0, 16, 0, 8, 2}}},
      {{{"disjoint-by", 1}},  // in place
       "okk_bdc_32bit_or_C toy dst_addr=16 src_addr=16 C=0 shape=1,5,1,2 dst_stride=null "
       "src_stride=null",
       "",
       ""},

      {{{"aligned-tail", 1}},  // 1 word, padded to 4
       "okk_bdc_32bit_or_C toy dst_addr=244 src_addr=0 C=0 shape=1,1,1,1 dst_stride=null "
       "src_stride=null",
       "",
       "dst.end"},
      {{{"aligned-tail", 1}},
       "okk_bdc_32bit_xor toy dst_addr=0 src0_addr=64 src1_addr=252 shape=1,1,1,1 dst_stride=null "
       "src0_stride=null src1_stride=null",
       "",
       "src1.end"},
      {{{"aligned-tail", 1}},  // explicit strides have no padding
       "okk_bdc_32bit_or_C toy dst_addr=252 src_addr=240 C=0 shape=1,1,1,1 dst_stride=0,4,0,1 "
       "src_stride=null",
       "",
       "",
       {{0, 252, 0, 240}}},

      {.choices = {{"shift-by-32", 1}},
       .line = "okk_bdc_32bit_arithmetic_shift_C toy dst_addr=0 src_addr=64 C=32 shape=1,1,1,2 "
               "dst_stride=null src_stride=null",
       .by_default = "",
       .under_choice = "",
       .before = {{0, 64, {0x80000001, 0x7ffffffe}}},
       .after = {{0, 0, {0x80000001, 0x7ffffffe}}}},
      {.choices = {{"shift-by-32", 1}},
       .line = "okk_bdc_32bit_logical_shift_C toy dst_addr=0 src_addr=64 C=-32 shape=1,1,1,2 "
               "dst_stride=null src_stride=null",
       .by_default = "",
       .under_choice = "",
       .before = {{0, 64, {0x80000001, 0x7ffffffe}}},
       .after = {{0, 0, {0x80000001, 0x7ffffffe}}}},
      {.choices = {{"shift-by-32", 1}},  // 31 is no ambiguity
       .line = "okk_bdc_32bit_arithmetic_shift toy dst_addr=0 src0_addr=64 src1_addr=128 "
               "shape=1,1,1,4 dst_stride=null src0_stride=null src1_stride=null",
       .by_default = "",
       .under_choice = "",
       .before = {{0, 64, {0x80000001, 0x80000001, 0x80000001, 0x80000001}},
                  {0, 128, {32, right(32), 31, right(31)}}},
       .after = {{0, 0, {0x80000001, 0x80000001, 0x80000000, 0xffffffff}}}},
      {.choices = {{"shift-by-32", 1}},
       .line = "okk_bdc_32bit_C_logical_shift toy dst_addr=0 src_addr=64 C=0xa0000001 "
               "shape=1,1,1,2 dst_stride=null src_stride=null",
       .by_default = "",
       .under_choice = "",
       .before = {{0, 64, {32, right(32)}}},
       .after = {{0, 0, {0xa0000001, 0xa0000001}}}},
  };
  return cases;
}

}  // namespace strideproof
