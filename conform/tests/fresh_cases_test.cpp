// Conditions that hold for the cases near a failing one, and not for all that meet them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "conform/explain/neighbours.h"
#include "conform/tests/contains.h"
#include "conform/tests/explained.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::explanation {
namespace {

using tests::contains;

// A width that is no multiple of 8 may be one of 4.
TEST(Explanation, ComparesDivisors) {
  const std::string line =
      "okk_gdma_8bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x2000000 shape=1,1,1,5 dst_stride=null "
      "src_stride=null fill=0";
  for (const int divisor : {4, 8}) {
    const auto fails = [&](const Program& program) {
      return shape_of(program).w > 4 && shape_of(program).w % divisor != 0;
    };
    EXPECT_TRUE(contains(sentence_about(line, fails, divisor == 4 ? few_cases : Budget{}),
                         fmt::format("shape.w mod {} != 0", divisor)));
  }
}

// A row of another length ends with its lane only at another address.
TEST(Explanation, KeepsTheEndsOfOperandsWhereItChangesAValue) {
  const auto fails = [](const Program& program) {
    const Case& c = program.steps[0];
    const auto shape = shape_of(program);
    const bool one_row = shape.n == 1 && shape.c == 1 && shape.h == 1 && shape.w > 1;
    return one_row && (c["dst_addr"] + 4 * shape.w) % c.profile->lane_bytes == 0;
  };
  const std::string sentence = sentence_about(
      "okk_gdma_32bit_set_C_local bm1684 dst_addr=0x7fff4 C=0 shape=1,1,1,3 dst_stride=null "
      "fill=0",
      fails);
  EXPECT_TRUE(contains(sentence, "dst.last.byte"));
  EXPECT_FALSE(contains(sentence, "elements"));
}

// Sixty-four channels end in the same lane if they start 62 lanes before.
TEST(Neighbours, MoveOtherNumbersOfChannelsToTheSameLastLane) {
  const auto of = [](const char* address, int c) {
    return parse_program(fmt::format("okk_gdma_8bit_set_C_local bm1684 dst_addr={} C=0 "
                                     "shape=1,{},1,1 dst_stride=null fill=0",
                                     address, c))
        .steps[0];
  };
  EXPECT_EQ(with_same_last_lane(of("0x1f00000", 64), of("0x1f00000", 2)), of("0", 64));
  EXPECT_EQ(with_same_last_lane(of("0", 2), of("0", 64)), of("0x1f00000", 2));
  EXPECT_EQ(with_same_last_lane(of("0x80000", 4), of("0x80000", 2)), of("0x80000", 4));
}

// Rows that follow each other without a gap do so with another width.
TEST(Neighbours, KeepStridesDense) {
  const auto of = [](const char* shape, const char* stride) {
    return parse_program(toy_fill_of(shape, stride)).steps[0];
  };
  EXPECT_EQ(with_dense_strides(of("2,3,4,6", "60,20,5,1"), of("2,3,4,5", "60,20,5,1")),
            of("2,3,4,6", "72,24,6,1"));
  EXPECT_EQ(with_dense_strides(of("2,3,5,5", "64,20,8,1"), of("2,3,4,5", "64,20,8,1")),
            of("2,3,5,5", "64,25,8,1"));
  const Case huge = of("2,3,65536,65536", "60,20,5,1");  // its product is no stride
  EXPECT_EQ(with_dense_strides(huge, of("2,3,4,5", "60,20,5,1")),
            of("2,3,65536,65536", "60,20,65536,1"));
}

// Some values of a slot may be right by chance, so a mistake leads to others of the same slot.
TEST(Neighbours, ChangeEachSlotBeforeAnyIsChangedTwice) {
  const Program failing = parse_program(toy_fill_of("2,3,4,5", "64,32,8,1"));
  const Neighbours neighbours(failing, false);
  props::Random random(1);
  const auto changed_slots = [&](const std::vector<Program>& programs) {
    std::set<size_t> slots;
    for (const Program& program : programs)
      for (const auto& slot : props::slots_of(*failing.steps[0].operation))
        if (program.steps[0].arguments.value[slot.index] !=
            failing.steps[0].arguments.value[slot.index])
          slots.insert(slot.index);
    return slots;
  };
  // One change may be to NULL.
  EXPECT_GE(changed_slots(neighbours.with_each_slot_changed(10, random)).size(), 9U);
  Program wider = failing;
  wider.steps[0].arguments.value[failing.steps[0].operation->parameter("shape")->slot + 3] = 6;
  const std::vector<Program> alike = neighbours.with_slot_changed_as(wider, random);
  EXPECT_GT(alike.size(), 5U);
  EXPECT_EQ(changed_slots(alike), changed_slots({wider}));
}

// Few of the cases that violate it too, and differ in one value, have another dtype or count.
TEST(Explanation, BlamesNoConstraintIfOtherParametersDecide) {
  const Program failing = parse_program(
      "data_move ascend910b dst_space=0 dst=0 src_space=0 src=0 dtype=4 sid=0 nburst=2 burst=1 "
      "src_stride=1 dst_stride=1 fill=0");
  const auto fails = [](const Program& p) {
    return p.steps[0]["dtype"] == 4 && p.steps[0]["nburst"] > 1;
  };
  EXPECT_FALSE(first_confirmed({violation_of(failing)}, failing, fails, {}));
  EXPECT_TRUE(
      contains(explain(failing, fails, few_cases).sentence, "fails when dtype = 4 and nburst > 1"));
}

}  // namespace
}  // namespace strideproof::explanation
