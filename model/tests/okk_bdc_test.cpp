// The reference of okk-bdc, where counts are data; the tests next to this one test both.

#include <gtest/gtest.h>

#include <set>

#include "model/tests/small_world.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// A count of a shift to the right.
constexpr uint32_t right(uint32_t count) { return 0 - count; }

struct Seen {
  std::string violated, evaluated;
  bool too_costly = false;
};

Seen run(std::string_view line, const std::vector<Words>& before = {}) {
  const Case c = parse_case(line);
  SmallWorld world(3, contents(c));
  world.put(before);
  const ConstraintResults constraint_results = reference::run(world.machine, c).constraint_results;
  return {labels(*c.operation, constraint_results.violated),
          labels(*c.operation, constraint_results.evaluated), constraint_results.too_costly};
}

TEST(OkkBdc, EachOperationHasAByteTable) {
  std::set<std::string_view> missing;
  for (const Operation& operation : catalogue())
    if (operation.family == Family::okk_bdc) missing.insert(operation.name);
  ASSERT_FALSE(missing.empty());
  for (const WorkedCase& worked : worked_cases(Family::okk_bdc))
    if (worked.kind == "bytes") missing.erase(parse_case(worked.line).operation->name);
  EXPECT_EQ(missing, std::set<std::string_view>{});
}

// Every element counts, and nothing beside them.
TEST(OkkBdc, CountsAreThoseOfTheElements) {
  constexpr std::string_view line =
      "okk_bdc_32bit_logical_shift toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,5,1,2 "
      "dst_stride=null src0_stride=null src1_stride=0,5,0,3 data.src1=counts";
  // Channels 0 to 4: lanes 0 1 2 3 0, the last 20 bytes further; elements 12 bytes apart.
  EXPECT_EQ(run(line, {{0, 160, {32}}, {0, 148, {right(32)}}}).violated, "");
  EXPECT_EQ(run(line, {{0, 160, {33}}}).violated, "src1.counts.max");
  EXPECT_EQ(run(line, {{0, 128, {right(33)}}}).violated, "src1.counts.min");
  EXPECT_EQ(run(line, {{3, 140, {0x80000000}}}).violated, "src1.counts.min");
  EXPECT_EQ(run(line, {{2, 128, {0x7fffffff}}, {1, 140, {0x80000000}}}).violated,
            "src1.counts.min src1.counts.max");
  const std::vector<Words> beside = {{0, 124, {99}},         {0, 132, {99, 99}}, {0, 144, {99}},
                                     {0, 152, {99, 99}},     {0, 164, {99}},     {1, 132, {99, 99}},
                                     {1, 148, {99, 99, 99}}, {0, 64, {99, 99}},  {0, 0, {99, 99}}};
  EXPECT_EQ(run(line, beside).violated, "");
}

// 4,095 channels on the 64 lanes of bm1684: the last in lane (63 + 4094) mod 64 = 61, block row 64.
TEST(OkkBdc, ManyChannels) {
  const Case c = parse_case(
      "okk_bdc_32bit_xor_C bm1684 dst_addr=0x1f80000 src_addr=0x1fc0000 C=0xffffffff "
      "shape=1,4095,1,1 dst_stride=null src_stride=0,1,0,1");
  Machine machine(*c.profile);
  const auto word = [&](int64_t lane, int64_t offset) -> uint8_t* {
    return machine.at(Space::local, lane, offset);
  };
  std::memset(word(0, 0), 0, static_cast<size_t>(c.profile->lanes * c.profile->lane_bytes));
  *word(61, 0x40000 + 64 * 4) = 0x5a;
  *word(63, 0x40000) = 0xa5;
  EXPECT_TRUE(reference::run(machine, c).constraint_results.legal());
  EXPECT_EQ(*word(61, 64 * 128), 0xa5);
  EXPECT_EQ(*word(61, 64 * 128 + 4), 0x00);
  EXPECT_EQ(*word(62, 64 * 128), 0x00) << "one channel too many";
  EXPECT_EQ(*word(62, 63 * 128), 0xff);
  EXPECT_EQ(*word(63, 0), 0x5a);
}

// Counts past the budget are not read one by one.
TEST(OkkBdc, TooManyCountsAreTooCostly) {
  const Seen seen =
      run("okk_bdc_32bit_C_logical_shift toy dst_addr=3 src_addr=64 C=1 shape=65535,1,65535,1 "
          "dst_stride=null src_stride=0,0,0,0 data.src=counts");
  EXPECT_EQ(seen.violated, "dst_addr.aligned");
  EXPECT_TRUE(seen.too_costly);
}

}  // namespace
}  // namespace strideproof
