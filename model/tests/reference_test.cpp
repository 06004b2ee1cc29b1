// The reference at the ends of windows, past its budget, and where toy does not reach.

#include <gtest/gtest.h>

#include <cstring>

#include "model/fill.h"
#include "model/tests/world.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

// System windows of bm1684 are apart: an operand stays in the one where it starts.
TEST(Reference, NoOperandLeavesItsWindow) {
  Machine machine(*find_profile("bm1684"));
  const auto violated = [&](std::string_view line) {
    const Case c = parse_case(line);
    return short_labels(*c.operation, reference::run(machine, c).constraint_results.violated);
  };
  EXPECT_EQ(violated("okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x02000000 src_addr=0x0207fffc "
                     "shape=1,1,1,2 dst_stride=null src_stride=null"),
            "src.end");
  EXPECT_EQ(violated("okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x02000000 src_addr=0x02080000 "
                     "shape=1,1,1,1 dst_stride=null src_stride=null"),
            "src_addr.window");
  EXPECT_EQ(violated("okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x10000000 src_addr=0xfffffff000 "
                     "shape=2,1,1,4096 dst_stride=234881024,0,0,1 src_stride=0,0,0,1"),
            "dst.end")
      << "both rows exist, in two windows";
}

// Past the budget the verdict alone is given, as far as it goes without the elements.
TEST(Reference, TooCostlyIsNeitherRunNorHung) {
  struct Costly {
    std::string_view line, labels;
    bool too_costly;
    std::string_view reading = {};  // of it the second
  };
  constexpr Costly cases[] = {
      {"okk_gdma_8bit_set_C_system toy dst_addr=0x100000000 C=1 shape=65535,65535,65535,65535 "
       "dst_stride=0,0,0,1",
       "dst.end", false},
      {"okk_gdma_8bit_set_C_system toy dst_addr=0x100000000 C=1 shape=65535,65535,65535,1 "
       "dst_stride=0,0,0,1",
       "", true},
      {"okk_gdma_32bit_matrix_S2L bm1684 dst_addr=0 src_addr=0x100000000 rows=4096 cols=1025 "
       "cols_per_channel=32 row_stride=0",
       "", true},
      {"okk_gdma_8bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x100000000 shape=1,64,512,129 "
       "dst_stride=null src_stride=null",
       "", true},
      {"okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x100000001 "
       "shape=1,1,65535,65535 dst_stride=null src_stride=null",
       "", true},
      // whether operands share bytes; how many words a mask keeps
      {"bm_atomic_cwtrans bm1684 src_addr=0 src_local_idx=0 dst_addr=1024 dst_local_idx=0 "
       "src_c=2112 "
       "src_w=2048 format=2 src_c_stride=2048 dst_c_stride=2112",
       "", true},
      {"bm_atomic_memcpy_4D bm1684 src_addr=0x100000000 src_local_idx=0 src_shape=1,1,4096,4096 "
       "src_stride=1,1,4096,1 src_format=2 dst_addr=0x100000001 dst_local_idx=0 "
       "dst_shape=1,1,4096,4096 dst_stride=1,1,4096,1 dst_format=2 direction=2 transpose=0",
       "", true},
      {"bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=0 mask_local_mem_addr=0 "
       "local_mem_idx=0 "
       "dst_global_mem_addr=0x02000000 shape=64,64,32,33",
       "", true, "mask-room"},
      {"bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=1 mask_local_mem_addr=0 "
       "local_mem_idx=0 "
       "dst_global_mem_addr=0x02000000 shape=64,64,32,33",
       "data_local_mem_addr.aligned", false, "mask-room"},
  };
  for (const Costly& costly : cases) {
    const Case c = parse_case(costly.line);
    Machine machine(*c.profile);  // system memory is not open: an access would fault
    Readings readings = default_readings;
    if (!costly.reading.empty()) readings[static_cast<size_t>(ledger_index(costly.reading))] = 1;
    const ConstraintResults constraint_results =
        reference::run(machine, c, readings).constraint_results;
    EXPECT_EQ(short_labels(*c.operation, constraint_results.violated), costly.labels)
        << costly.line;
    EXPECT_EQ(constraint_results.too_costly, costly.too_costly) << costly.line;
    EXPECT_FALSE(constraint_results.legal());
  }
}

// 2,050 bursts of one block, 65,535 blocks apart: the last starts 2,049 * 65,536 * 32 = 4,297,064,448
// bytes after the first, 2^32 + 2,097,152.
TEST(DataMove, ReachesOver32Bits) {
  const Case c = parse_case(
      "data_move ascend910b dst_space=3 dst=32 src_space=0 src=5 dtype=0 sid=0 nburst=2050 burst=1 "
      "src_stride=65535 dst_stride=0");
  constexpr int64_t last = 5 + 4297064448;
  for (const Implementation& implementation : implementations) {
    Machine machine(*c.profile);
    for (int64_t n = 0; n < 2050; ++n) machine.open(Space::system, 0, 5 + 2097152 * n, 32);
    fill(machine.at(Space::system, 0, 5), 32, 1, Space::system, 0, 5);
    fill(machine.at(Space::system, 0, last), 32, 1, Space::system, 0, last);
    ASSERT_TRUE(implementation.run(machine, c).constraint_results.legal()) << implementation.name;
    EXPECT_EQ(std::memcmp(machine.at(Space::l1, 0, 32), machine.at(Space::system, 0, 5), 32), 0);
    EXPECT_EQ(
        std::memcmp(machine.at(Space::l1, 0, 32 * 2050), machine.at(Space::system, 0, last), 32),
        0);
    EXPECT_EQ(*machine.at(Space::l1, 0, 32 * 2051), 0) << "nothing past the last burst";
  }
}

// From start to start a stride of 0 needs no room: 4,095 * 2,048 bytes, more than 2^22.
TEST(DataMove, TooCostlyIsNotRun) {
  const Case c = parse_case(
      "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=4095 "
      "burst=64 src_stride=0 dst_stride=0");
  Readings readings = default_readings;
  readings.at(static_cast<size_t>(ledger_index("data-move-stride"))) = 1;
  Machine machine(*c.profile);  // system memory is not open: an access would fault
  const ConstraintResults constraint_results =
      reference::run(machine, c, readings).constraint_results;
  EXPECT_EQ(constraint_results.violated, 0u);
  EXPECT_TRUE(constraint_results.too_costly);
}

}  // namespace
}  // namespace strideproof
