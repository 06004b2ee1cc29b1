// The entry "count-out-of-range" of the ledger: some elements of a case may hold anything.

#include <gtest/gtest.h>

#include <cstring>

#include "conform/tests/contains.h"
#include "conform/tests/learner.h"

namespace strideproof::tests {
namespace {

// Only some of the counts are out of range.
constexpr std::string_view shift =
    "okk_bdc_32bit_logical_shift toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,8 "
    "dst_stride=null src0_stride=null src1_stride=null data.src1=counts_over fill=1";

// The reference without a look at the counts; then adds to a word of dst.
Run not_looking(int64_t wrong_word) {
  return [wrong_word](Machine& machine, const Case& c) {
    const Result result = reference::run(machine, c, only("count-out-of-range", 1));
    if (wrong_word >= 0) *machine.at(Space::local, 0, 4 * wrong_word) ^= 1;
    return result;
  };
}

// The first word of the line whose count is in range, or out of range.
int64_t word_with(bool in_range) {
  const Program program = parse_program(shift);
  Machine machine(*program.profile);
  prepare(machine, windows(program), program.fill);
  for (int64_t word = 0; word < 8; ++word) {
    int32_t count = 0;
    std::memcpy(&count, machine.at(Space::local, 0, 128 + 4 * word), 4);
    if ((-32 <= count && count <= 32) == in_range) return word;
  }
  return -1;
}

TEST(CountOutOfRange, LeavesItsElementOpenAndNoOther) {
  ASSERT_GE(word_with(false), 0);
  Learner open(not_looking(word_with(false)));
  EXPECT_EQ(open.learn(shift).kind, VerdictKind::pass);
  EXPECT_EQ(
      open.left("okk_bdc_32bit_logical_shift", "count-out-of-range"),
      std::vector<std::string>{"not looked at: the elements with such counts may hold anything"});
  ASSERT_GE(word_with(true), 0);
  Learner other(not_looking(word_with(true)));
  const Verdict verdict = other.learn(shift);
  EXPECT_EQ(verdict.kind, VerdictKind::no_reading_explains);
  EXPECT_TRUE(contains(verdict.detail,
                       "src1.counts.max; no reading of count-out-of-range explains every byte"));
}

TEST(CountOutOfRange, IsDeterminedByARejection) {
  Learner learner(
      [](Machine& machine, const Case& c) { return reference::run(machine, c, default_readings); });
  EXPECT_EQ(learner.learn(shift).kind, VerdictKind::rejected_as_documented);
  EXPECT_EQ(learner.left("okk_bdc_32bit_logical_shift", "count-out-of-range"),
            std::vector<std::string>{"rejected"});
}

// The second step shifts the word of the first one to the right by 23.
TEST(CountOutOfRange, LeavesWhatFollowsFromItsElementOpen) {
  constexpr std::string_view steps =
      "program toy fill=0 ; okk_bdc_32bit_logical_shift dst_addr=0x30 src0_addr=0 src1_addr=0 "
      "shape=1,1,1,1 dst_stride=null src0_stride=null src1_stride=null ; "
      "okk_bdc_32bit_logical_shift_C dst_addr=0 src_addr=0x30 C=-23 shape=1,1,1,1 dst_stride=null "
      "src_stride=null";
  Learner learner([](Machine& machine, const Case& c) {
    const Result result = reference::run(machine, c, only("count-out-of-range", 1));
    if (c["dst_addr"] == 0x30) *machine.at(Space::local, 0, 0x33) = 0;
    return result;
  });
  EXPECT_EQ(learner.learn(steps).kind, VerdictKind::pass);
}

}  // namespace
}  // namespace strideproof::tests
