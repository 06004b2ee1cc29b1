#pragma once
// Illegal cases of okk-gdma, written by hand, and exactly what each violates. They are of the toy
// profile: 4 lanes of 256 bytes, system memory [2^32 - 4096, 2^32 + 4096).

#include "model/tests/illegal.h"

namespace strideproof {

inline constexpr Illegal okk_gdma_illegal[] = {
    // Extents: gdma-shape-limit.
    {"shape.n.min",
     "okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=0,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"shape.n.max",
     "okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=65536,1,1,1 "
     "dst_stride=0,0,0,1 src_stride=0,0,0,1"},
    {"shape.c.min",
     "okk_gdma_16bit_cpy_L2S toy dst_addr=0x100000000 src_addr=0 shape=1,-1,1,1 dst_stride=null "
     "src_stride=null"},
    {"shape.c.max",
     "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,65536,1,1 dst_stride=0,0,0,1"},
    {"shape.h.min",
     "okk_gdma_8bit_set_C_system toy dst_addr=0x100000000 C=1 shape=1,1,-2147483648,1 "
     "dst_stride=null"},
    {"shape.h.max",
     "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0xfffff000 shape=1,1,65536,1 "
     "dst_stride=0,0,0,1 src_stride=null"},
    {"shape.w.min",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=256 shape=1,1,1,0 dst_stride=null "
     "src_stride=null"},
    {"shape.w.max",
     "okk_gdma_16bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,2147483647 dst_stride=null"},
    {"shape.n.min shape.c.max dst_stride.h.min src_stride.w.one",
     "okk_gdma_32bit_cpy_L2L toy dst_addr=3 src_addr=5000 shape=-5,70000,2,2 dst_stride=0,0,-1,1 "
     "src_stride=0,0,0,2"},
    // Strides: negative-stride; "dst_stride->w and src_stride->w are only allowed to be one."
    {"dst_stride.n.min",
     "okk_gdma_32bit_cpy_S2L toy dst_addr=64 src_addr=0x100000000 shape=2,1,1,1 "
     "dst_stride=-1,0,0,1 "
     "src_stride=null"},
    {"dst_stride.c.min",
     "okk_gdma_16bit_set_C_system toy dst_addr=0x100000000 C=1 shape=1,2,1,1 dst_stride=0,-1,0,1"},
    {"dst_stride.h.min",
     "okk_gdma_8bit_set_C_local toy dst_addr=64 C=1 shape=1,1,2,1 dst_stride=0,0,-1,1"},
    {"dst_stride.w.one",
     "okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,1,2 dst_stride=0,0,0,2 "
     "src_stride=null"},
    {"dst_stride.w.one",  // whatever W is
     "okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,1,1 dst_stride=0,0,0,0 "
     "src_stride=null"},
    {"dst_stride.w.one",  // fill-w-stride
     "okk_gdma_32bit_set_C_system toy dst_addr=0x100000000 C=1 shape=1,1,1,1 dst_stride=0,0,0,2"},
    {"src_stride.n.min",
     "okk_gdma_32bit_cpy_L2S toy dst_addr=0x100000000 src_addr=64 shape=2,1,1,1 dst_stride=null "
     "src_stride=-1,0,0,1"},
    {"src_stride.c.min",
     "okk_gdma_32bit_cpy_L2L toy dst_addr=512 src_addr=64 shape=1,2,1,1 dst_stride=null "
     "src_stride=0,-2147483648,0,1"},
    {"src_stride.h.min",
     "okk_gdma_16bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0xfffff800 shape=1,1,3,1 "
     "dst_stride=null src_stride=0,0,-1,1"},
    {"src_stride.w.one",
     "okk_gdma_16bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0xfffff800 shape=1,1,1,1 "
     "dst_stride=null src_stride=1,1,1,-1"},
    // Matrices.
    {"rows.min",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=0 cols=1 "
     "cols_per_channel=1 row_stride=1"},
    {"rows.max",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=65536 cols=1 "
     "cols_per_channel=1 row_stride=0"},
    {"cols.min",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=1 cols=-1 "
     "cols_per_channel=1 row_stride=1"},
    {"cols.max",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=1 cols=65536 "
     "cols_per_channel=65535 row_stride=1"},
    {"cols_per_channel.min",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=1 "
     "cols_per_channel=0 row_stride=1"},
    {"cols_per_channel.max",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=1 cols=1 "
     "cols_per_channel=65536 row_stride=1"},
    {"row_stride.min",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=2 cols=1 "
     "cols_per_channel=1 row_stride=-1"},
    {"row_stride.cols",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=2 cols=3 "
     "cols_per_channel=3 row_stride=2"},
    {"row_stride.cols",  // negative-stride, though the rows are apart
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=2 cols=3 "
     "cols_per_channel=3 row_stride=-4"},
    {"rows.max cols.min",  // row_stride -1 >= cols -5 holds
     "okk_gdma_32bit_matrix_L2S toy dst_addr=1 src_addr=1 rows=65536 cols=-5 cols_per_channel=3 "
     "row_stride=-1"},
    // Addresses: address-alignment; lanes 0 to 3, offsets 0 to 255; the window around 2^32.
    {"dst_addr.aligned",
     "okk_gdma_32bit_cpy_S2L toy dst_addr=2 src_addr=0x100000000 shape=1,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"dst_addr.aligned src_addr.aligned",
     "okk_gdma_16bit_cpy_L2S toy dst_addr=0x100000001 src_addr=9999 shape=1,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"src_addr.aligned",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=7 rows=1 cols=1 "
     "cols_per_channel=1 row_stride=1"},
    {"dst_addr.lane",
     "okk_gdma_8bit_set_C_local toy dst_addr=1024 C=1 shape=1,1,1,1 dst_stride=null"},
    {"src_addr.lane",
     "okk_gdma_32bit_cpy_L2S toy dst_addr=0x100000000 src_addr=1024 shape=1,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"dst_addr.window",
     "okk_gdma_8bit_set_C_system toy dst_addr=0xffffefff C=1 shape=1,1,1,2 dst_stride=null"},
    {"dst_addr.window src_addr.window",
     "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100001000 src_addr=0 shape=1,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"src_addr.window",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x7ffffffffffffffc rows=1 cols=1 "
     "cols_per_channel=1 row_stride=1"},
    // The last byte touched. One byte less and the case is legal: see LegalAtTheEdge.
    {"dst.end",
     "okk_gdma_32bit_cpy_S2L toy dst_addr=252 src_addr=0x100000000 shape=1,1,1,2 dst_stride=null "
     "src_stride=null"},
    {"dst.end",  // channel 1 of lane 3 is in lane 0, a block row further
     "okk_gdma_8bit_set_C_local toy dst_addr=1008 C=1 shape=1,2,1,1 dst_stride=null"},
    {"dst.end",  // the full channel 0 in lane 2, not the last column in lane 3
     "okk_gdma_32bit_matrix_S2L toy dst_addr=748 src_addr=0x100000000 rows=1 cols=7 "
     "cols_per_channel=6 row_stride=7"},
    {"dst.end",
     "okk_gdma_8bit_set_C_system toy dst_addr=0x100000fff C=1 shape=1,1,1,2 dst_stride=null"},
    {"src.end",
     "okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x100000ff8 shape=1,1,1,3 dst_stride=null "
     "src_stride=null"},
    {"src.end",
     "okk_gdma_16bit_cpy_L2S toy dst_addr=0x100000000 src_addr=0 shape=2,1,1,2 dst_stride=null "
     "src_stride=127,0,0,1"},
    {"dst.end src.end",  // 65535^4 words are more bytes than 64 bits can count
     "okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=65535,65535,65535,65535 "
     "dst_stride=null src_stride=null"},
    {"dst.end",  // 2^31 - 1 elements from one n to the next
     "okk_gdma_32bit_set_C_system toy dst_addr=0x100000000 C=1 shape=65535,1,1,1 "
     "dst_stride=2147483647,0,0,1"},
    // Sharing: destination-alias, copy-overlap.
    {"dst.alias",
     "okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=2,1,1,2 dst_stride=1,0,0,1 "
     "src_stride=null"},
    {"dst.alias",  // channels 0 and 4 in lane 0
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,5,1,1 dst_stride=0,0,0,1 "
     "src_stride=null"},
    {"dst.alias",  // more elements than can be marked in time, but they cannot all have room
     "okk_gdma_8bit_cpy_L2S toy dst_addr=0x100000000 src_addr=0 shape=65535,65535,65535,1 "
     "dst_stride=0,0,0,1 src_stride=0,0,0,1"},
    {"src.end dst.alias",  // each operand is looked at
     "okk_gdma_8bit_cpy_L2S toy dst_addr=0x100000000 src_addr=255 shape=1,1,2,2 "
     "dst_stride=0,0,0,1 src_stride=null"},
    {"overlap",
     "okk_gdma_32bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0xfffffffc shape=1,1,1,2 "
     "dst_stride=null src_stride=null"},
    {"overlap",  // byte 20 of lane 1 alone: dst channel 0, src channel 1
     "okk_gdma_8bit_cpy_L2L toy dst_addr=276 src_addr=0 shape=1,2,1,21 dst_stride=null "
     "src_stride=null"},
    {"overlap",  // a transposition in place: the same bytes, not the same map
     "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=0 shape=2,1,2,1 dst_stride=1,0,2,1 "
     "src_stride=2,0,1,1"},
    {"dst.alias overlap",
     "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0x100000000 shape=1,1,2,1 "
     "dst_stride=0,0,0,1 src_stride=0,0,1,1"},
};

}  // namespace strideproof
