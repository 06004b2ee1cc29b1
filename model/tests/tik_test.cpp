// data_move where the toy profile does not reach: extents over 4 GiB, and more bytes than can be
// marked.

#include <gtest/gtest.h>

#include "model/tests/small_world.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

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
