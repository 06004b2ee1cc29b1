#pragma once
// What asc_copy_l12l0b_trans does under the readings of the ledger, worked out by hand for the toy
// profile.

#include "model/tests/asc_bytes.h"
#include "model/tests/reading_case.h"

namespace strideproof {

// clang-format off

// b8, fractals of 32 x 16 side by side: a row of a fractal is 16 bytes, columns 16 to 31 of the square are
// the fractal at byte 512. Row r of the transposed square is column r; the first fractal of dst has what
// was in rows 0 to 15, the second what was in rows 16 to 31, 256 bytes further. 16 elements, 16 bytes
// apart.
inline const std::vector<Row> b8_left = {
    {0, 0},     {16, 1},    {32, 2},    {48, 3},    {64, 4},    {80, 5},    {96, 6},    {112, 7},
    {128, 8},   {144, 9},   {160, 10},  {176, 11},  {192, 12},  {208, 13},  {224, 14},  {240, 15},
    {256, 512}, {272, 513}, {288, 514}, {304, 515}, {320, 516}, {336, 517}, {352, 518}, {368, 519},
    {384, 520}, {400, 521}, {416, 522}, {432, 523}, {448, 524}, {464, 525}, {480, 526}, {496, 527}};
inline const std::vector<Row> b8_right = {
    {0, 256},   {16, 257},  {32, 258},  {48, 259},  {64, 260},  {80, 261},  {96, 262},  {112, 263},
    {128, 264}, {144, 265}, {160, 266}, {176, 267}, {192, 268}, {208, 269}, {224, 270}, {240, 271},
    {256, 768}, {272, 769}, {288, 770}, {304, 771}, {320, 772}, {336, 773}, {352, 774}, {368, 775},
    {384, 776}, {400, 777}, {416, 778}, {432, 779}, {448, 780}, {464, 781}, {480, 782}, {496, 783}};

// b32, fractals of 8 x 16 one below the other: a row of the square is 64 bytes. 16 elements of 4 bytes, 64
// bytes apart.
inline const std::vector<Row> b32_upper = {
    {0, 0}, {64, 4}, {128, 8}, {192, 12}, {256, 16}, {320, 20}, {384, 24}, {448, 28}};
inline const std::vector<Row> b32_lower = {
    {0, 32}, {64, 36}, {128, 40}, {192, 44}, {256, 48}, {320, 52}, {384, 56}, {448, 60}};

// clang-format on

inline const std::vector<ReadingCase>& asc_readings() {
  static const std::vector<ReadingCase> cases = {
      {{{"trans-square-unit", 1}},  // by default squares at 512 and 1024
       "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=1 repeat=2 src_stride=1 dst_stride=0 "
       "addrmode=0 dst_frac_stride=0 dtype=2",
       "",
       "",
       b16_runs({{0, 1024, b16_only}, {512, 2048, b16_only}})},
      {{{"trans-square-unit", 1}},  // a square is 512 bytes all the same
       "asc_copy_l12l0b_trans toy dst=0 src=512 index_id=3 repeat=1 src_stride=1 dst_stride=0 "
       "addrmode=0 dst_frac_stride=0 dtype=3",
       "",
       "",
       b16_runs({{0, 3584, b16_only}})},
      {{{"trans-square-unit", 1}},
       "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=5 src_stride=1 dst_stride=0 "
       "addrmode=0 dst_frac_stride=0 dtype=2",
       "",
       "src.end"},
      {{{"trans-square-unit", 1}},  // of 16 bits alone
       "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=1 repeat=1 src_stride=0 dst_stride=0 "
       "addrmode=0 dst_frac_stride=0 dtype=0",
       "",
       "",
       b8_runs({{0, 1024, b8_first}, {512, 1024, b8_second}})},

      {{{"trans-b8-merge", 1}},
       "asc_copy_l12l0b_trans toy dst=0 src=32 index_id=0 repeat=2 src_stride=1 dst_stride=0 "
       "addrmode=0 dst_frac_stride=1 dtype=1",
       "",
       "",
       runs_of(
           {{0, 32, b8_left}, {1024, 32, b8_right}, {512, 1056, b8_left}, {1536, 1056, b8_right}},
           1, 16, 16)},
      {{{"trans-b8-merge", 1}},  // of 8 bits alone
       "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
       "addrmode=0 dst_frac_stride=0 dtype=6",
       "",
       "",
       b32_runs({{0, 0, b32_first}, {512, 0, b32_second}})},
      {{{"trans-b32-merge", 1}},
       "asc_copy_l12l0b_trans_sync toy dst=512 src=0 index_id=1 repeat=1 src_stride=0 dst_stride=0 "
       "addrmode=0 dst_frac_stride=1 dtype=6",
       "",
       "",
       runs_of({{512, 1024, b32_upper}, {1536, 1024, b32_lower}}, 4, 16, 64)},
      {{{"trans-b32-merge", 1}},  // of 32 bits alone
       "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
       "addrmode=0 dst_frac_stride=0 dtype=0",
       "",
       "",
       b8_runs({{0, 0, b8_first}, {512, 0, b8_second}})},

      {{{"trans-overlap", 1}},  // both want the second place: the second iteration comes later
       "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=2 src_stride=1 dst_stride=0 "
       "addrmode=0 dst_frac_stride=0 dtype=0",
       "dst.overlap",
       "",
       b8_runs({{0, 0, b8_first}, {512, 1024, b8_first}, {1024, 1024, b8_second}})},

      {{{"trans-frac-stride-limit", 1}},
       "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=0 src_stride=0 dst_stride=0 "
       "addrmode=0 dst_frac_stride=65536 dtype=0",
       "dst_frac_stride.max",
       ""},
      {{{"trans-frac-stride-limit", 1}},
       "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
       "addrmode=0 dst_frac_stride=9223372036854775807 dtype=4",
       "dst_frac_stride.max",
       "dst.end"},

      {{{"trans-alignment", 1}},
       "asc_copy_l12l0b_trans toy dst=3 src=5 index_id=0 repeat=2 src_stride=1 dst_stride=0 "
       "addrmode=0 dst_frac_stride=0 dtype=2",
       "dst.aligned src.aligned",
       "",
       b16_runs({{3, 5, b16_only}, {515, 517, b16_only}})},
      {{{"trans-alignment", 1}},
       "asc_copy_l12l0b_trans toy dst=7681 src=3585 index_id=0 repeat=1 src_stride=1 dst_stride=0 "
       "addrmode=0 dst_frac_stride=0 dtype=2",
       "dst.aligned src.aligned",
       "dst.end src.end"},
  };
  return cases;
}

}  // namespace strideproof
