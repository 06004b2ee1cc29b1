#pragma once
// Byte tables of asc_copy_l12l0b_trans, worked out by hand from the document and never by running
// code. L1 has 4,096 bytes, L0B 8,192; a fractal is 512 bytes, row by row.

#include "model/tests/byte_table.h"

namespace strideproof {

// A row of a fractal of dst: `elements` neighbours from byte `dst` on; the first of them comes from byte
// `src` of the square, each further one from `step` bytes behind it.
struct Row {
  int64_t dst, src;
};
struct Fractal {
  int64_t dst, src;  // where the fractal and the square begin
  const std::vector<Row>& rows;
};

inline std::vector<Run> runs_of(const std::vector<Fractal>& fractals, int64_t element_bytes,
                                int elements, int64_t step) {
  std::vector<Run> runs;
  for (const Fractal& f : fractals)
    for (const Row& row : f.rows)
      for (int e = 0; e < elements; ++e)
        runs.push_back({0, f.dst + row.dst + e * element_bytes, 0, f.src + row.src + e * step});
  return runs;
}

// clang-format off

// b8: 32 x 32, one row of the square is 32 bytes: row r of the transposed square is column r. The first
// fractal has rows 0 to 15 of it, the second rows 16 to 31. 32 elements, 32 bytes apart.
inline const std::vector<Row> b8_first = {
    {0, 0},   {32, 1},  {64, 2},   {96, 3},   {128, 4},  {160, 5},  {192, 6},  {224, 7},
    {256, 8}, {288, 9}, {320, 10}, {352, 11}, {384, 12}, {416, 13}, {448, 14}, {480, 15}};
inline const std::vector<Row> b8_second = {
    {0, 16},   {32, 17},  {64, 18},  {96, 19},  {128, 20}, {160, 21}, {192, 22}, {224, 23},
    {256, 24}, {288, 25}, {320, 26}, {352, 27}, {384, 28}, {416, 29}, {448, 30}, {480, 31}};
inline std::vector<Run> b8_runs(const std::vector<Fractal>& fractals) {
  return runs_of(fractals, 1, 32, 32);
}

// b16: 16 x 16, one row is 32 bytes. 16 elements of 2 bytes, 32 bytes apart.
inline const std::vector<Row> b16_only = {
    {0, 0},    {32, 2},   {64, 4},   {96, 6},   {128, 8},  {160, 10}, {192, 12}, {224, 14},
    {256, 16}, {288, 18}, {320, 20}, {352, 22}, {384, 24}, {416, 26}, {448, 28}, {480, 30}};
inline std::vector<Run> b16_runs(const std::vector<Fractal>& fractals) {
  return runs_of(fractals, 2, 16, 32);
}

// b32: columns 0 to 7 of the square are the fractal at byte 0, columns 8 to 15 the one at byte 512; a row
// of a fractal is 32 bytes. Row r of the transposed square is column r: of the first fractal for r < 8,
// of the second from 8 on. The first fractal of dst has what was in rows 0 to 7 of the square, the
// second what was in rows 8 to 15, 256 bytes further. 8 elements of 4 bytes, 32 bytes apart.
inline const std::vector<Row> b32_first = {
    {0, 0},     {32, 4},    {64, 8},    {96, 12},   {128, 16},  {160, 20},  {192, 24},  {224, 28},
    {256, 512}, {288, 516}, {320, 520}, {352, 524}, {384, 528}, {416, 532}, {448, 536}, {480, 540}};
inline const std::vector<Row> b32_second = {
    {0, 256},   {32, 260},  {64, 264},  {96, 268},  {128, 272}, {160, 276}, {192, 280}, {224, 284},
    {256, 768}, {288, 772}, {320, 776}, {352, 780}, {384, 784}, {416, 788}, {448, 792}, {480, 796}};
inline std::vector<Run> b32_runs(const std::vector<Fractal>& fractals) {
  return runs_of(fractals, 4, 8, 32);
}

inline const std::vector<ByteTable>& asc_bytes() {
  static const std::vector<ByteTable> tables = {
      // Squares at 32 + 0 and 32 + 2*1024. The first fractals are 1 + 1 apart, the second follow.
      {"b8_contiguous",
       "asc_copy_l12l0b_trans toy dst=0 src=32 index_id=0 repeat=2 src_stride=2 dst_stride=1 "
       "addrmode=0 dst_frac_stride=0 dtype=0 fill=1",
       b8_runs({{0, 32, b8_first}, {512, 32, b8_second},
                {1024, 2080, b8_first}, {1536, 2080, b8_second}})},
      // Squares 1, 2, 3. First fractals follow one another, each second one is 2 + 1 behind its first.
      {"b8_interleaved",
       "asc_copy_l12l0b_trans toy dst=512 src=0 index_id=1 repeat=3 src_stride=1 dst_stride=0 "
       "addrmode=0 dst_frac_stride=2 dtype=1 fill=2",
       b8_runs({{512, 1024, b8_first}, {1024, 2048, b8_first}, {1536, 3072, b8_first},
                {2048, 1024, b8_second}, {2560, 2048, b8_second}, {3072, 3072, b8_second}})},
      // Squares of 512 bytes: 1 and 1 + 3, behind 32 bytes. dst_frac_stride is not valid.
      {"b16_gaps",
       "asc_copy_l12l0b_trans toy dst=1024 src=32 index_id=1 repeat=2 src_stride=3 dst_stride=1 "
       "addrmode=0 dst_frac_stride=7 dtype=2 fill=3",
       b16_runs({{1024, 544, b16_only}, {2048, 2080, b16_only}})},
      // The same square three times, the last fractal at the end of L0B.
      {"b16_repeated_square",
       "asc_copy_l12l0b_trans_sync toy dst=5632 src=3584 index_id=0 repeat=3 src_stride=0 "
       "dst_stride=1 addrmode=0 dst_frac_stride=9223372036854775807 dtype=3 fill=4",
       b16_runs({{5632, 3584, b16_only}, {6656, 3584, b16_only}, {7680, 3584, b16_only}})},
      {"b32_contiguous",
       "asc_copy_l12l0b_trans toy dst=1024 src=0 index_id=0 repeat=2 src_stride=3 dst_stride=1 "
       "addrmode=0 dst_frac_stride=0 dtype=6 fill=5",
       b32_runs({{1024, 0, b32_first}, {1536, 0, b32_second},
                 {2048, 3072, b32_first}, {2560, 3072, b32_second}})},
      // Two fractals stay untouched between the first and the second, three behind the second.
      {"b32_gaps",
       "asc_copy_l12l0b_trans_sync toy dst=0 src=64 index_id=2 repeat=2 src_stride=0 dst_stride=6 "
       "addrmode=0 dst_frac_stride=2 dtype=4 fill=6",
       b32_runs({{0, 2112, b32_first}, {1536, 2112, b32_second},
                 {3584, 2112, b32_first}, {5120, 2112, b32_second}})},
      {"repeat_0",
       "asc_copy_l12l0b_trans toy dst=8192 src=4096 index_id=65535 repeat=0 src_stride=65535 "
       "dst_stride=65535 addrmode=0 dst_frac_stride=65535 dtype=5 fill=7",
       {}},
  };
  return tables;
}

// clang-format on

}  // namespace strideproof
