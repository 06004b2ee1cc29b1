#pragma once
// Illegal cases of asc_copy_l12l0b_trans. L1 has 4,096 bytes, L0B 8,192: 16 fractals.

#include "model/tests/illegal.h"

namespace strideproof {

inline constexpr Illegal asc_illegal[] = {
    // The prototypes; "only false is supported"; trans-frac-stride-limit.
    {"dtype.known",
     "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=7"},
    {"dtype.known",  // although nothing would be done
     "asc_copy_l12l0b_trans_sync toy dst=0 src=0 index_id=0 repeat=0 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=4294967295"},
    {"addrmode.false",
     "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
     "addrmode=1 dst_frac_stride=0 dtype=0"},
    {"addrmode.false",
     "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=0 src_stride=0 dst_stride=0 "
     "addrmode=1 dst_frac_stride=0 dtype=2"},
    {"dst_frac_stride.max",
     "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=0 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=65536 dtype=0"},
    {"dst_frac_stride.max",
     "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=9223372036854775807 dtype=6"},
    {"dtype.known addrmode.false dst_frac_stride.max",
     "asc_copy_l12l0b_trans toy dst=1 src=1 index_id=65535 repeat=255 src_stride=65535 "
     "dst_stride=65535 addrmode=1 dst_frac_stride=65536 dtype=8"},
    {"dst_frac_stride.max src.aligned",  // src is looked at all the same
     "asc_copy_l12l0b_trans toy dst=1 src=1 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=65536 dtype=5"},
    // trans-alignment
    {"dst.aligned",
     "asc_copy_l12l0b_trans toy dst=256 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=2"},
    {"src.aligned",
     "asc_copy_l12l0b_trans toy dst=512 src=16 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=2"},
    {"dst.aligned src.aligned",
     "asc_copy_l12l0b_trans toy dst=8193 src=4097 index_id=0 repeat=0 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=0"},
    // The last byte. One step less and the case is legal: see LegalAtTheEdge.
    {"dst.end",
     "asc_copy_l12l0b_trans toy dst=8192 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=3"},
    {"dst.end",  // the second fractal
     "asc_copy_l12l0b_trans toy dst=7680 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=1"},
    {"dst.end",  // the second fractal of the first iteration, not the first of the last
     "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=2 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=14 dtype=4"},
    {"dst.end",
     "asc_copy_l12l0b_trans toy dst=9223372036854775296 src=0 index_id=0 repeat=255 src_stride=0 "
     "dst_stride=65535 addrmode=0 dst_frac_stride=65535 dtype=4"},
    {"src.end",
     "asc_copy_l12l0b_trans toy dst=0 src=3616 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=2"},
    {"src.end",  // the index
     "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=4 repeat=1 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=0"},
    {"src.end",  // the last square
     "asc_copy_l12l0b_trans toy dst=0 src=32 index_id=0 repeat=4 src_stride=1 dst_stride=1 "
     "addrmode=0 dst_frac_stride=0 dtype=5"},
    {"dst.end src.end",
     "asc_copy_l12l0b_trans_sync toy dst=8192 src=9223372036854775776 index_id=65535 repeat=255 "
     "src_stride=65535 dst_stride=0 addrmode=0 dst_frac_stride=0 dtype=0"},
    // "The developer has to ensure that the transposed fractals of the destination do not overlap."
    {"dst.overlap",  // the second of the first iteration and the first of the second
     "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=2 src_stride=0 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=0"},
    {"dst.overlap",  // the second of the first and the first of the third: 2*3 = 1*6
     "asc_copy_l12l0b_trans_sync toy dst=0 src=0 index_id=0 repeat=3 src_stride=0 dst_stride=2 "
     "addrmode=0 dst_frac_stride=5 dtype=6"},
    {"src.end dst.overlap",
     "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=3 repeat=2 src_stride=1 dst_stride=0 "
     "addrmode=0 dst_frac_stride=0 dtype=4"},
};

}  // namespace strideproof
