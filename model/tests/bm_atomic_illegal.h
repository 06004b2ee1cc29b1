#pragma once
// Illegal cases of bm-atomic; toy profile: 4 lanes of 256 bytes, system memory [2^32 - 4096, 2^32 +
// 4096), local memory of memcpy_1D [0x08000000, 0x08000400).

#include "model/tests/illegal.h"

namespace strideproof {

inline constexpr Illegal bm_atomic_illegal[] = {
    // memcpy_1D
    {"length.min",
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x08000000 length=0 format=0 "
     "direction=0"},
    {"format.known",
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x08000000 length=1 format=5 "
     "direction=0"},
    {"length.min format.known direction.known",
     "bm_atomic_memcpy_1D toy src_addr=1 dst_addr=1 length=0 format=4294967295 direction=4"},
    {"direction.known",
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x100000010 length=1 format=0 "
     "direction=4294967295"},
    {"dst_addr.aligned",
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x08000002 length=1 format=0 "
     "direction=0"},
    {"dst_addr.aligned src_addr.aligned",
     "bm_atomic_memcpy_1D toy src_addr=0x100000001 dst_addr=0x08000003 length=1 format=4 "
     "direction=0"},
    {"src_addr.aligned",
     "bm_atomic_memcpy_1D toy src_addr=0x08000001 dst_addr=0x100000000 length=1 format=1 "
     "direction=1"},
    {"dst_addr.place",  // behind the last lane
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x08000400 length=1 format=2 "
     "direction=0"},
    {"dst_addr.place",  // before the first
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x07ffffff length=1 format=2 "
     "direction=0"},
    {"dst_addr.place src_addr.place",  // system memory holds no local memory
     "bm_atomic_memcpy_1D toy src_addr=0x08000000 dst_addr=0x08000100 length=1 format=2 "
     "direction=2"},
    {"dst_addr.place src_addr.place",  // nor local memory system memory
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x100000800 length=1 format=2 "
     "direction=3"},
    {"src_addr.place dst.end",
     "bm_atomic_memcpy_1D toy src_addr=0x7fffffffffffffff dst_addr=0x08000000 length=4294967295 "
     "format=2 direction=0"},
    {"dst.end",
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x080003fc length=2 format=0 "
     "direction=0"},
    {"src.end",
     "bm_atomic_memcpy_1D toy src_addr=0x100000ffe dst_addr=0x08000000 length=2 format=1 "
     "direction=0"},
    {"dst.end src.end",
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x08000000 length=4294967295 format=0 "
     "direction=0"},
    {"overlap",
     "bm_atomic_memcpy_1D toy src_addr=0x08000000 dst_addr=0x080000ff length=256 format=3 "
     "direction=3"},
    {"overlap",
     "bm_atomic_memcpy_1D toy src_addr=0x100000002 dst_addr=0x100000000 length=2 format=4 "
     "direction=2"},

    // memcpy_2D
    {"row.min",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=0 "
     "col=1 row_stride=1 sec_size=1 format=0 direction=0 transpose=0 result_add=0"},
    {"row.max",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 "
     "row=65536 col=1 row_stride=0 sec_size=65535 format=2 direction=0 transpose=1 result_add=0"},
    {"col.min",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=0 row_stride=1 sec_size=1 format=0 direction=1 transpose=0 result_add=0"},
    {"col.max",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=4294967295 row_stride=1 sec_size=1 format=0 direction=1 transpose=0 result_add=0"},
    {"sec_size.min",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=1 row_stride=1 sec_size=0 format=0 direction=0 transpose=0 result_add=0"},
    {"sec_size.max",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=1 row_stride=1 sec_size=65536 format=0 direction=0 transpose=0 result_add=0"},
    {"row_stride.col",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=2 "
     "col=3 row_stride=2 sec_size=3 format=0 direction=1 transpose=0 result_add=0"},
    {"row_stride.col",  // the columns of system memory, transposed or not
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=2 "
     "col=3 row_stride=2 sec_size=3 format=2 direction=1 transpose=1 result_add=0"},
    {"row.min row_stride.col",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=0 "
     "col=3 row_stride=2 sec_size=3 format=2 direction=1 transpose=0 result_add=0"},
    {"format.known",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=1 row_stride=1 sec_size=1 format=5 direction=0 transpose=0 result_add=0"},
    {"direction.allowed",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=1 row_stride=1 sec_size=1 format=0 direction=2 transpose=0 result_add=0"},
    {"direction.allowed",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=1 row_stride=1 sec_size=1 format=0 direction=4 transpose=0 result_add=0"},
    {"result_add.float32",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=1 row_stride=1 sec_size=1 format=4 direction=1 transpose=0 result_add=1"},
    {"local_mem_idx.max",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=4 row=1 "
     "col=1 row_stride=1 sec_size=1 format=0 direction=0 transpose=0 result_add=0"},
    {"global_mem_addr.aligned",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000002 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=1 row_stride=1 sec_size=1 format=0 direction=0 transpose=0 result_add=0"},
    {"local_mem_addr.aligned",  // looked at though it lies in no lane
     "bm_atomic_memcpy_2D toy global_mem_addr=0 local_mem_addr=257 local_mem_idx=0 row=1 col=1 "
     "row_stride=1 sec_size=1 format=1 direction=0 transpose=0 result_add=0"},
    {"global_mem_addr.window",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100001000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=1 row_stride=1 sec_size=1 format=0 direction=0 transpose=0 result_add=0"},
    {"local_mem_addr.lane",  // an offset in the lane, not an address of local memory
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=256 local_mem_idx=0 "
     "row=1 col=1 row_stride=1 sec_size=1 format=0 direction=1 transpose=0 result_add=0"},
    {"global.end",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000ff0 local_mem_addr=0 local_mem_idx=0 row=2 "
     "col=1 row_stride=4 sec_size=1 format=0 direction=0 transpose=0 result_add=0"},
    {"global.end",
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=2 "
     "col=1 row_stride=4294967295 sec_size=1 format=0 direction=1 transpose=0 result_add=0"},
    {"local.end",  // of transposed rows, 16 of 16 bytes and one more
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=17 row_stride=17 sec_size=1 format=0 direction=0 transpose=1 result_add=0"},
    {"local.end",  // the full channel 0 in lane 2, not the last column in lane 3
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=236 local_mem_idx=2 row=1 "
     "col=7 row_stride=7 sec_size=6 format=0 direction=0 transpose=0 result_add=0"},

    // memcpy_4D
    {"src_shape.n.min dst_shape.n.min",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=0,1,1,1 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=0,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"src_shape.c.min dst_shape.h.min",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,0,1,1 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,1,0,1 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"src_shape.h.min dst_shape.w.min",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,0,1 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,0 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"src_shape.w.min dst_shape.c.min",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,0 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,0,1,1 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"src_shape.n.max dst_shape.w.max",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=65536,1,1,1 "
     "src_stride=0,1,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,65536 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"src_shape.c.max dst_shape.h.max",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,65536,1,1 "
     "src_stride=0,0,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,1,65536,1 "
     "dst_stride=1,1,0,1 dst_format=0 direction=0 transpose=0"},
    {"src_shape.h.max dst_shape.c.max",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,65536,1 "
     "src_stride=0,0,0,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,65536,1,1 "
     "dst_stride=1,0,0,1 dst_format=0 direction=0 transpose=0"},
    {"src_shape.w.max dst_shape.n.max",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,4294967295 "
     "src_stride=0,0,0,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=4294967295,1,1,1 "
     "dst_stride=0,0,0,1 dst_format=0 direction=0 transpose=0"},
    {"src_format.known",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=5 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"dst_format.known src_addr.aligned",  // the source is looked at all the same
     "bm_atomic_memcpy_4D toy src_addr=0x100000001 src_local_idx=0 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=1 dst_local_idx=0 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=5 direction=0 transpose=0"},
    {"direction.known",  // then no side is local
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=99 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=0 dst_local_idx=99 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=0 direction=4 transpose=0"},
    {"dst_stride.w.one",  // whatever W is
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,0 dst_format=0 direction=0 transpose=0"},
    {"src_stride.w.one",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,2 "
     "src_stride=1,1,1,2 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,2 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"dst_local_idx.max",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=4 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=0 dst_local_idx=4 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"src_local_idx.max",
     "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=4 src_shape=1,1,1,1 src_stride=1,1,1,1 "
     "src_format=0 dst_addr=0x100000000 dst_local_idx=4 dst_shape=1,1,1,1 dst_stride=1,1,1,1 "
     "dst_format=0 direction=1 transpose=0"},
    {"shapes.count",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,2,1,2 "
     "src_stride=1,2,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,3 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"shapes.count",  // 65535^4 is 65535^3 modulo 2^16
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 "
     "src_shape=65535,65535,65535,65535 src_stride=0,0,0,1 src_format=2 dst_addr=0 "
     "dst_local_idx=0 dst_shape=65535,65535,65535,1 dst_stride=0,0,0,1 dst_format=2 direction=0 "
     "transpose=0"},
    {"transpose.shape",  // as many, but the same shape
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=2,3,1,1 "
     "src_stride=3,1,1,1 src_format=2 dst_addr=0 dst_local_idx=0 dst_shape=2,3,1,1 "
     "dst_stride=3,1,1,1 dst_format=2 direction=0 transpose=1"},
    {"transpose.shape",  // H and W are no shape for a reshape
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,2,3 "
     "src_stride=6,6,3,1 src_format=2 dst_addr=0 dst_local_idx=0 dst_shape=1,1,3,2 "
     "dst_stride=6,6,2,1 dst_format=2 direction=0 transpose=1"},
    {"formats.convertible",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=2 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=3 direction=0 transpose=0"},
    {"formats.convertible transpose.formats",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=1 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=4 direction=0 transpose=1"},
    {"transpose.formats",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=4 direction=0 transpose=1"},
    {"dst_addr.aligned",  // each side by its own format
     "bm_atomic_memcpy_4D toy src_addr=0x100000001 src_local_idx=0 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=2 dst_addr=2 dst_local_idx=0 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"src_addr.aligned",
     "bm_atomic_memcpy_4D toy src_addr=0x100000001 src_local_idx=0 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=4 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"dst_addr.place",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,1 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=256 dst_local_idx=0 dst_shape=1,1,1,1 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"src_addr.place",
     "bm_atomic_memcpy_4D toy src_addr=0xffffeffc src_local_idx=0 src_shape=1,1,1,2 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=0x100000000 dst_local_idx=0 dst_shape=1,1,1,2 "
     "dst_stride=1,1,1,1 dst_format=0 direction=2 transpose=0"},
    {"dst.end",  // channel 1 of lane 3 is in lane 0, a block row further
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,2,1,1 "
     "src_stride=1,1,1,1 src_format=2 dst_addr=240 dst_local_idx=3 dst_shape=1,2,1,1 "
     "dst_stride=1,16,1,1 dst_format=2 direction=0 transpose=0"},
    {"dst.end src.end",
     "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=0 src_shape=65535,1,1,1 "
     "src_stride=4294967295,0,0,1 src_format=0 dst_addr=0x100000000 dst_local_idx=0 "
     "dst_shape=65535,1,1,1 dst_stride=4294967295,0,0,1 dst_format=0 direction=1 transpose=0"},
    {"src.end",
     "bm_atomic_memcpy_4D toy src_addr=0xfe src_local_idx=0 src_shape=1,1,1,2 src_stride=0,0,0,1 "
     "src_format=4 dst_addr=0x100000000 dst_local_idx=0 dst_shape=1,1,1,2 dst_stride=0,0,0,1 "
     "dst_format=4 direction=1 transpose=0"},
    {"dst.alias",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,2,2 "
     "src_stride=1,1,2,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=2,1,1,2 "
     "dst_stride=1,1,1,1 dst_format=0 direction=0 transpose=0"},
    {"dst.alias",  // channels 0 and 4 in lane 0
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,5,1,1 "
     "src_stride=1,1,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,5,1,1 "
     "dst_stride=1,0,1,1 dst_format=0 direction=0 transpose=0"},
    {"overlap",  // converted in place
     "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=0 src_shape=1,1,1,1 src_stride=1,1,1,1 "
     "src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,1 dst_stride=1,1,1,1 dst_format=4 "
     "direction=3 transpose=0"},
    {"overlap",  // each byte stays, and the shapes differ
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,2,1,2 "
     "src_stride=4,2,2,1 src_format=2 dst_addr=0x100000000 dst_local_idx=0 dst_shape=1,1,1,4 "
     "dst_stride=4,4,4,1 dst_format=2 direction=2 transpose=0"},
    {"overlap",  // each byte stays, and N and C change places
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=2,2,1,1 "
     "src_stride=2,1,1,1 src_format=2 dst_addr=0x100000000 dst_local_idx=0 dst_shape=2,2,1,1 "
     "dst_stride=1,2,1,1 dst_format=2 direction=2 transpose=1"},
    {"overlap",  // the same bytes, not the same map
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=2,2,1,1 "
     "src_stride=2,1,1,1 src_format=2 dst_addr=0x100000000 dst_local_idx=0 dst_shape=2,2,1,1 "
     "dst_stride=2,1,1,1 dst_format=2 direction=2 transpose=1"},
    {"dst.alias overlap",
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,2 "
     "src_stride=1,1,1,1 src_format=2 dst_addr=0x100000000 dst_local_idx=0 dst_shape=1,1,2,1 "
     "dst_stride=1,1,0,1 dst_format=2 direction=2 transpose=0"},

    // memset_4D
    {"shape.n.min shape.c.min",
     "bm_atomic_memset_4D toy start_addr=0 shape=0,0,1,1 stride=1,1,1,1 const_val=1 format=0 "
     "is_local_mem=1 local_idx=0"},
    {"shape.h.min shape.w.min stride.w.one",
     "bm_atomic_memset_4D toy start_addr=0 shape=1,1,0,0 stride=1,1,1,2 const_val=1 format=0 "
     "is_local_mem=1 local_idx=0"},
    {"shape.n.max shape.c.max",
     "bm_atomic_memset_4D toy start_addr=0 shape=65536,65536,1,1 stride=0,0,0,1 const_val=1 "
     "format=0 is_local_mem=1 local_idx=0"},
    {"shape.h.max shape.w.max",
     "bm_atomic_memset_4D toy start_addr=0 shape=1,1,65536,4294967295 stride=0,0,0,1 const_val=1 "
     "format=0 is_local_mem=1 local_idx=0"},
    {"stride.w.one",
     "bm_atomic_memset_4D toy start_addr=0 shape=1,1,1,1 stride=1,1,1,0 const_val=1 format=0 "
     "is_local_mem=1 local_idx=0"},
    {"format.known local_idx.max",
     "bm_atomic_memset_4D toy start_addr=1 shape=1,1,1,1 stride=1,1,1,1 const_val=1 format=5 "
     "is_local_mem=1 local_idx=4"},
    {"start_addr.aligned",
     "bm_atomic_memset_4D toy start_addr=2 shape=1,1,1,1 stride=1,1,1,1 const_val=1 format=0 "
     "is_local_mem=1 local_idx=0"},
    {"start_addr.place",
     "bm_atomic_memset_4D toy start_addr=256 shape=1,1,1,1 stride=1,1,1,1 const_val=1 format=0 "
     "is_local_mem=1 local_idx=0"},
    {"start_addr.place",
     "bm_atomic_memset_4D toy start_addr=0 shape=1,1,1,1 stride=1,1,1,1 const_val=1 format=0 "
     "is_local_mem=0 local_idx=0"},
    {"dst.end",
     "bm_atomic_memset_4D toy start_addr=252 shape=1,1,1,2 stride=1,1,1,1 const_val=1 format=0 "
     "is_local_mem=1 local_idx=0"},
    {"dst.end",
     "bm_atomic_memset_4D toy start_addr=0x100000ff8 shape=1,1,2,2 stride=1,1,1,1 const_val=1 "
     "format=0 is_local_mem=0 local_idx=0"},

    // cwtrans
    {"src_c.min src_w.min",
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=64 dst_local_idx=0 src_c=0 "
     "src_w=0 format=0 src_c_stride=1 dst_c_stride=1"},
    {"src_c.max",
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=64 dst_local_idx=0 src_c=65536 "
     "src_w=1 format=0 src_c_stride=0 dst_c_stride=1"},
    {"src_w.max",
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=64 dst_local_idx=0 src_c=1 "
     "src_w=4294967295 format=0 src_c_stride=0 dst_c_stride=1"},
    {"dst_c_stride.min",  // rows that are alone in their lanes are not told apart
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=64 dst_local_idx=0 src_c=2 "
     "src_w=2 format=0 src_c_stride=2 dst_c_stride=1"},
    {"format.known dst_local_idx.max src_local_idx.max",
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=4 dst_addr=64 dst_local_idx=4 src_c=1 "
     "src_w=1 format=5 src_c_stride=1 dst_c_stride=1"},
    {"dst_local_idx.max src_addr.aligned",
     "bm_atomic_cwtrans toy src_addr=1 src_local_idx=0 dst_addr=1 dst_local_idx=4 src_c=1 "
     "src_w=1 format=0 src_c_stride=1 dst_c_stride=1"},
    {"dst_addr.aligned src_addr.lane",
     "bm_atomic_cwtrans toy src_addr=256 src_local_idx=0 dst_addr=2 dst_local_idx=0 src_c=1 "
     "src_w=1 format=0 src_c_stride=1 dst_c_stride=1"},
    {"dst_addr.lane",
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=256 dst_local_idx=0 src_c=1 "
     "src_w=1 format=0 src_c_stride=1 dst_c_stride=1"},
    {"dst.end",  // the fifth destination channel is in the first lane again
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=248 dst_local_idx=0 src_c=1 "
     "src_w=5 format=0 src_c_stride=1 dst_c_stride=2"},
    {"src.end",
     "bm_atomic_cwtrans toy src_addr=252 src_local_idx=3 dst_addr=0 dst_local_idx=0 src_c=2 "
     "src_w=1 format=0 src_c_stride=1 dst_c_stride=1"},
    {"overlap",
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=0 dst_local_idx=0 src_c=2 src_w=2 "
     "format=0 src_c_stride=2 dst_c_stride=2"},

    // mask_memcpy_4D
    {"shape.n.min shape.h.max",
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 "
     "dst_global_mem_addr=0x100000000 shape=0,1,65536,1"},
    {"local_mem_idx.max",
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=1 mask_local_mem_addr=1 local_mem_idx=4 "
     "dst_global_mem_addr=0x100000000 shape=1,1,1,1"},
    {"local_mem_idx.max dst.end",  // the destination is looked at all the same
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=1 mask_local_mem_addr=1 local_mem_idx=4 "
     "dst_global_mem_addr=0x100000fc0 shape=1,1,1,17"},
    {"dst_global_mem_addr.aligned data_local_mem_addr.aligned mask_local_mem_addr.aligned",
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=8 mask_local_mem_addr=4 local_mem_idx=0 "
     "dst_global_mem_addr=0x100000020 shape=1,1,1,1"},
    {"dst_global_mem_addr.window data_local_mem_addr.lane mask_local_mem_addr.lane",
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=256 mask_local_mem_addr=4096 "
     "local_mem_idx=0 dst_global_mem_addr=0x100001000 shape=1,1,1,1"},
    {"dst.end",
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 "
     "dst_global_mem_addr=0x100000fc0 shape=1,1,1,17"},
    {"src.end",
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=240 mask_local_mem_addr=0 local_mem_idx=0 "
     "dst_global_mem_addr=0x100000000 shape=1,1,1,5"},
    {"src1.end",
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=240 local_mem_idx=3 "
     "dst_global_mem_addr=0x100000000 shape=1,2,1,1"},
    {"src.end src1.end dst.end",
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 "
     "dst_global_mem_addr=0x100000000 shape=65535,65535,65535,65535"},
};

}  // namespace strideproof
