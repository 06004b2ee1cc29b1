#pragma once
// Byte tables of tik data_move, worked out by hand from the document and never by running code. UB has
// 2,048 bytes, L1 4,096, GM 4,096 bytes on either side of 2^32; a block is 32 bytes.

#include "model/tests/byte_table.h"

namespace strideproof {

// Spaces: GM 0, UB 2, L1 3. The elements of a run are bytes.
inline const std::vector<ByteTable>& tik_bytes() {
  constexpr int64_t odd = 0xffffffd1;  // 47 bytes before 2^32: the first burst crosses it
  constexpr int64_t end = 0x100000fc0, begin = 0xfffff000;

  // clang-format off
  static const std::vector<ByteTable> tables = {
      // Bursts of 64 bytes. From start to start: dst 64 + 3*32 = 160, src 64 + 1*32 = 96.
      {"gm_to_ub_gaps_on_both_sides",
       "data_move toy dst_space=2 dst=64 src_space=0 src=0xffffffd1 dtype=2 sid=0 nburst=3 burst=2 "
       "src_stride=1 dst_stride=3 fill=1",
       {{0, 64, 0, odd, 64}, {0, 224, 0, odd + 96, 64}, {0, 384, 0, odd + 192, 64}}},
      // From start to start: src 32 + 2*32 = 96. The last byte of UB becomes the last byte of GM.
      {"ub_to_gm_adjacent_in_gm",
       "data_move toy dst_space=0 dst=0x100000fc0 src_space=2 src=1920 dtype=5 sid=15 nburst=2 "
       "burst=1 src_stride=2 dst_stride=0 fill=2",
       {{0, end, 0, 1920, 32}, {0, end + 32, 0, 2016, 32}}},
      // Elements of 8 bytes: the strides stay blocks of 32. dst 96 + 2*32 = 160: 3840, 4000, up to 4096.
      {"gm_to_l1_adjacent_in_gm",
       "data_move toy dst_space=3 dst=3840 src_space=0 src=0xfffff000 dtype=9 sid=1 nburst=2 burst=3 "
       "src_stride=0 dst_stride=2 fill=3",
       {{0, 3840, 0, begin, 96}, {0, 4000, 0, begin + 96, 96}}},
      // Every other block: dst 32, 96, 160, 224 and src 0, 64, 128, 192.
      {"ub_to_ub_interleaved",
       "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=4 burst=1 "
       "src_stride=1 dst_stride=1 fill=4",
       {{0, 32, 0, 0, 32}, {0, 96, 0, 64, 32}, {0, 160, 0, 128, 32}, {0, 224, 0, 192, 32}}},
      // The document's example: 128 halves in one burst of 128 / 16 = 8 blocks. Strides are not used.
      {"ub_to_ub_example",
       "data_move toy dst_space=2 dst=256 src_space=2 src=0 dtype=2 sid=0 nburst=1 burst=8 "
       "src_stride=65535 dst_stride=65535 fill=5",
       {{0, 256, 0, 0, 256}}},
      {"ub_to_ub_in_place",
       "data_move toy dst_space=2 dst=96 src_space=2 src=96 dtype=7 sid=0 nburst=3 burst=2 "
       "src_stride=1 dst_stride=1 fill=6",
       {}},
  };
  // clang-format on
  return tables;
}

}  // namespace strideproof
