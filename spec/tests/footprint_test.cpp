#include "spec/footprint.h"

#include <gtest/gtest.h>

#include <map>

#include "spec/tests/naive.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/okk_gdma.h"

namespace strideproof::spec {
namespace {

std::set<naive::Byte> bytes_of(const std::vector<OperandRange>& runs, Operands operand) {
  std::set<naive::Byte> all;
  for (const spec::OperandRange& run : runs)
    if (run.operand == operand)
      for (int64_t b = 0; b < run.size; ++b) all.insert({run.lane, run.first + b});
  return all;
}

bool moves_from(const Operation& operation) {
  return !okk_gdma::is_fill(okk_gdma::kind(operation));
}

TEST(Footprint, ExactAndInsideItsBoundingRanges) {
  std::mt19937_64 random(3);
  for (const Operation* operation : matching("okk_gdma_*"))
    for (const Profile* profile : operation->profiles) {
      int legal = 0;
      for (int i = 0; i < 1'000; ++i) {
        const Case c = naive::random_case(random, *operation, *profile);
        if (!evaluate(c).legal()) continue;
        ++legal;
        const std::vector<spec::OperandRange> runs = footprint(c), around = bounding_ranges(c);
        for (Operands operand : {on_dst, on_src}) {
          if (operand == on_src && !moves_from(*operation)) continue;
          const auto wanted = naive::bytes(c, operand);
          ASSERT_EQ(bytes_of(runs, operand), wanted) << print(c);
          // A hull begins and ends with a byte of the operand, and there is one in each lane.
          std::map<int64_t, std::pair<int64_t, int64_t>> ends;
          for (const naive::Byte& byte : wanted) {
            auto& [first, last] =
                ends.try_emplace(byte.lane, byte.offset, byte.offset).first->second;
            last = byte.offset;
          }
          size_t count = 0;
          for (const spec::OperandRange& hull : around)
            if (hull.operand == operand) {
              ++count;
              const auto found = ends.find(hull.lane);
              ASSERT_NE(found, ends.end()) << print(c);
              EXPECT_EQ(hull.first, found->second.first) << print(c);
              EXPECT_EQ(hull.first + hull.size - 1, found->second.second) << print(c);
            }
          EXPECT_EQ(count, ends.size()) << print(c);
        }
      }
      EXPECT_GT(legal, 30) << operation->name;
    }
}

TEST(Footprint, MergesAdjacentRangesInOrder) {
  const Case c = parse_case(
      "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0xfffff800 shape=2,3,4,5 "
      "dst_stride=null src_stride=60,20,5,1");
  const std::vector<spec::OperandRange> runs = footprint(c);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].first, 0x100000000);
  EXPECT_EQ(runs[0].size, 120);
  EXPECT_EQ(runs[0].operand, on_dst);
  EXPECT_EQ(runs[1].first, 0xfffff800);
  EXPECT_EQ(runs[1].operand, on_src);
}

TEST(Footprint, BoundingRangesOfIllegalCases) {
  // Starts 8 bytes before the window's end; goes down with a negative stride.
  const std::vector<spec::OperandRange> up = bounding_ranges(parse_case(
      "okk_gdma_8bit_set_C_system toy dst_addr=0x100000ff8 C=1 shape=1,1,100,1 dst_stride=null"));
  ASSERT_EQ(up.size(), 1U);
  EXPECT_EQ(up[0].first, 0x100000ff8);
  EXPECT_EQ(up[0].size, 8);
  const std::vector<spec::OperandRange> down = bounding_ranges(parse_case(
      "okk_gdma_16bit_set_C_local toy dst_addr=20 C=1 shape=1,1,4,2 dst_stride=0,0,-3,1"));
  ASSERT_EQ(down.size(), 1U);
  EXPECT_EQ(down[0].first, 20 - 2 * 9);
  EXPECT_EQ(down[0].size, 2 * 9 + 4);
  // No such lane; an extent of 0 shows where it would begin.
  EXPECT_TRUE(
      bounding_ranges(parse_case("okk_gdma_8bit_set_C_local toy dst_addr=1024 C=1 shape=1,1,1,1 "
                                 "dst_stride=null"))
          .empty());
  const std::vector<spec::OperandRange> none = bounding_ranges(
      parse_case("okk_gdma_8bit_set_C_local toy dst_addr=300 C=1 shape=1,0,1,1 dst_stride=null"));
  ASSERT_EQ(none.size(), 1U);
  EXPECT_EQ(none[0].lane, 1);
  EXPECT_EQ(none[0].size, 1);
}

// Any values at all: nothing overflows (under UBSan), and hulls stay inside the memories.
TEST(Footprint, AbsurdValues) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 40'000; ++i) {
    const auto operations = matching("okk_gdma_*");
    const Operation& operation = *operations[random() % operations.size()];
    Case c = naive::random_case(random, operation, *operation.profiles[random() % 2]);
    for (const Parameter& parameter : operation.parameters)
      for (int slot = parameter.slot; slot < parameter.slot + slots(parameter.type); ++slot) {
        const int64_t low = lowest(parameter.type), high = highest(parameter.type);
        const int64_t extremes[] = {low, high, 65535, naive::pick(random, low, high)};
        if (random() % 2 == 0)
          c.arguments.value[static_cast<size_t>(slot)] = extremes[random() % 4];
      }
    const ConstraintResults constraint_results = evaluate(c);
    for (const Constraint& constraint : operation.constraints)
      if ((constraint_results.evaluated >> constraint.bit & 1) != 0) {
        ASSERT_EQ(slack(c, constraint) >= 0,
                  (constraint_results.violated >> constraint.bit & 1) == 0)
            << print(c) << ' ' << constraint.label;
      }
    ASSERT_GE(cost(c), 0);
    ASSERT_LE(cost(c), int64_t{1} << 62);
    for (const spec::OperandRange& run : bounding_ranges(c)) {
      ASSERT_GT(run.size, 0) << print(c);
      const bool local = run.space == Space::local;
      const int64_t end = local ? c.profile->lane_bytes : c.profile->windows.back().end();
      ASSERT_LE(run.first + run.size, end) << print(c);
      ASSERT_GE(run.first, local ? 0 : c.profile->windows.front().first) << print(c);
    }
  }
}

TEST(Footprint, CostSaturates) {
  const auto cost_of = [](std::string_view shape) {
    return cost(parse_case("okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 dst_stride=null shape=" +
                           std::string(shape)));
  };
  EXPECT_EQ(cost_of("2,3,4,5"), 120);
  EXPECT_EQ(cost_of("2,0,4,5"), 0);
  EXPECT_EQ(cost_of("-2,3,-4,5"), 0);
  EXPECT_EQ(cost_of("2147483647,2147483647,2147483647,2147483647"), int64_t{1} << 62);
  EXPECT_EQ(cost(parse_case("okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0 rows=7 cols=5 "
                            "cols_per_channel=2 row_stride=5")),
            35);
}

}  // namespace
}  // namespace strideproof::spec
