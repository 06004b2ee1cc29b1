#pragma once
// Illegal cases of tik data_move. UB has 2,048 bytes, L1 4,096, GM is [2^32 - 4096, 2^32 + 4096).

#include "model/tests/illegal.h"

namespace strideproof {

inline constexpr Illegal tik_illegal[] = {
    // "UB->UB, UB->GM, GM->UB, GM->L1"
    {"path",  // UB to L1
     "data_move toy dst_space=3 dst=0 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 "
     "dst_stride=0"},
    {"path",  // GM to GM
     "data_move toy dst_space=0 dst=0x100000000 src_space=0 src=0xfffff000 dtype=0 sid=0 nburst=1 "
     "burst=1 src_stride=0 dst_stride=0"},
    {"path",  // L1 to UB
     "data_move toy dst_space=2 dst=0 src_space=3 src=0 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 "
     "dst_stride=0"},
    {"path",  // L1 to GM
     "data_move toy dst_space=0 dst=0x100000000 src_space=3 src=0 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"path",  // GM to L0B
     "data_move toy dst_space=4 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"path",  // local memory
     "data_move toy dst_space=1 dst=0 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 "
     "dst_stride=0"},
    {"path",
     "data_move toy dst_space=2 dst=0 src_space=-2147483648 src=0 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"path",
     "data_move toy dst_space=5 dst=0 src_space=2147483647 src=0 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    // Ranges.
    {"dtype.min",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=-1 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"dtype.max",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=10 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"sid.min",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=-1 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"sid.max",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=16 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"nburst.min",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=0 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"nburst.max",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=4096 "
     "burst=1 "
     "src_stride=0 dst_stride=0"},
    {"burst.min",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=1 burst=0 "
     "src_stride=0 dst_stride=0"},
    {"burst.max",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=1 "
     "burst=65536 src_stride=0 dst_stride=0"},
    {"src_stride.min",  // although a single burst makes no use of it
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=-1 dst_stride=0"},
    {"src_stride.max",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=65536 dst_stride=0"},
    {"dst_stride.min",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=2 burst=1 "
     "src_stride=0 dst_stride=-1"},
    {"dst_stride.max",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=65536"},
    {"path dtype.max sid.min nburst.min burst.max src_stride.max dst_stride.min",
     "data_move toy dst_space=3 dst=1 src_space=3 src=1 dtype=2147483647 sid=-2147483648 nburst=-1 "
     "burst=2147483647 src_stride=2147483647 dst_stride=-2147483648"},
    {"src_stride.max dst.aligned",  // dst is looked at all the same
     "data_move toy dst_space=2 dst=16 src_space=2 src=16 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=65536 dst_stride=0"},
    // "the address offset must be 32-byte aligned"
    {"dst.aligned",
     "data_move toy dst_space=2 dst=31 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"dst.aligned",
     "data_move toy dst_space=3 dst=16 src_space=0 src=0x100000000 dtype=9 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"src.aligned",  // data-move-src-scope
     "data_move toy dst_space=0 dst=0x100000000 src_space=2 src=33 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"dst.aligned src.aligned",
     "data_move toy dst_space=2 dst=2049 src_space=2 src=2049 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    // The first byte.
    {"dst.start",
     "data_move toy dst_space=2 dst=2048 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=1 "
     "burst=1 "
     "src_stride=0 dst_stride=0"},
    {"dst.start",
     "data_move toy dst_space=3 dst=9223372036854775776 src_space=0 src=0x100000000 dtype=0 sid=0 "
     "nburst=3 burst=1 src_stride=0 dst_stride=65535"},
    {"dst.start",
     "data_move toy dst_space=0 dst=0xffffefff src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"src.start",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100001000 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"src.start",
     "data_move toy dst_space=2 dst=0 src_space=0 src=0 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 "
     "dst_stride=0"},
    {"dst.start src.start",
     "data_move toy dst_space=2 dst=2048 src_space=2 src=4096 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    // The last byte. One step less and the case is legal: see LegalAtTheEdge.
    {"dst.end",
     "data_move toy dst_space=2 dst=2016 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=1 "
     "burst=2 "
     "src_stride=0 dst_stride=0"},
    {"dst.end",
     "data_move toy dst_space=3 dst=0 src_space=0 src=0xfffff000 dtype=0 sid=0 nburst=3 burst=2 "
     "src_stride=0 dst_stride=62"},
    {"dst.end",
     "data_move toy dst_space=0 dst=0x100000fe1 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"src.end",
     "data_move toy dst_space=3 dst=0 src_space=0 src=0x100000fe1 dtype=0 sid=0 nburst=1 burst=1 "
     "src_stride=0 dst_stride=0"},
    {"src.end",
     "data_move toy dst_space=0 dst=0x100000000 src_space=2 src=0 dtype=0 sid=0 nburst=2 burst=1 "
     "src_stride=63 dst_stride=0"},
    {"dst.end src.end",  // 17,173,315,680 bytes
     "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=4095 "
     "burst=65535 src_stride=65535 dst_stride=65535"},
    // copy-overlap
    {"overlap",
     "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=2 "
     "src_stride=0 dst_stride=0"},
    {"overlap",
     "data_move toy dst_space=2 dst=0 src_space=2 src=32 dtype=0 sid=0 nburst=1 burst=2 "
     "src_stride=0 dst_stride=0"},
    {"overlap",  // the second of dst, 64, is the second of src
     "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=2 burst=1 "
     "src_stride=1 dst_stride=0"},
    {"overlap",  // every burst of dst, but the last, ends on the next of src
     "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=4 burst=2 "
     "src_stride=2 dst_stride=2"},
    {"overlap",  // from one place on, but apart from there
     "data_move toy dst_space=2 dst=0 src_space=2 src=0 dtype=0 sid=0 nburst=2 burst=1 "
     "src_stride=1 "
     "dst_stride=2"},
};

}  // namespace strideproof
