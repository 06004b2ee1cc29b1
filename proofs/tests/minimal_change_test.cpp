// Cases near a known one: only the necessary values change.

#include "proofs/boundary/minimal_change.h"

#include <gtest/gtest.h>

#include "proofs/boundary/condition.h"

namespace strideproof::solver {
namespace {

constexpr int ample = 100;  // questions

Case parsed(const char* line) { return parse_program(line).steps.front(); }

Goal at_landmark(const Operation& operation, std::string_view label) {
  for (const Landmark& landmark : operation.landmarks)
    if (landmark.label == label) return {nullptr, Side::inside, &landmark};
  throw std::out_of_range(std::string(label));
}

uint64_t bit(const Operation& operation, std::string_view label) {
  return uint64_t{1} << operation.constraint(label)->bit;
}

constexpr const char* three_operands =
    "okk_bdc_32bit_and bm1684 dst_addr=0 src0_addr=0x1000 src1_addr=0x2000 shape=2,2,3,5 "
    "dst_stride=null src0_stride=null src1_stride=null fill=0";

TEST(MinimalChange, MovesOperandsOfOneLaneTogether) {
  const Case base = parsed(three_operands);
  MinimalChange minimal_change(*base.operation, *base.profile, ample);
  const auto found =
      minimal_change.find(base, {{at_landmark(*base.operation, "dst.start.lane")}, {}, 0, 4096});
  ASSERT_TRUE(found);
  EXPECT_TRUE(evaluate(*found).legal());
  EXPECT_EQ((*found)["dst_addr"], 63 * base.profile->lane_bytes);  // where the start lane counts
  Case rest = *found;                                              // nothing else differs
  for (const char* address : {"dst_addr", "src0_addr", "src1_addr"}) rest[address] = base[address];
  EXPECT_EQ(rest, base) << print(*found);
}

TEST(MinimalChange, KeepsRequestedGoals) {
  const Case base = parsed(three_operands);
  const auto slot = static_cast<size_t>(base.operation->parameter("shape")->slot);
  const auto elements = [slot](int64_t wanted, bool equal) {
    return where("shape.size",
                 [=]<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
                   const auto same = a.value[slot + 2] * a.value[slot + 3] == I(wanted);
                   return equal ? same : negation(same);
                 });
  };
  const Goal wider = where(
      "shape.w.more", [slot]<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
        return a.value[slot + 3] > I(5);
      });
  MinimalChange minimal_change(*base.operation, *base.profile, ample);
  const auto found = minimal_change.find(base, {{wider}, {elements(15, true)}, 0, 4096});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->arguments.value[slot + 3], 15) << print(*found);
  EXPECT_EQ(found->arguments.value[slot + 2], 1) << print(*found);
}

TEST(MinimalChange, ViolatesRequestedConstraintsOnly) {
  const Case base = parsed(three_operands);
  const uint64_t alias = bit(*base.operation, "dst.alias");
  Case given = base;  // a NULL stride has no alias
  given.arguments.null_mask = 0;
  for (const char* stride : {"dst_stride", "src0_stride", "src1_stride"}) {
    const auto slot = static_cast<size_t>(base.operation->parameter(stride)->slot);
    given.arguments.value[slot] = given.arguments.value[slot + 1] = 128;
    given.arguments.value[slot + 2] = 5;
    given.arguments.value[slot + 3] = 1;
  }
  ASSERT_TRUE(evaluate(given).legal());
  MinimalChange minimal_change(*base.operation, *base.profile, ample);
  const auto found = minimal_change.find(given, {{}, {}, alias, 4096});
  ASSERT_TRUE(found);
  EXPECT_EQ(evaluate(*found).violated, alias) << print(*found);
  EXPECT_FALSE(minimal_change.find(base, {{}, {}, alias, 4096}));
}

TEST(MinimalChange, RespectsQueryBudget) {
  const Case base = parsed(three_operands);
  MinimalChange minimal_change(*base.operation, *base.profile, 0);
  EXPECT_FALSE(
      minimal_change.find(base, {{at_landmark(*base.operation, "dst.start.lane")}, {}, 0, 4096}));
}

}  // namespace
}  // namespace strideproof::solver
