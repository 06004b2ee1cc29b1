#pragma once
// What okk-gdma does under the readings of the ledger, worked out by hand for the toy profile.

#include "model/tests/reading_case.h"

namespace strideproof {

inline const std::vector<ReadingCase>& okk_gdma_readings() {
  constexpr int64_t base = 0x100000000;
  static const std::vector<ReadingCase> cases = {
      {{{"gdma-shape-limit", 1}},
       "okk_gdma_8bit_set_C_local toy dst_addr=3 C=0x5a shape=65536,1,1,1 dst_stride=0,0,0,1",
       "shape.n.max",
       "",
       {{0, 3, 0, 0}},
       {0x5a}},
      {{{"gdma-shape-limit", 1}},  // 2^126 bytes
       "okk_gdma_32bit_set_C_system toy dst_addr=0x100000000 C=1 "
       "shape=2147483647,2147483647,2147483647,2147483647 dst_stride=null",
       "shape.n.max shape.c.max shape.h.max shape.w.max",
       "dst.end"},
      {{{"gdma-shape-limit", 1}},
       "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=2 "
       "cols_per_channel=65536 row_stride=0",
       "cols_per_channel.max",
       "",
       {{0, 0, 0, base, 2}}},

      {{{"negative-stride", 1}},
       "okk_gdma_8bit_cpy_S2L toy dst_addr=10 src_addr=0x100000000 shape=1,1,3,1 "
       "dst_stride=0,0,-2,1 src_stride=null",
       "dst_stride.h.min",
       "",
       {{0, 10, 0, base}, {0, 8, 0, base + 1}, {0, 6, 0, base + 2}}},
      {{{"negative-stride", 1}},  // channel 4 is in lane 0 again, 3 elements before channel 0
       "okk_gdma_16bit_cpy_L2S toy dst_addr=0x100000000 src_addr=6 shape=1,5,1,1 dst_stride=null "
       "src_stride=0,-3,0,1",
       "src_stride.c.min",
       "",
       {{0, base, 0, 6},
        {0, base + 2, 1, 6},
        {0, base + 4, 2, 6},
        {0, base + 6, 3, 6},
        {0, base + 8, 0, 0}}},
      {{{"negative-stride", 1}},  // before the lane
       "okk_gdma_16bit_cpy_L2S toy dst_addr=0x100000000 src_addr=4 shape=1,5,1,1 dst_stride=null "
       "src_stride=0,-3,0,1",
       "src_stride.c.min",
       "src.end"},
      {{{"negative-stride", 1}},  // before the window
       "okk_gdma_8bit_set_C_system toy dst_addr=0xfffff001 C=7 shape=2,1,1,1 dst_stride=-2,0,0,1",
       "dst_stride.n.min",
       "dst.end"},
      {{{"negative-stride", 1}},
       "okk_gdma_32bit_matrix_S2L toy dst_addr=256 src_addr=0x100000010 rows=2 cols=2 "
       "cols_per_channel=2 row_stride=-4",
       "row_stride.min",
       "",
       {{1, 0, 0, base + 16, 2}, {1, 16, 0, base, 2}}},
      {{{"negative-stride", 1}},
       "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000010 src_addr=256 rows=2 cols=2 "
       "cols_per_channel=2 row_stride=-4",
       "row_stride.cols",
       "",
       {{0, base + 16, 1, 0, 2}, {0, base, 1, 16, 2}}},
      {{{"negative-stride", 1}},  // but rows that meet are another entry's
       "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000010 src_addr=256 rows=2 cols=2 "
       "cols_per_channel=2 row_stride=-1",
       "row_stride.cols",
       "row_stride.cols"},

      {{{"address-alignment", 1}},
       "okk_gdma_32bit_cpy_S2L toy dst_addr=259 src_addr=0x100000001 shape=1,1,1,2 dst_stride=null "
       "src_stride=null",
       "dst_addr.aligned src_addr.aligned",
       "",
       {{1, 3, 0, base + 1, 2}}},
      {{{"address-alignment", 1}},
       "okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x100000ffd shape=1,1,1,1 dst_stride=null "
       "src_stride=null",
       "src_addr.aligned",
       "src.end"},
      {{{"address-alignment", 1}},  // one byte is shared
       "okk_gdma_32bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0x100000043 shape=1,1,1,17 "
       "dst_stride=null src_stride=null",
       "src_addr.aligned",
       "overlap"},
      {{{"address-alignment", 1}},  // likewise, from below
       "okk_gdma_32bit_cpy_S2S toy dst_addr=0x100000043 src_addr=0x100000000 shape=1,1,1,17 "
       "dst_stride=null src_stride=null",
       "dst_addr.aligned",
       "overlap"},

      {{{"w-stride-of-one-column", 1}},
       "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,2,1 "
       "dst_stride=0,0,3,-5 "
       "src_stride=0,0,1,9",
       "dst_stride.w.one src_stride.w.one",
       "",
       {{0, 0, 0, base}, {0, 3, 0, base + 1}}},
      {{{"w-stride-of-one-column", 1}},
       "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,1,2 dst_stride=0,0,3,2 "
       "src_stride=null",
       "dst_stride.w.one",
       "dst_stride.w.one"},
      {{{"w-stride-of-one-column", 1}},  // of copies alone
       "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,1 dst_stride=0,0,0,2",
       "dst_stride.w.one",
       "dst_stride.w.one"},

      {{{"fill-w-stride", 1}},
       "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,2,1 dst_stride=0,0,4,-2",
       "dst_stride.w.one",
       "",
       {{0, 0, 0, 0}, {0, 4, 0, 0}},
       {1}},
      {{{"fill-w-stride", 1}},
       "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,2 dst_stride=0,0,0,2",
       "dst_stride.w.one",
       "dst_stride.w.one"},
      {{{"fill-w-stride", 2}},
       "okk_gdma_16bit_set_C_local toy dst_addr=0 C=0x102 shape=1,1,1,3 dst_stride=0,0,0,2",
       "dst_stride.w.one",
       "",
       {{0, 0, 0, 0}, {0, 4, 0, 0}, {0, 8, 0, 0}},
       {2, 1}},
      {{{"fill-w-stride", 2}},
       "okk_gdma_8bit_set_C_local toy dst_addr=1 C=1 shape=1,1,1,2 dst_stride=0,0,0,-1",
       "dst_stride.w.one",
       "dst_stride.w.one"},
      {{{"fill-w-stride", 2}, {"negative-stride", 1}},
       "okk_gdma_8bit_set_C_local toy dst_addr=1 C=1 shape=1,1,1,2 dst_stride=0,0,0,-1",
       "dst_stride.w.one",
       "",
       {{0, 1, 0, 0}, {0, 0, 0, 0}},
       {1}},

      {{{"matrix-start-npu", 1}},  // as in the byte tables, but ceil(3/4) = 1: n stride 16
       "okk_gdma_32bit_matrix_S2L toy dst_addr=784 src_addr=0x100000000 rows=2 cols=7 "
       "cols_per_channel=3 row_stride=9",
       "",
       "",
       {{3, 16, 0, base, 3},
        {0, 32, 0, base + 12, 3},
        {1, 32, 0, base + 24, 1},
        {3, 32, 0, base + 36, 3},
        {0, 48, 0, base + 48, 3},
        {1, 48, 0, base + 60, 1}}},

      {{{"destination-alias", 1}},
       "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=2,1,1,2 dst_stride=1,0,0,1 "
       "src_stride=null",
       "dst.alias",
       "",
       {{0, 0, 0, base}, {0, 1, 0, base + 2}, {0, 2, 0, base + 3}}},
      {{{"destination-alias", 1}},  // the second row begins on the third word of the first
       "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=2 cols=3 "
       "cols_per_channel=3 row_stride=2",
       "row_stride.cols",
       "",
       {{0, base, 0, 0, 2}, {0, base + 8, 0, 16, 3}}},
      {{{"destination-alias", 1}},
       "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000010 src_addr=0 rows=2 cols=3 "
       "cols_per_channel=3 row_stride=-2",
       "row_stride.cols",
       "row_stride.cols"},

      {{{"copy-overlap", 1}},
       "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000001 src_addr=0x100000000 shape=1,1,1,4 "
       "dst_stride=null src_stride=null",
       "overlap",
       "",
       {{0, base + 1, 0, base, 4}}},
      {{{"copy-overlap", 2}},
       "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000001 src_addr=0x100000000 shape=1,1,1,4 "
       "dst_stride=null src_stride=null",
       "overlap",
       "",
       {{0, base + 1, 0, base},
        {0, base + 2, 0, base},
        {0, base + 3, 0, base},
        {0, base + 4, 0, base}}},

      {{{"disjoint-by", 1}},
       "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0x100000001 shape=1,1,8,1 "
       "dst_stride=0,0,2,1 src_stride=0,0,2,1",
       "",
       "overlap"},
      {{{"disjoint-by", 1}},  // the same offset in another lane
       "okk_gdma_8bit_cpy_L2L toy dst_addr=256 src_addr=0 shape=1,1,1,2 dst_stride=null "
       "src_stride=null",
       "",
       "overlap"},
      {{{"disjoint-by", 1}},  // another offset
       "okk_gdma_8bit_cpy_L2L toy dst_addr=258 src_addr=0 shape=1,1,1,2 dst_stride=null "
       "src_stride=null",
       "",
       "",
       {{1, 2, 0, 0, 2}}},
      {{{"disjoint-by", 1}},  // neighbours, either way round
       "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000002 src_addr=0x100000000 shape=1,1,1,2 "
       "dst_stride=null src_stride=null",
       "",
       "",
       {{0, base + 2, 0, base, 2}}},
      {{{"disjoint-by", 1}},
       "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0x100000002 shape=1,1,1,2 "
       "dst_stride=null src_stride=null",
       "",
       "",
       {{0, base, 0, base + 2, 2}}},
      {{{"disjoint-by", 1}},  // in place
       "okk_gdma_8bit_cpy_L2L toy dst_addr=256 src_addr=256 shape=1,2,1,2 dst_stride=null "
       "src_stride=null",
       "",
       ""},

      {{{"aligned-tail", 1}},  // 1 byte, padded to 16
       "okk_gdma_8bit_set_C_local toy dst_addr=241 C=1 shape=1,1,1,1 dst_stride=null",
       "",
       "dst.end"},
      {{{"aligned-tail", 1}},
       "okk_gdma_8bit_set_C_local toy dst_addr=240 C=1 shape=1,1,1,1 dst_stride=null",
       "",
       "",
       {{0, 240, 0, 0}},
       {1}},
      {{{"aligned-tail", 1}},  // explicit strides have no padding
       "okk_gdma_8bit_set_C_local toy dst_addr=255 C=1 shape=1,1,1,1 dst_stride=0,16,0,1",
       "",
       "",
       {{0, 255, 0, 0}},
       {1}},
      {{{"aligned-tail", 1}},  // of a source, although nothing there is written
       "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=248 rows=1 cols=2 "
       "cols_per_channel=2 row_stride=2",
       "",
       "src.end"},
  };
  return cases;
}

}  // namespace strideproof
