#pragma once
// What tik data_move does under the readings of the ledger, worked out by hand for the toy profile.

#include "model/tests/reading_case.h"

namespace strideproof {

inline const std::vector<ReadingCase>& tik_readings() {
  constexpr int64_t base = 0x100000000;
  static const std::vector<ReadingCase> cases = {
      {{{"data-move-stride", 1}},  // by default dst 0, 128 and src 0, 96
       "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=2 burst=1 "
       "src_stride=2 dst_stride=3",
       "",
       "",
       {{0, 0, 0, base, 32}, {0, 96, 0, base + 64, 32}}},
      {{{"data-move-stride", 1}},  // a stride of 0 repeats the burst: the last one stays
       "data_move toy dst_space=3 dst=64 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=3 "
       "burst=2 "
       "src_stride=1 dst_stride=0",
       "",
       "",
       {{0, 64, 0, base + 64, 64}}},
      {{{"data-move-stride", 1}},  // 64 blocks up to the end of UB
       "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=2 burst=2 "
       "src_stride=2 dst_stride=62",
       "dst.end",
       "",
       {{0, 0, 0, base, 64}, {0, 1984, 0, base + 64, 64}}},
      {{{"data-move-stride", 1}},
       "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=2 burst=2 "
       "src_stride=2 dst_stride=63",
       "dst.end",
       "dst.end"},
      {{{"data-move-stride",
         1}},  // by default dst 32, 96 and src 0, 64; else dst 32, 64 and src 0, 32
       "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=2 burst=1 "
       "src_stride=1 dst_stride=1",
       "",
       "overlap"},

      {{{"data-move-src-scope", 1}},
       "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000010 dtype=0 sid=0 nburst=1 burst=1 "
       "src_stride=0 dst_stride=0",
       "",
       "src.aligned"},
      {{{"data-move-src-scope", 1}},
       "data_move toy dst_space=3 dst=0 src_space=0 src=0x100000001 dtype=0 sid=0 nburst=1 burst=1 "
       "src_stride=0 dst_stride=0",
       "",
       "src.aligned"},
      {{{"data-move-src-scope", 1}},  // of the source alone
       "data_move toy dst_space=0 dst=0x100000001 src_space=2 src=32 dtype=0 sid=0 nburst=1 "
       "burst=1 "
       "src_stride=0 dst_stride=0",
       "",
       "",
       {{0, base + 1, 0, 32, 32}}},
      {{{"data-move-src-scope", 1}},  // UB as ever
       "data_move toy dst_space=0 dst=0x100000001 src_space=2 src=33 dtype=0 sid=0 nburst=1 "
       "burst=1 "
       "src_stride=0 dst_stride=0",
       "src.aligned",
       "src.aligned"},

      {{{"copy-overlap", 1}},
       "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=3 "
       "src_stride=0 dst_stride=0",
       "overlap",
       "",
       {{0, 32, 0, 0, 96}}},
      {{{"copy-overlap", 2}},  // the first block goes from block to block
       "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=8 sid=0 nburst=1 burst=3 "
       "src_stride=0 dst_stride=0",
       "overlap",
       "",
       {{0, 32, 0, 0, 32}, {0, 64, 0, 0, 32}, {0, 96, 0, 0, 32}}},
      {{{"copy-overlap", 2}},  // downwards all is read in time
       "data_move toy dst_space=2 dst=0 src_space=2 src=32 dtype=8 sid=0 nburst=1 burst=3 "
       "src_stride=0 dst_stride=0",
       "overlap",
       "",
       {{0, 0, 0, 32, 96}}},
      {{{"copy-overlap", 2}},  // dst 64, 96; src 0, 64: the second burst is the first one again
       "data_move toy dst_space=2 dst=64 src_space=2 src=0 dtype=0 sid=0 nburst=2 burst=1 "
       "src_stride=1 dst_stride=0",
       "overlap",
       "",
       {{0, 64, 0, 0, 32}, {0, 96, 0, 0, 32}}},

      {{{"disjoint-by", 1}},  // every other block
       "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=2 burst=1 "
       "src_stride=1 dst_stride=1",
       "",
       "overlap"},
      {{{"disjoint-by", 1}},  // neighbours, either way round
       "data_move toy dst_space=2 dst=96 src_space=2 src=0 dtype=0 sid=0 nburst=2 burst=1 "
       "src_stride=1 dst_stride=1",
       "",
       "",
       {{0, 96, 0, 0, 32}, {0, 160, 0, 64, 32}}},
      {{{"disjoint-by", 1}},
       "data_move toy dst_space=2 dst=0 src_space=2 src=96 dtype=0 sid=0 nburst=2 burst=1 "
       "src_stride=1 dst_stride=1",
       "",
       "",
       {{0, 0, 0, 96, 32}, {0, 64, 0, 160, 32}}},
      {{{"disjoint-by", 1}},  // in place
       "data_move toy dst_space=2 dst=32 src_space=2 src=32 dtype=0 sid=0 nburst=2 burst=1 "
       "src_stride=1 dst_stride=1",
       "",
       ""},
  };
  return cases;
}

}  // namespace strideproof
