#include "model/machine.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace strideproof {
namespace {

const Profile& toy() { return *find_profile("toy"); }
const Profile& bm1684() { return *find_profile("bm1684"); }
constexpr int64_t GiB = int64_t{1} << 30;

TEST(Machine, EveryByteExistsInOneLaneOrOneWindow) {
  const Machine machine(bm1684());
  EXPECT_TRUE(machine.exists(Space::local, 63, 0, 524288));
  EXPECT_FALSE(machine.exists(Space::local, 63, 0, 524289));
  EXPECT_FALSE(machine.exists(Space::local, 62, 1, 524288)) << "does not go on in the next lane";
  EXPECT_FALSE(machine.exists(Space::local, 64, 0, 1));
  EXPECT_FALSE(machine.exists(Space::local, -1, 0, 1));
  EXPECT_FALSE(machine.exists(Space::local, 0, -1, 1));
  EXPECT_FALSE(machine.exists(Space::local, 0, 1, -1));
  EXPECT_TRUE(machine.exists(Space::system, 0, 0x02000000, 512 * 1024));
  EXPECT_FALSE(machine.exists(Space::system, 0, 0x02000000, 512 * 1024 + 1));
  EXPECT_FALSE(machine.exists(Space::system, 0, 0x01ffffff, 1));
  EXPECT_TRUE(machine.exists(Space::system, 0, 0x103fffff, 1));
  EXPECT_FALSE(machine.exists(Space::system, 0, 0x10400000, 1));
  EXPECT_FALSE(machine.exists(Space::system, 0, 4 * GiB - 1, 1));
  EXPECT_TRUE(machine.exists(Space::system, 0, 4 * GiB, 1020 * GiB));
  EXPECT_FALSE(machine.exists(Space::system, 0, 1024 * GiB, 1));
  EXPECT_FALSE(machine.exists(Space::system, 1, 4 * GiB, 1)) << "system memory has no lanes";
  EXPECT_FALSE(machine.exists(Space::system, 0, 4 * GiB, INT64_MAX)) << "no overflow";
  EXPECT_FALSE(machine.exists(Space::ub, 0, 0, 1)) << "bm1684 has none";
}

TEST(Machine, WithoutAddressSpaceItSaysSo) {
  static constexpr Window window[] = {{0, int64_t{1} << 60}};
  Profile vast = toy();
  vast.windows = window;
  EXPECT_THROW(Machine{vast}, std::runtime_error);
}

// The 1 TiB that each attempt reserves first would soon fill the address space.
TEST(Machine, WithoutAddressSpaceKeepsNone) {
  Profile vast = bm1684();
  vast.buffer_bytes[static_cast<size_t>(Space::ub)] = int64_t{1} << 60;
  for (int i = 0; i < 200; ++i) EXPECT_THROW(Machine{vast}, std::runtime_error);
  EXPECT_NO_THROW(Machine{bm1684()});
}

TEST(Machine, LanesAreAdjacent) {
  Machine machine(toy());
  EXPECT_EQ(machine.at(Space::local, 0, 256), machine.at(Space::local, 1, 0));
  EXPECT_EQ(machine.at(Space::local, 3, 255), machine.base(Space::local) + 1023);
  for (int i = 0; i < 1024; ++i) machine.base(Space::local)[i] = static_cast<uint8_t>(i / 256);
  EXPECT_EQ(*machine.at(Space::local, 2, 0), 2);
  EXPECT_EQ(*machine.at(Space::local, 2, 255), 2);
}

TEST(Machine, OpensExistingSystemMemoryInChunks) {
  Machine machine(toy());
  EXPECT_TRUE(machine.open_chunks().empty());
  ASSERT_TRUE(machine.open(Space::system, 0, 4 * GiB - 1, 2));
  const std::vector<int64_t> both = {4 * GiB - Machine::chunk_bytes, 4 * GiB};
  EXPECT_EQ(machine.open_chunks(), both);
  EXPECT_EQ(*machine.at(Space::system, 0, 4 * GiB - 1), 0) << "never written reads as 0";
  *machine.at(Space::system, 0, 4 * GiB) = 7;
  ASSERT_TRUE(machine.open(Space::system, 0, 4 * GiB, 1)) << "opening again";
  EXPECT_EQ(machine.open_chunks(), both);
  EXPECT_EQ(*machine.at(Space::system, 0, 4 * GiB), 7) << "changes nothing";
}

TEST(Machine, OpensNothingWhereSomeBytesDoNotExist) {
  Machine machine(toy());
  EXPECT_FALSE(machine.open(Space::system, 0, 4 * GiB + 4095, 2));
  EXPECT_FALSE(machine.open(Space::system, 0, 0, 1));
  EXPECT_FALSE(machine.open(Space::local, 4, 0, 1));
  EXPECT_TRUE(machine.open_chunks().empty());
  EXPECT_TRUE(machine.open(Space::local, 3, 255, 1)) << "always open";
  EXPECT_TRUE(machine.open(Space::system, 0, 4 * GiB, 0)) << "no byte";
  EXPECT_TRUE(machine.open_chunks().empty());
}

TEST(Machine, CloseSystemForgets) {
  Machine machine(toy());
  ASSERT_TRUE(machine.open(Space::system, 0, 4 * GiB, 16));
  *machine.at(Space::system, 0, 4 * GiB + 5) = 9;
  *machine.at(Space::local, 1, 5) = 9;
  machine.close_system();
  EXPECT_TRUE(machine.open_chunks().empty());
  ASSERT_TRUE(machine.open(Space::system, 0, 4 * GiB, 16));
  EXPECT_EQ(*machine.at(Space::system, 0, 4 * GiB + 5), 0);
  EXPECT_EQ(*machine.at(Space::local, 1, 5), 9) << "local memory stays";
}

TEST(MachineDeathTest, AnAccessOutsideFaults) {
  testing::FLAGS_gtest_death_test_style = "fast";
  Machine machine(toy());
  const auto touch = [&](Space space, int64_t offset) {
    volatile uint8_t* byte = machine.base(space) + offset;
    *byte = 1;
  };
  EXPECT_DEATH(touch(Space::system, 4 * GiB), "") << "never opened";
  ASSERT_TRUE(machine.open(Space::system, 0, 4 * GiB, 16));
  touch(Space::system, 4 * GiB);
  EXPECT_DEATH(touch(Space::system, 4 * GiB - 1), "") << "the chunk before";
  machine.close_system();
  EXPECT_DEATH(touch(Space::system, 4 * GiB), "") << "closed";
  touch(Space::local, 1023);
  EXPECT_DEATH(touch(Space::local, -1), "") << "before lane 0";
  EXPECT_DEATH(touch(Space::local, Machine::chunk_bytes), "") << "past the chunk of the last lane";
}

}  // namespace
}  // namespace strideproof
