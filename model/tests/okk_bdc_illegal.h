#pragma once
// Illegal cases of okk-bdc, written by hand, and exactly what each violates. They are of the toy
// profile: 4 lanes of 256 bytes. All bytes are of the class that a case names.

#include "model/tests/illegal.h"

namespace strideproof {

inline constexpr Illegal okk_bdc_illegal[] = {
    // "shape->n, shape->h and shape->w are in [1, 65535], shape->c is in [1, 4095]."
    {"shape.n.min",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=0,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"shape.n.max",
     "okk_bdc_32bit_or_C toy dst_addr=0 src_addr=64 C=1 shape=65536,1,1,1 dst_stride=0,0,0,1 "
     "src_stride=0,0,0,1"},
    {"shape.c.min",
     "okk_bdc_32bit_xor toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,-1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"shape.c.max",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,4096,1,1 dst_stride=null "
     "src_stride=null"},
    {"shape.h.min",
     "okk_bdc_32bit_arithmetic_shift_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,0,1 "
     "dst_stride=null src_stride=null"},
    {"shape.h.max",
     "okk_bdc_32bit_C_logical_shift toy dst_addr=0 src_addr=64 C=1 shape=1,1,65536,1 "
     "dst_stride=null src_stride=null"},
    {"shape.w.min",
     "okk_bdc_32bit_logical_shift toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,0 "
     "dst_stride=null src0_stride=null src1_stride=null"},
    {"shape.w.max",
     "okk_bdc_32bit_xor_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,2147483647 dst_stride=null "
     "src_stride=null"},
    // "The constant value C is in [-32, 32]"
    {"C.min",
     "okk_bdc_32bit_arithmetic_shift_C toy dst_addr=0 src_addr=64 C=-33 shape=1,1,1,1 "
     "dst_stride=null src_stride=null"},
    {"C.max",
     "okk_bdc_32bit_logical_shift_C toy dst_addr=0 src_addr=64 C=33 shape=1,1,1,1 "
     "dst_stride=null src_stride=null"},
    {"shape.n.min shape.c.max C.max dst_stride.w.min",
     "okk_bdc_32bit_arithmetic_shift_C toy dst_addr=3 src_addr=9999 C=2147483647 shape=0,4096,2,2 "
     "dst_stride=0,0,0,-1 src_stride=null"},
    // Strides: negative-stride.
    {"dst_stride.n.min",
     "okk_bdc_32bit_and toy dst_addr=16 src0_addr=64 src1_addr=128 shape=2,1,1,1 "
     "dst_stride=-1,0,0,1 src0_stride=null src1_stride=null"},
    {"dst_stride.c.min",
     "okk_bdc_32bit_and_C toy dst_addr=16 src_addr=64 C=1 shape=1,2,1,1 dst_stride=0,-1,0,1 "
     "src_stride=null"},
    {"dst_stride.h.min",
     "okk_bdc_32bit_xor_C toy dst_addr=16 src_addr=64 C=1 shape=1,1,2,1 "
     "dst_stride=0,0,-1,1 src_stride=null"},
    {"dst_stride.w.min",
     "okk_bdc_32bit_xor toy dst_addr=16 src0_addr=64 src1_addr=128 shape=1,1,1,2 "
     "dst_stride=0,0,0,-1 src0_stride=null src1_stride=null"},
    {"src0_stride.n.min",
     "okk_bdc_32bit_or toy dst_addr=16 src0_addr=64 src1_addr=128 shape=2,1,1,1 dst_stride=null "
     "src0_stride=-1,0,0,1 src1_stride=null"},
    {"src0_stride.c.min",
     "okk_bdc_32bit_or toy dst_addr=16 src0_addr=64 src1_addr=128 shape=1,2,1,1 dst_stride=null "
     "src0_stride=0,-1,0,1 src1_stride=null"},
    {"src0_stride.h.min",
     "okk_bdc_32bit_or toy dst_addr=16 src0_addr=64 src1_addr=128 shape=1,1,2,1 dst_stride=null "
     "src0_stride=0,0,-2147483648,1 src1_stride=null"},
    {"src0_stride.w.min",
     "okk_bdc_32bit_or toy dst_addr=16 src0_addr=64 src1_addr=128 shape=1,1,1,2 dst_stride=null "
     "src0_stride=0,0,0,-1 src1_stride=null"},
    {"src1_stride.n.min",
     "okk_bdc_32bit_xor toy dst_addr=16 src0_addr=64 src1_addr=128 shape=2,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=-1,0,0,1"},
    {"src1_stride.c.min",
     "okk_bdc_32bit_xor toy dst_addr=16 src0_addr=64 src1_addr=128 shape=1,2,1,1 dst_stride=null "
     "src0_stride=null src1_stride=0,-1,0,1"},
    {"src1_stride.h.min",
     "okk_bdc_32bit_xor toy dst_addr=16 src0_addr=64 src1_addr=128 shape=1,1,2,1 dst_stride=null "
     "src0_stride=null src1_stride=0,0,-1,1"},
    {"src1_stride.w.min",  // the counts of a shift are then not asked for
     "okk_bdc_32bit_logical_shift toy dst_addr=16 src0_addr=64 src1_addr=128 shape=1,1,1,2 "
     "dst_stride=null src0_stride=null src1_stride=0,0,0,-1"},
    {"src_stride.n.min",
     "okk_bdc_32bit_or_C toy dst_addr=16 src_addr=64 C=1 shape=2,1,1,1 dst_stride=null "
     "src_stride=-1,0,0,1"},
    {"src_stride.c.min",
     "okk_bdc_32bit_or_C toy dst_addr=16 src_addr=64 C=1 shape=1,2,1,1 dst_stride=null "
     "src_stride=0,-1,0,1"},
    {"src_stride.h.min",
     "okk_bdc_32bit_C_arithmetic_shift toy dst_addr=16 src_addr=64 C=1 shape=1,1,2,1 "
     "dst_stride=null src_stride=0,0,-1,1"},
    {"src_stride.w.min",
     "okk_bdc_32bit_xor_C toy dst_addr=16 src_addr=64 C=1 shape=1,1,1,2 dst_stride=null "
     "src_stride=0,0,0,-1"},
    // "dst_addr, src0_addr and src1_addr are divisible by 4"; lanes 0 to 3.
    {"dst_addr.aligned",
     "okk_bdc_32bit_and toy dst_addr=2 src0_addr=64 src1_addr=128 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"src0_addr.aligned",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=65 src1_addr=128 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"src1_addr.aligned",
     "okk_bdc_32bit_arithmetic_shift toy dst_addr=0 src0_addr=64 src1_addr=131 shape=1,1,1,1 "
     "dst_stride=null src0_stride=null src1_stride=null"},
    {"dst_addr.aligned src_addr.aligned",
     "okk_bdc_32bit_logical_shift_C toy dst_addr=1 src_addr=9998 C=1 shape=1,1,1,1 "
     "dst_stride=null src_stride=null"},
    {"dst_addr.lane",
     "okk_bdc_32bit_xor toy dst_addr=1024 src0_addr=64 src1_addr=128 shape=1,1,1,1 "
     "dst_stride=null src0_stride=null src1_stride=null"},
    {"src0_addr.lane",
     "okk_bdc_32bit_xor toy dst_addr=0 src0_addr=4294967292 src1_addr=128 shape=1,1,1,1 "
     "dst_stride=null src0_stride=null src1_stride=null"},
    {"src1_addr.lane",
     "okk_bdc_32bit_xor toy dst_addr=0 src0_addr=64 src1_addr=1024 shape=1,1,1,1 "
     "dst_stride=null src0_stride=null src1_stride=null"},
    {"src_addr.lane",
     "okk_bdc_32bit_C_arithmetic_shift toy dst_addr=0 src_addr=1024 C=1 shape=1,1,1,1 "
     "dst_stride=null src_stride=null"},
    // "The destination, source_0 and source_1 tensors start at the same NPU."
    {"src0_addr.same_lane",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=320 src1_addr=128 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"src1_addr.same_lane",
     "okk_bdc_32bit_and toy dst_addr=512 src0_addr=576 src1_addr=128 shape=1,1,1,1 "
     "dst_stride=null src0_stride=null src1_stride=null"},
    {"src0_addr.same_lane src1_addr.same_lane",  // though the sources agree
     "okk_bdc_32bit_and toy dst_addr=512 src0_addr=64 src1_addr=128 shape=1,1,1,1 "
     "dst_stride=null src0_stride=null src1_stride=null"},
    {"src_addr.same_lane",
     "okk_bdc_32bit_logical_shift_C toy dst_addr=256 src_addr=252 C=1 shape=1,1,1,1 "
     "dst_stride=null src_stride=null"},
    // The last byte touched.
    {"dst.end",
     "okk_bdc_32bit_or toy dst_addr=252 src0_addr=64 src1_addr=128 shape=1,1,1,2 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"src0.end",  // channel 1 of lane 3 is in lane 0, a block row of 16 bytes further
     "okk_bdc_32bit_or toy dst_addr=768 src0_addr=1008 src1_addr=800 shape=1,2,1,1 "
     "dst_stride=null src0_stride=null src1_stride=null"},
    {"src1.end",  // 50 words to the next
     "okk_bdc_32bit_or toy dst_addr=0 src0_addr=64 src1_addr=56 shape=1,1,1,2 dst_stride=null "
     "src0_stride=null src1_stride=0,0,0,50"},
    {"src.end",
     "okk_bdc_32bit_C_logical_shift toy dst_addr=0 src_addr=252 C=1 shape=1,1,1,2 dst_stride=null "
     "src_stride=null"},
    {"dst.end src0.end src1.end",  // more bytes than 64 bits can count
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=0 src1_addr=0 shape=65535,4095,65535,65535 "
     "dst_stride=null src0_stride=null src1_stride=null"},
    // Sharing: destination-alias, copy-overlap.
    {"dst.alias",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=2,1,1,2 "
     "dst_stride=1,0,0,1 src0_stride=null src1_stride=null"},
    {"dst.alias",  // w stride 0
     "okk_bdc_32bit_or_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,2 dst_stride=0,0,0,0 "
     "src_stride=null"},
    {"dst.alias",  // channels 0 and 4 in lane 0
     "okk_bdc_32bit_xor_C toy dst_addr=0 src_addr=64 C=1 shape=1,5,1,1 dst_stride=0,0,0,1 "
     "src_stride=null"},
    {"dst.alias",  // more elements than can be marked in time, but they cannot all have room
     "okk_bdc_32bit_xor_C toy dst_addr=0 src_addr=64 C=1 shape=65535,4095,65535,65535 "
     "dst_stride=0,0,0,0 src_stride=0,0,0,0"},
    {"src0.overlap",
     "okk_bdc_32bit_xor toy dst_addr=4 src0_addr=0 src1_addr=128 shape=1,1,1,2 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"src1.overlap",
     "okk_bdc_32bit_xor toy dst_addr=4 src0_addr=128 src1_addr=8 shape=1,1,1,2 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"src0.overlap src1.overlap",
     "okk_bdc_32bit_and toy dst_addr=4 src0_addr=0 src1_addr=8 shape=1,1,1,2 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"overlap",  // a transposition in place: the same bytes, not the same map
     "okk_bdc_32bit_or_C toy dst_addr=0 src_addr=0 C=1 shape=1,1,2,2 dst_stride=0,0,1,2 "
     "src_stride=0,0,2,1"},
    {"overlap",  // a broadcast over itself
     "okk_bdc_32bit_C_logical_shift toy dst_addr=0 src_addr=0 C=1 shape=1,1,1,2 dst_stride=null "
     "src_stride=0,0,0,0"},
    {"dst.alias src0.overlap",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=0 src1_addr=128 shape=1,1,2,1 "
     "dst_stride=0,0,0,1 src0_stride=0,0,1,1 src1_stride=null"},
    // "The elements of the source_1 tensor are in [-32, 32]"
    {"src1.counts.max",
     "okk_bdc_32bit_arithmetic_shift toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,4,4,4 "
     "dst_stride=null src0_stride=null src1_stride=null data.src1=counts_over"},
    {"src1.counts.min",
     "okk_bdc_32bit_logical_shift toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,4,4,4 "
     "dst_stride=null src0_stride=null src1_stride=null data.src1=counts_under"},
    {"src.counts.max",
     "okk_bdc_32bit_C_logical_shift toy dst_addr=0 src_addr=128 C=1 shape=1,4,4,4 "
     "dst_stride=null src_stride=null data.src=counts_over"},
    {"src.counts.min",
     "okk_bdc_32bit_C_arithmetic_shift toy dst_addr=0 src_addr=128 C=1 shape=1,4,4,4 "
     "dst_stride=null src_stride=null data.src=counts_under"},
    {"src1.counts.min src1.counts.max",  // words of any kind
     "okk_bdc_32bit_arithmetic_shift toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,4,4,4 "
     "dst_stride=null src0_stride=null src1_stride=null"},
    {"dst_addr.lane src1.counts.max",  // the counts are where they belong
     "okk_bdc_32bit_arithmetic_shift toy dst_addr=1024 src0_addr=64 src1_addr=128 shape=1,4,4,4 "
     "dst_stride=null src0_stride=null src1_stride=null data.src1=counts_over"},
};

}  // namespace strideproof
