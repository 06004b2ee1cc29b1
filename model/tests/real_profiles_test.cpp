// Byte tables worked out by hand from the documents for the processors themselves, not for toy: one
// or two for each family. All other memory is 0xee before and after.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "model/tests/small_world.h"

namespace strideproof {
namespace {

struct PlacedWords {
  Space space;
  int lane;
  int64_t offset;
  std::vector<uint32_t> words;
};

struct Table {
  std::string_view name;
  std::string_view line;
  std::vector<PlacedWords> before, after;
};

constexpr Space gm = Space::system, local = Space::local, ub = Space::ub, l1 = Space::l1,
                l0b = Space::l0b;
constexpr uint8_t background = 0xee;

// bm1684: 64 lanes of 0x80000 bytes, units of 128 bytes; windows from 0x2000000, 0x10000000 and
// 2^32.
const Table tables[] = {
    // Lane 63, offset 0x80. A channel of one word is rounded up to 32 words: c stride 128 bytes.
    // ceil((63 + 2) / 64) = 2 block rows: n stride 256 bytes. Channel 1 is in lane 0, one block row
    // further. The source crosses 2^33.
    {"okk_gdma_past_the_last_lane",
     "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x1f80080 src_addr=0x1fffffff8 shape=2,2,1,1 "
     "dst_stride=null src_stride=null",
     {{gm, 0, 0x1fffffff8, {1, 2, 3, 4}}},
     {{local, 63, 0x80, {1}},
      {local, 0, 0x100, {2}},
      {local, 63, 0x180, {3}},
      {local, 0, 0x200, {4}}}},
    // 33 rows of 4 bytes: 132 bytes a channel are rounded up to 256, and one block row: n 256.
    {"okk_gdma_bytes_over_a_unit",
     "okk_gdma_8bit_cpy_L2L bm1684 dst_addr=0x300008 src_addr=0x400010 shape=2,2,33,4 "
     "dst_stride=null src_stride=null",
     {{local, 8, 0x10, {10}},    // the first row of n = 0, c = 0
      {local, 8, 0x90, {11}},    // the last
      {local, 9, 0x10, {12}},    // n = 0, c = 1
      {local, 8, 0x110, {13}},   // n = 1, c = 0
      {local, 9, 0x190, {14}}},  // the last of n = 1, c = 1
     {{local, 6, 0x8, {10}},
      {local, 6, 0x88, {11}},
      {local, 7, 0x8, {12}},
      {local, 6, 0x108, {13}},
      {local, 7, 0x188, {14}}}},
    // Each operand: channel 0 in lane 63, channel 1 in lane 0, one unit (128 bytes) further.
    {"okk_bdc_past_the_last_lane",
     "okk_bdc_32bit_xor bm1684 dst_addr=0x1f80000 src0_addr=0x1f80400 src1_addr=0x1f80800 "
     "shape=1,2,1,1 dst_stride=null src0_stride=null src1_stride=null",
     {{local, 63, 0x400, {0x0f0f0f0f}},
      {local, 0, 0x480, {0x12345678}},
      {local, 63, 0x800, {0xffffffff}},
      {local, 0, 0x880, {0xffff0000}}},
     {{local, 63, 0, {0xf0f0f0f0}}, {local, 0, 0x80, {0xedcb5678}}}},
    // 0x0807fffc is the last word of lane 0.
    {"bm_atomic_into_the_next_lane",
     "bm_atomic_memcpy_1D bm1684 src_addr=0x02000000 dst_addr=0x0807fffc length=2 format=0 "
     "direction=0",
     {{gm, 0, 0x02000000, {21, 22}}},
     {{local, 0, 0x7fffc, {21}}, {local, 1, 0, {22}}}},
    // One column a channel: c 128; ceil((63 + 2) / 64) = 2: n 256. Rows of the source: 12 bytes
    // apart.
    {"bm_atomic_matrix_past_the_last_lane",
     "bm_atomic_memcpy_2D bm1684 global_mem_addr=0x10000000 local_mem_addr=4 local_mem_idx=63 "
     "row=2 "
     "col=2 row_stride=3 sec_size=1 format=0 direction=0 transpose=0 result_add=0",
     {{gm, 0, 0x10000000, {31, 32, 0, 33, 34}}},
     {{local, 63, 4, {31}}, {local, 0, 132, {32}}, {local, 63, 260, {33}}, {local, 0, 388, {34}}}},
    // Blocks of 32 bytes; one between the bursts of the source, two between those of dst.
    {"data_move_across_2_to_the_32",
     "data_move ascend310 dst_space=0 dst=0xffffffe0 src_space=2 src=0 dtype=0 sid=0 nburst=2 "
     "burst=1 "
     "src_stride=1 dst_stride=2",
     {{ub, 0, 0, {1, 2, 3, 4, 5, 6, 7, 8}}, {ub, 0, 64, {11, 12, 13, 14, 15, 16, 17, 18}}},
     {{gm, 0, 0xffffffe0, {1, 2, 3, 4, 5, 6, 7, 8}},
      {gm, 0, 0x100000040, {11, 12, 13, 14, 15, 16, 17, 18}}}},
    // float16: a square of 16 rows of 32 bytes; index_id 1 starts one square, 512 bytes, further.
    // Row 0 becomes column 0.
    {"asc_from_the_second_square",
     "asc_copy_l12l0b_trans ascend910b dst=0xfe00 src=0 index_id=1 repeat=1 src_stride=1 "
     "dst_stride=1 "
     "addrmode=0 dst_frac_stride=0 dtype=2",
     {{l1,
       0,
       512,
       {0x00020001, 0x00040003, 0x00060005, 0x00080007, 0x000a0009, 0x000c000b, 0x000e000d,
        0x0010000f}}},
     {{l0b, 0, 0xfe00, {0xeeee0001}},
      {l0b, 0, 0xfe20, {0xeeee0002}},
      {l0b, 0, 0xfe40, {0xeeee0003}},
      {l0b, 0, 0xfe60, {0xeeee0004}},
      {l0b, 0, 0xfe80, {0xeeee0005}},
      {l0b, 0, 0xfea0, {0xeeee0006}},
      {l0b, 0, 0xfec0, {0xeeee0007}},
      {l0b, 0, 0xfee0, {0xeeee0008}},
      {l0b, 0, 0xff00, {0xeeee0009}},
      {l0b, 0, 0xff20, {0xeeee000a}},
      {l0b, 0, 0xff40, {0xeeee000b}},
      {l0b, 0, 0xff60, {0xeeee000c}},
      {l0b, 0, 0xff80, {0xeeee000d}},
      {l0b, 0, 0xffa0, {0xeeee000e}},
      {l0b, 0, 0xffc0, {0xeeee000f}},
      {l0b, 0, 0xffe0, {0xeeee0010}}}},
};

struct World {
  explicit World(const Profile& profile, const Table& table) : machine(profile) {
    for (const auto& pieces : {table.before, table.after})
      for (const PlacedWords& piece : pieces)
        EXPECT_TRUE(machine.open(piece.space, piece.lane, piece.offset,
                                 4 * static_cast<int64_t>(piece.words.size())));
    each_part([](uint8_t* first, size_t size) { std::fill_n(first, size, background); });
    put(table.before);
  }

  void put(const std::vector<PlacedWords>& pieces) {
    for (const PlacedWords& piece : pieces)
      std::memcpy(machine.at(piece.space, piece.lane, piece.offset), piece.words.data(),
                  4 * piece.words.size());
  }

  std::vector<std::vector<uint8_t>> memory() {
    std::vector<std::vector<uint8_t>> all;
    each_part([&](uint8_t* first, size_t size) { all.emplace_back(first, first + size); });
    return all;
  }

  // Each open chunk of system memory, local memory, each buffer.
  template <class Visit>
  void each_part(Visit visit) {
    const Profile& p = machine.profile();
    for (const int64_t chunk : machine.open_chunks())
      visit(machine.base(gm) + chunk, static_cast<size_t>(Machine::chunk_bytes));
    visit(machine.base(local), static_cast<size_t>(p.lanes * p.lane_bytes));
    for (const Space buffer : {ub, l1, l0b})
      visit(machine.base(buffer), static_cast<size_t>(p.buffer_bytes[static_cast<size_t>(buffer)]));
  }

  Machine machine;
};

class RealProfiles : public testing::TestWithParam<std::tuple<Implementation, Table>> {};

TEST_P(RealProfiles, ByteTableHolds) {
  const auto& [implementation, table] = GetParam();
  const Case c = parse_case(table.line);
  World world(*c.profile, table);
  EXPECT_EQ(labels(*c.operation, implementation.run(world.machine, c).constraint_results.violated),
            "");
  const auto found = world.memory();
  World wanted(*c.profile, table);
  wanted.put(table.after);
  const auto want = wanted.memory();
  ASSERT_EQ(found.size(), want.size());
  for (size_t part = 0; part < want.size(); ++part) {
    if (want[part] == found[part]) continue;
    const auto [a, b] = std::mismatch(want[part].begin(), want[part].end(), found[part].begin());
    ADD_FAILURE() << "part " << part << ", byte " << a - want[part].begin() << ": expected "
                  << int{*a} << ", found " << int{*b};
  }
}

INSTANTIATE_TEST_SUITE_P(Each, RealProfiles,
                         testing::Combine(testing::ValuesIn(implementations),
                                          testing::ValuesIn(tables)),
                         [](const auto& test) {
                           return fmt::format("{}_{}", std::get<0>(test.param).name,
                                              std::get<1>(test.param).name);
                         });

}  // namespace
}  // namespace strideproof
