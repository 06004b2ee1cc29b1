#include "model/tests/bm_atomic_readings.h"

namespace strideproof {
namespace {

constexpr int64_t base = 0x100000000;

const std::vector<ReadingCase> verdicts = {
    // gdma-shape-limit. What is larger still has to have room.
    {{{"gdma-shape-limit", 1}},
     "bm_atomic_memset_4D toy start_addr=3 shape=65536,1,1,1 stride=0,0,0,1 const_val=0x5a "
     "format=2 is_local_mem=1 local_idx=0",
     "shape.n.max",
     "",
     {{0, 3, 0, 0}},
     {0x5a}},
    {{{"gdma-shape-limit", 1}},
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
     "col=2 row_stride=0 sec_size=65536 format=0 direction=0 transpose=0 result_add=0",
     "sec_size.max",
     "",
     {{0, 0, 0, base, 2}}},
    {{{"gdma-shape-limit", 1}},  // (2^32 - 1)^4 elements
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 "
     "src_shape=4294967295,4294967295,4294967295,4294967295 src_stride=0,0,0,1 src_format=0 "
     "dst_addr=0 dst_local_idx=0 dst_shape=4294967295,4294967295,4294967295,4294967295 "
     "dst_stride=0,0,0,1 dst_format=0 direction=0 transpose=0",
     "src_shape.n.max src_shape.c.max src_shape.h.max src_shape.w.max dst_shape.n.max "
     "dst_shape.c.max dst_shape.h.max dst_shape.w.max",
     "dst.end src.end"},
    {{{"gdma-shape-limit", 1}},
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=64 dst_local_idx=0 src_c=65536 "
     "src_w=1 format=2 src_c_stride=0 dst_c_stride=0",
     "src_c.max",
     "dst.end"},
    {{{"gdma-shape-limit", 1}},
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 "
     "dst_global_mem_addr=0x100000000 shape=4294967295,4294967295,4294967295,4294967295",
     "shape.n.max shape.c.max shape.h.max shape.w.max",
     "src.end src1.end dst.end"},

    {{{"empty-copy", 1}},
     "bm_atomic_memcpy_1D toy src_addr=0x08000000 dst_addr=0x08000000 length=0 format=0 "
     "direction=3",
     "length.min",
     ""},
    {{{"empty-copy", 1}},  // where it would be must exist
     "bm_atomic_memcpy_1D toy src_addr=0x08000400 dst_addr=0x08000000 length=0 format=0 "
     "direction=3",
     "length.min",
     "src_addr.place"},

    {{{"address-alignment", 1}},  // a word over the end of a lane
     "bm_atomic_memcpy_1D toy src_addr=0x100000001 dst_addr=0x080000fe length=1 format=0 "
     "direction=0",
     "dst_addr.aligned src_addr.aligned",
     "",
     {{0, 254, 0, base + 1}}},
    {{{"address-alignment", 1}},
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000001 local_mem_addr=2 local_mem_idx=0 row=1 "
     "col=1 row_stride=0 sec_size=1 format=0 direction=0 transpose=0 result_add=0",
     "global_mem_addr.aligned local_mem_addr.aligned",
     "",
     {{0, 2, 0, base + 1}}},
    {{{"address-alignment", 1}},
     "bm_atomic_memcpy_4D toy src_addr=0x100000001 src_local_idx=0 src_shape=1,1,1,2 "
     "src_stride=0,0,0,1 src_format=1 dst_addr=3 dst_local_idx=0 dst_shape=1,1,1,2 "
     "dst_stride=0,0,0,1 dst_format=1 direction=0 transpose=0",
     "dst_addr.aligned src_addr.aligned",
     "",
     {{0, 3, 0, base + 1, 2}}},
    {{{"address-alignment", 1}},
     "bm_atomic_memset_4D toy start_addr=1 shape=1,1,1,1 stride=0,0,0,1 const_val=0x102 format=1 "
     "is_local_mem=1 local_idx=2",
     "start_addr.aligned",
     "",
     {{2, 1, 0, 0}},
     {2, 1}},
    {{{"address-alignment", 1}},
     "bm_atomic_cwtrans toy src_addr=1 src_local_idx=0 dst_addr=65 dst_local_idx=1 src_c=1 "
     "src_w=2 format=1 src_c_stride=0 dst_c_stride=1",
     "dst_addr.aligned src_addr.aligned",
     "",
     {{1, 65, 0, 1}, {2, 65, 0, 3}}},

    {{{"copy-overlap", 1}},
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x100000002 length=3 format=1 "
     "direction=2",
     "overlap",
     "",
     {{0, base + 2, 0, base, 3}}},
    {{{"copy-overlap", 2}},
     "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x100000002 length=3 format=1 "
     "direction=2",
     "overlap",
     "",
     {{0, base + 2, 0, base}, {0, base + 4, 0, base}, {0, base + 6, 0, base}}},
    {{{"copy-overlap", 1}},
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,2,2 "
     "src_stride=0,0,2,1 src_format=2 dst_addr=0x100000001 dst_local_idx=0 dst_shape=1,1,1,4 "
     "dst_stride=0,0,0,1 dst_format=2 direction=2 transpose=0",
     "overlap",
     "",
     {{0, base + 1, 0, base, 4}}},
    {{{"copy-overlap", 2}},
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,2,2 "
     "src_stride=0,0,2,1 src_format=2 dst_addr=0x100000001 dst_local_idx=0 dst_shape=1,1,1,4 "
     "dst_stride=0,0,0,1 dst_format=2 direction=2 transpose=0",
     "overlap",
     "",
     {{0, base + 1, 0, base},
      {0, base + 2, 0, base},
      {0, base + 3, 0, base},
      {0, base + 4, 0, base}}},
    // Each byte stays: who reads all first, or copies in order, accepts a reshape onto itself.
    {{{"copy-overlap", 1}},
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,2,2 "
     "src_stride=0,0,2,1 src_format=2 dst_addr=0x100000000 dst_local_idx=0 dst_shape=1,1,1,4 "
     "dst_stride=0,0,0,1 dst_format=2 direction=2 transpose=0",
     "overlap",
     ""},
    {{{"copy-overlap", 2}},
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,2,2 "
     "src_stride=0,0,2,1 src_format=2 dst_addr=0x100000000 dst_local_idx=0 dst_shape=1,1,1,4 "
     "dst_stride=0,0,0,1 dst_format=2 direction=2 transpose=0",
     "overlap",
     ""},
    // src(0, 0), src(0, 1) = lane 0, bytes 0 and 1; src(1, .) lane 1. In the order of dst: lane 0
    // byte 0 and 1 = src(0, 0), src(1, 0); lane 1 = src(0, 1), src(1, 1).
    {{{"copy-overlap", 1}},
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=0 dst_local_idx=0 src_c=2 src_w=2 "
     "format=2 src_c_stride=2 dst_c_stride=2",
     "overlap",
     "",
     {{0, 0, 0, 0}, {0, 1, 1, 0}, {1, 0, 0, 1}, {1, 1, 1, 1}}},
    {{{"copy-overlap", 2}},  // src(0, 1) is overwritten before it is read
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=0 dst_local_idx=0 src_c=2 src_w=2 "
     "format=2 src_c_stride=2 dst_c_stride=2",
     "overlap",
     "",
     {{0, 0, 0, 0}, {0, 1, 1, 0}, {1, 0, 1, 0}, {1, 1, 1, 1}}},

    {{{"disjoint-by", 1}},
     "bm_atomic_memcpy_4D toy src_addr=0x100000001 src_local_idx=0 src_shape=1,1,8,1 "
     "src_stride=0,0,2,1 src_format=2 dst_addr=0x100000000 dst_local_idx=0 dst_shape=1,1,8,1 "
     "dst_stride=0,0,2,1 dst_format=2 direction=2 transpose=0",
     "",
     "overlap"},
    {{{"disjoint-by", 1}},  // in place
     "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=1 src_shape=1,2,2,2 src_stride=0,4,2,1 "
     "src_format=2 dst_addr=0 dst_local_idx=1 dst_shape=1,2,2,2 dst_stride=4,0,2,1 dst_format=2 "
     "direction=3 transpose=0",
     "",
     ""},
    {{{"disjoint-by", 1}},  // the same offset in another lane
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=0 dst_local_idx=1 src_c=1 src_w=2 "
     "format=2 src_c_stride=0 dst_c_stride=1",
     "",
     "overlap"},
    {{{"disjoint-by", 1}},  // another offset
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=2 dst_local_idx=1 src_c=1 src_w=2 "
     "format=2 src_c_stride=0 dst_c_stride=1",
     "",
     "",
     {{1, 2, 0, 0}, {2, 2, 0, 1}}},

    {{{"destination-alias", 1}},
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,4 "
     "src_stride=0,0,0,1 src_format=2 dst_addr=0 dst_local_idx=0 dst_shape=2,1,1,2 "
     "dst_stride=1,0,0,1 dst_format=2 direction=0 transpose=0",
     "dst.alias",
     "",
     {{0, 0, 0, base}, {0, 1, 0, base + 2, 2}}},
    {{{"destination-alias", 1}},  // in the order of dst: (c, n) = (0, 0), (0, 1), (1, 0), (1, 1)
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=2,2,1,1 "
     "src_stride=2,1,0,1 src_format=2 dst_addr=0x100000800 dst_local_idx=0 dst_shape=2,2,1,1 "
     "dst_stride=1,1,0,1 dst_format=2 direction=2 transpose=1",
     "dst.alias",
     "",
     {{0, base + 0x800, 0, base}, {0, base + 0x801, 0, base + 1}, {0, base + 0x802, 0, base + 3}}},
    {{{"destination-alias", 1}},  // the second row begins on the third word of the first
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=2 "
     "col=3 row_stride=2 sec_size=3 format=0 direction=1 transpose=0 result_add=0",
     "row_stride.col",
     "",
     {{0, base, 0, 0, 2}, {0, base + 8, 0, 16, 3}}},

    {{{"matrix-start-npu", 1}},  // as in the byte tables, but ceil(3/4) = 1: n stride 16
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=18 local_mem_idx=3 row=2 "
     "col=7 row_stride=9 sec_size=3 format=4 direction=0 transpose=0 result_add=0",
     "",
     "",
     {{3, 18, 0, base, 3},
      {0, 34, 0, base + 6, 3},
      {1, 34, 0, base + 12, 1},
      {3, 34, 0, base + 18, 3},
      {0, 50, 0, base + 24, 3},
      {1, 50, 0, base + 30, 1}}},
    {{{"wide-section", 1}},  // as in the byte tables, but 3 words are rounded up to 4: n stride 16
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000010 local_mem_addr=8 local_mem_idx=1 row=3 "
     "col=2 row_stride=4 sec_size=5 format=0 direction=1 transpose=1 result_add=0",
     "",
     "",
     {{0, base + 16, 1, 8},
      {0, base + 20, 1, 24},
      {0, base + 32, 1, 12},
      {0, base + 36, 1, 28},
      {0, base + 48, 1, 16},
      {0, base + 52, 1, 32}}},
    {{{"wide-section", 1}},  // without transpose there is no question
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=2 "
     "col=2 row_stride=2 sec_size=5 format=0 direction=0 transpose=0 result_add=0",
     "",
     "",
     {{0, 0, 0, base, 2}, {0, 32, 0, base + 8, 2}}},

    {{{"aligned-tail", 1}},  // a byte, padded to 16
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=241 local_mem_idx=0 row=1 "
     "col=1 row_stride=0 sec_size=1 format=2 direction=0 transpose=0 result_add=0",
     "",
     "local.end"},
    {{{"aligned-tail", 1}},
     "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=240 local_mem_idx=0 row=1 "
     "col=1 row_stride=0 sec_size=1 format=2 direction=0 transpose=0 result_add=0",
     "",
     "",
     {{0, 240, 0, base}}},
    {{{"aligned-tail", 1}, {"mask-alignment", 1}},  // addresses off their unit have a tail
     "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=252 mask_local_mem_addr=244 local_mem_idx=0 "
     "dst_global_mem_addr=0x100000000 shape=1,1,1,1",
     "data_local_mem_addr.aligned mask_local_mem_addr.aligned",
     "src.end src1.end"},

    {{{"memcpy4d-w-stride", 1}},
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,2,1 "
     "src_stride=0,0,2,7 src_format=2 dst_addr=0 dst_local_idx=0 dst_shape=1,2,1,1 "
     "dst_stride=0,0,0,0 dst_format=2 direction=0 transpose=0",
     "dst_stride.w.one src_stride.w.one",
     "",
     {{0, 0, 0, base}, {1, 0, 0, base + 2}}},
    {{{"memcpy4d-w-stride", 1}},
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,2 "
     "src_stride=0,0,0,2 src_format=2 dst_addr=0 dst_local_idx=0 dst_shape=1,1,2,1 "
     "dst_stride=0,0,1,2 dst_format=2 direction=0 transpose=0",
     "dst_stride.w.one src_stride.w.one",
     "src_stride.w.one"},
    {{{"memcpy4d-w-stride", 2}},
     "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,2 "
     "src_stride=0,0,0,0 src_format=1 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,2 "
     "dst_stride=0,0,0,3 dst_format=1 direction=0 transpose=0",
     "dst_stride.w.one src_stride.w.one",
     "",
     {{0, 0, 0, base}, {0, 6, 0, base}}},
    {{{"fill-w-stride", 1}},
     "bm_atomic_memset_4D toy start_addr=0 shape=1,1,2,1 stride=0,0,4,0 const_val=1 format=2 "
     "is_local_mem=1 local_idx=0",
     "stride.w.one",
     "",
     {{0, 0, 0, 0}, {0, 4, 0, 0}},
     {1}},
    {{{"fill-w-stride", 1}},
     "bm_atomic_memset_4D toy start_addr=0 shape=1,1,1,2 stride=0,0,4,2 const_val=1 format=2 "
     "is_local_mem=1 local_idx=0",
     "stride.w.one",
     "stride.w.one"},
    {{{"fill-w-stride", 2}},
     "bm_atomic_memset_4D toy start_addr=0 shape=1,1,1,3 stride=0,0,0,2 const_val=0x102 format=1 "
     "is_local_mem=1 local_idx=0",
     "stride.w.one",
     "",
     {{0, 0, 0, 0}, {0, 4, 0, 0}, {0, 8, 0, 0}},
     {2, 1}},

    // Destination rows 0 and 4 are in lane 1, a byte apart and two bytes wide.
    {{{"cwtrans-stride", 1}},
     "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=100 dst_local_idx=1 src_c=2 "
     "src_w=5 format=2 src_c_stride=8 dst_c_stride=1",
     "dst_c_stride.min",
     "",
     {{1, 100, 0, 0},
      {1, 101, 0, 4},
      {1, 102, 1, 4},
      {2, 100, 0, 1},
      {2, 101, 1, 1},
      {3, 100, 0, 2},
      {3, 101, 1, 2},
      {0, 101, 0, 3},
      {0, 102, 1, 3}}},
};

}  // namespace

const std::vector<ReadingCase>& bm_atomic_readings() { return verdicts; }

}  // namespace strideproof
