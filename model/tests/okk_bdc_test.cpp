// What is peculiar to okk-bdc: counts are data. The reference; its neighbours test both.

#include <gtest/gtest.h>

#include <set>

#include "model/tests/okk_bdc_bytes.h"
#include "model/tests/small_world.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

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
  EXPECT_EQ(missing.size(), 12u);
  for (const ByteTable& table : okk_bdc_bytes())
    missing.erase(parse_case(table.line).operation->name);
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

// A shift by C reads no counts; nor does AND.
TEST(OkkBdc, OtherOperandsMayHoldAnything) {
  EXPECT_EQ(run("okk_bdc_32bit_logical_shift_C toy dst_addr=0 src_addr=64 C=-32 shape=1,4,4,4 "
                "dst_stride=null src_stride=null")
                .violated,
            "");
  EXPECT_EQ(run("okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,4,4,4 "
                "dst_stride=null src0_stride=null src1_stride=null")
                .violated,
            "");
}

// What a violated label leaves undecided.
TEST(OkkBdc, EvaluatesOnlyWhatCanBeAsked) {
  const std::string shape =
      "shape.n.min shape.n.max shape.c.min shape.c.max shape.h.min shape.h.max shape.w.min "
      "shape.w.max ";
  const std::string strides =
      "dst_stride.n.min dst_stride.c.min dst_stride.h.min dst_stride.w.min src0_stride.n.min "
      "src0_stride.c.min src0_stride.h.min src0_stride.w.min src1_stride.n.min src1_stride.c.min "
      "src1_stride.h.min src1_stride.w.min ";
  // The lane of src1 is not that of dst: alias, overlap and counts wait for it.
  EXPECT_EQ(run("okk_bdc_32bit_arithmetic_shift toy dst_addr=0 src0_addr=64 src1_addr=384 "
                "shape=1,1,1,1 dst_stride=null src0_stride=null src1_stride=null")
                .evaluated,
            shape + strides +
                "dst_addr.aligned src0_addr.aligned src1_addr.aligned dst_addr.lane src0_addr.lane "
                "src1_addr.lane src0_addr.same_lane src1_addr.same_lane dst.end src0.end src1.end");
  // dst is nowhere: the counts are still asked for.
  EXPECT_EQ(run("okk_bdc_32bit_arithmetic_shift toy dst_addr=1 src0_addr=64 src1_addr=384 "
                "shape=1,1,1,1 dst_stride=null src0_stride=null src1_stride=null")
                .evaluated,
            shape + strides +
                "dst_addr.aligned src0_addr.aligned src1_addr.aligned src0_addr.lane "
                "src1_addr.lane src0.end src1.end src1.counts.min src1.counts.max");
  // A C out of range concerns all.
  EXPECT_EQ(run("okk_bdc_32bit_logical_shift_C toy dst_addr=1 src_addr=64 C=33 shape=1,1,1,1 "
                "dst_stride=null src_stride=0,0,0,0")
                .evaluated,
            shape +
                "C.min C.max dst_stride.n.min dst_stride.c.min dst_stride.h.min dst_stride.w.min "
                "src_stride.n.min src_stride.c.min src_stride.h.min src_stride.w.min");
}

// One step inside what okk_bdc_illegal.h holds.
TEST(OkkBdc, LegalAtTheEdge) {
  constexpr std::string_view legal[] = {
      "okk_bdc_32bit_arithmetic_shift_C toy dst_addr=0 src_addr=64 C=-32 shape=1,1,1,1 "
      "dst_stride=null src_stride=null",
      "okk_bdc_32bit_logical_shift_C toy dst_addr=0 src_addr=64 C=32 shape=1,1,1,1 "
      "dst_stride=null src_stride=null",
      // any C that is no count; strides of a single element
      "okk_bdc_32bit_C_arithmetic_shift toy dst_addr=0 src_addr=64 C=-2147483648 shape=1,1,1,1 "
      "dst_stride=-1,-2147483648,-7,-9 src_stride=-1,-1,-1,-1 data.src=counts",
      "okk_bdc_32bit_C_logical_shift toy dst_addr=0 src_addr=64 C=0xffffffff shape=1,1,1,1 "
      "dst_stride=null src_stride=null data.src=counts",
      // the first and the last byte of a lane
      "okk_bdc_32bit_or toy dst_addr=240 src0_addr=248 src1_addr=0 shape=1,1,1,2 dst_stride=null "
      "src0_stride=null src1_stride=0,0,0,63",
      "okk_bdc_32bit_or toy dst_addr=248 src0_addr=240 src1_addr=4 shape=1,1,1,2 dst_stride=null "
      "src0_stride=null src1_stride=null",
      "okk_bdc_32bit_or toy dst_addr=768 src0_addr=1004 src1_addr=800 shape=1,2,1,1 "
      "dst_stride=null src0_stride=null src1_stride=null",
      // broadcasts; sources that share bytes; woven rows; in place
      "okk_bdc_32bit_xor toy dst_addr=0 src0_addr=128 src1_addr=128 shape=2,5,1,2 dst_stride=null "
      "src0_stride=0,0,0,0 src1_stride=1,1,1,1",
      "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=4 C=1 shape=1,1,8,1 dst_stride=0,0,2,1 "
      "src_stride=0,0,2,1",
      "okk_bdc_32bit_and toy dst_addr=784 src0_addr=784 src1_addr=784 shape=2,5,1,3 "
      "dst_stride=null src0_stride=8,4,3,1 src1_stride=null",
      // 63 rows of channels
      "okk_bdc_32bit_or_C toy dst_addr=0 src_addr=0 C=1 shape=1,252,1,1 dst_stride=0,1,0,1 "
      "src_stride=0,1,0,1",
  };
  for (const std::string_view line : legal) {
    const Seen seen = run(line);
    EXPECT_EQ(seen.violated, "") << line;
    EXPECT_EQ(seen.evaluated, labels(*parse_case(line).operation, ~uint64_t{0})) << line;
    EXPECT_FALSE(seen.too_costly) << line;
  }
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
