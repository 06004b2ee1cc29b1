#include "model/tests/bm_atomic_values.h"

namespace strideproof {
namespace {

constexpr int64_t from = 0x100000000;
constexpr auto local = Space::local, global = Space::system;

}  // namespace

// Channels of 3 words, rounded up to 4: c stride 16; two channels in lanes 3 and 0, block rows 0 and
// 1; ceil((3+2)/4) = 2: n stride 32.
void append_masks(std::vector<ValueTable>& all) {
  const std::string copy =
      "bm_atomic_mask_memcpy_4D data_local_mem_addr=32 mask_local_mem_addr=128 local_mem_idx=3 "
      "dst_global_mem_addr=0x100000040 shape=2,2,1,3";
  const std::string none =
      "bm_atomic_mask_memcpy_4D data_local_mem_addr=32 mask_local_mem_addr=160 local_mem_idx=3 "
      "dst_global_mem_addr=0x100000040 shape=1,1,1,3";
  const std::string illegal =
      "bm_atomic_mask_memcpy_4D data_local_mem_addr=32 mask_local_mem_addr=160 local_mem_idx=4 "
      "dst_global_mem_addr=0x100000040 shape=1,1,1,3";
  const std::string count = " ; bm_get_mask_memcpy_res_num";
  const std::string program = "program toy fill=3 ; ";
  const std::vector<Values> before = {
      {local, 3, 32, 4, {11, 12, 13}},        {local, 0, 48, 4, {14, 15, 16}},
      {local, 3, 64, 4, {17, 18, 19}},        {local, 0, 80, 4, {20, 21, 22}},
      {local, 3, 128, 4, {0, 1, 0x80000000}}, {local, 0, 144, 4, {0, 0, 0xff00}},
      {local, 3, 160, 4, {0, 0, 0}},          {local, 0, 176, 4, {7, 0, 0x10000}}};
  const std::vector<Values> kept = {{global, 0, from + 64, 4, {12, 13, 16, 20, 22}}};
  all.push_back({"mask_memcpy_4D", program + copy, before, kept});
  all.push_back({"count", program + copy + count, before, kept, 5});
  all.push_back({"count_twice", program + copy + count + count, before, kept, 5});
  all.push_back({"count_twice_reset",
                 program + copy + count + count,
                 before,
                 kept,
                 0,
                 {{"mask-count-read", 1}}});
  all.push_back({"count_before_any_copy", program + count.substr(3), {}, {}, 0});
  all.push_back({"count_of_the_last", program + copy + " ; " + none + count, before, kept, 0});
  all.push_back(
      {"count_past_a_rejected_copy", program + copy + " ; " + illegal + count, before, kept, 5});
  all.push_back({"no_count_past_a_rejected_copy",
                 program + copy + " ; " + illegal + count,
                 before,
                 kept,
                 0,
                 {{"mask-count-after-rejection", 1}}});
  // The third word of each mask, -0, is kept no longer.
  all.push_back({"mask_of_negative_zero",
                 program + copy + count,
                 before,
                 {{global, 0, from + 64, 4, {12, 16, 20, 22}}},
                 4,
                 {{"mask-negative-zero", 1}}});
  // Five channels of one word: the fifth is in lane 0 again, 4 bytes further.
  all.push_back({"mask_of_compact_channels",
                 program +
                     "bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=128 "
                     "local_mem_idx=0 dst_global_mem_addr=0x100000040 shape=1,5,1,1" +
                     count,
                 {{local, 0, 0, 4, {31, 32, 33, 34, 35}},
                  {local, 0, 128, 4, {1, 1, 0, 0, 0}},
                  {local, 1, 128, 4, {0}},
                  {local, 2, 128, 4, {0}},
                  {local, 3, 128, 4, {0}}},
                 {{global, 0, from + 64, 4, {31, 32}}},
                 2,
                 {{"mask-layout", 1}}});
  // The bytes of the first word of each row: 0 0 0 in the first three, 7 0 0 in the last.
  all.push_back({"mask_of_bytes",
                 program + copy + count,
                 before,
                 {{global, 0, from + 64, 4, {20}}},
                 1,
                 {{"mask-element", 1}}});
  // Words that are their own mask.
  all.push_back({"mask_is_data",
                 program +
                     "bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 "
                     "local_mem_idx=1 dst_global_mem_addr=0x100000000 shape=1,1,2,2" +
                     count,
                 {{local, 1, 0, 4, {0, 9, 0, 8}}},
                 {{global, 0, from, 4, {9, 8}}},
                 2});
  // The last 16 words of the window: 17 do not fit, the 16 kept do.
  std::vector<uint32_t> words, room;
  for (uint32_t i = 0; i <= 16; ++i) words.push_back(i);
  for (uint32_t i = 1; i <= 16; ++i) room.push_back(i);
  all.push_back({"room_for_what_is_kept",
                 program +
                     "bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 "
                     "local_mem_idx=1 dst_global_mem_addr=0x100000fc0 shape=1,1,1,17" +
                     count,
                 {{local, 1, 0, 4, words}},
                 {{global, 0, 0x100000fc0, 4, room}},
                 16,
                 {{"mask-room", 1}}});
  all.push_back({"mask_off_its_unit",
                 program +
                     "bm_atomic_mask_memcpy_4D data_local_mem_addr=4 mask_local_mem_addr=12 "
                     "local_mem_idx=1 dst_global_mem_addr=0x100000004 shape=1,1,1,2" +
                     count,
                 {{local, 1, 4, 4, {8, 9, 0, 1}}},
                 {{global, 0, 0x100000004, 4, {9}}},
                 1,
                 {{"mask-local-alignment", 1}, {"mask-dst-alignment", 1}}});
}

}  // namespace strideproof
