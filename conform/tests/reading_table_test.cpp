// The table of readings, with implementations in this process.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "conform/tests/contains.h"
#include "conform/tests/learner.h"

namespace strideproof::tests {
namespace {

// The undecided programs of copy_l2l, with these lines as candidates.
std::vector<std::string> undecided(Learner& learner, const std::vector<std::string>& lines) {
  std::vector<Program> candidates;
  for (const std::string& line : lines) candidates.push_back(parse_program(line));
  return learner.table.undecided(*find_operation(copy_l2l), candidates);
}

const std::string fill_in_rows =
    "okk_gdma_16bit_set_C_system toy dst_addr=0x100000000 C=1 shape=1,1,2,4 dst_stride=-1,1,4,1 "
    "fill=1";

TEST(Refusal, NamesEachEntryThatExplainsIt) {
  Learner learner(refusing({tail_and_range}));
  EXPECT_EQ(learner.learn(tail_and_range).kind, VerdictKind::pass);
  EXPECT_EQ(learner.left(copy_l2l, "aligned-tail").size(), 2U);
  EXPECT_EQ(learner.left(copy_l2l, "disjoint-by").size(), 2U);
  const std::vector<std::string> lines = undecided(learner, {tail_alone, tail_and_range});
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(
      lines[0],
      "okk_gdma_32bit_cpy_L2L: either disjoint-by: 'enclosing ranges of offsets, whatever the "
      "lane' or aligned-tail: 'the padded size counts' explains " +
          print(parse_program(tail_and_range)) +
          "; would decide: " + print(parse_program(tail_alone)));
  EXPECT_TRUE(
      undecided(learner, {tail_and_range})[0].ends_with("; none of 1 case tried would decide"));
}

TEST(Refusal, RulesOutTheOneEntryThatExplainsAll) {
  for (const auto& [other, id, reading] :
       {std::tuple{&tail_alone, "aligned-tail", "the padded size counts"},
        std::tuple{&range_alone, "disjoint-by",
                   "enclosing ranges of offsets, whatever the lane"}}) {
    const std::string& accepted = other == &tail_alone ? range_alone : tail_alone;
    Learner learner(refusing({tail_and_range, *other}));
    for (const std::string& line : {tail_and_range, *other, accepted})
      EXPECT_EQ(is_finding(learner.learn(line).kind), false) << line;
    EXPECT_EQ(learner.left(copy_l2l, id), Names{reading});
    EXPECT_TRUE(undecided(learner, {}).empty());
  }
}

TEST(Refusal, IsDecidedByACaseThatIsAccepted) {
  Learner learner(refusing({tail_and_range}));
  learner.learn(tail_and_range);
  EXPECT_EQ(learner.learn(range_alone).kind, VerdictKind::pass);
  EXPECT_EQ(learner.left(copy_l2l, "aligned-tail"), Names{"the padded size counts"});
  EXPECT_TRUE(undecided(learner, {}).empty());
  // The default returns, so the refusal has a reason of its own: no entry is left to explain it.
  EXPECT_EQ(learner.learn(tail_alone).kind, VerdictKind::pass);
  EXPECT_EQ(learner.left(copy_l2l, "aligned-tail"), Names{"only touched bytes count"});
  ASSERT_EQ(learner.table.take_reopened(), std::vector{parse_program(tail_and_range)});
  const Verdict verdict = learner.learn(tail_and_range);
  EXPECT_EQ(verdict.kind, VerdictKind::rejected_valid);
  EXPECT_EQ(verdict.readings, (std::vector<HeldReading>{{"disjoint-by", 0}, {"aligned-tail", 0}}));
}

TEST(Refusal, OpensTheDefaultAgainIfItHasAnotherCause) {
  Learner learner(refusing({tail_alone}));
  learner.learn(tail_alone);
  learner.learn(tail_alone);
  EXPECT_EQ(learner.row(copy_l2l, "aligned-tail").cases, 1);
  const Operation& operation = *find_operation(copy_l2l);
  learner.table.reopen_doubted_defaults(operation, [](const Program&) { return false; });
  EXPECT_EQ(learner.left(copy_l2l, "aligned-tail").size(), 1U);
  learner.table.reopen_doubted_defaults(operation, [](const Program&) { return true; });
  EXPECT_EQ(learner.left(copy_l2l, "aligned-tail").size(), 2U);
  EXPECT_EQ(learner.row(copy_l2l, "aligned-tail").cases, 0);
  EXPECT_EQ(learner.table.take_reopened(), std::vector{parse_program(tail_alone)});
}

TEST(Refusal, ReturnsToTwoDefaultsThatOnlyTogetherExplainACase) {
  Learner learner(refusing({tail_alone, range_alone}));
  learner.learn(tail_alone);
  learner.learn(range_alone);
  EXPECT_EQ(learner.learn(tail_and_range).kind, VerdictKind::pass);
  EXPECT_EQ(learner.left(copy_l2l, "aligned-tail"), Names{"only touched bytes count"});
  EXPECT_EQ(learner.left(copy_l2l, "disjoint-by"), Names{"byte sets"});
  EXPECT_EQ(learner.table.take_reopened().size(), 2U);
}

// The first odd address is refused by a limit of its own; no empty copy is checked.
TEST(Refusal, ReturnsToAReadingThatAloneExplainsACase) {
  const std::string refused = empty_copy("1");
  const auto run = refusing({refused}, readings_of({{"empty-copy", 2}}));
  Learner learner(run, *find_profile("toy"), {{"address-alignment", 0}});
  const auto left = [&] { return learner.left(copy_l2l, "empty-copy"); };
  EXPECT_EQ(learner.learn(empty_copy("0")).kind, VerdictKind::pass);
  learner.learn(refused);
  EXPECT_EQ(left(), Names{"nothing moves; values and alignment are checked"});
  EXPECT_EQ(learner.learn(empty_copy("2")).kind, VerdictKind::pass);
  EXPECT_EQ(left(), Names{"nothing moves, unchecked"});
  EXPECT_EQ(learner.table.take_reopened(), std::vector{parse_program(refused)});
  EXPECT_TRUE(is_finding(learner.learn(refused).kind));
}

// Both readings that accept an empty copy explain it, so both return. A table that learns the
// programs in their order has the same readings.
TEST(Refusal, ReturnsToAllReadingsThatExplainACase) {
  const std::string refused = empty_copy("0"), accepted = empty_copy("0x40");
  const auto run = refusing({refused}, readings_of({{"empty-copy", 2}}));
  Learner learner(run), other(run);
  EXPECT_EQ(learner.learn(refused).kind, VerdictKind::rejected_as_documented);
  EXPECT_EQ(learner.left(copy_l2l, "empty-copy"), Names{"rejected"});
  EXPECT_EQ(learner.learn(accepted).kind, VerdictKind::pass);
  EXPECT_EQ(learner.left(copy_l2l, "empty-copy").size(), 2U);
  for (const Program& program : learner.table.witnesses(parse_program(copy("0", "0x100"))))
    other.learn(program);
  EXPECT_EQ(other.left(copy_l2l, "empty-copy"), learner.left(copy_l2l, "empty-copy"));
}

// The second copy shows that elements are not copied in ascending order. So the third, which is, is
// a finding.
TEST(Refusal, LeavesNoDoubtOfWhatAnExecutedCaseContradicts) {
  const auto overlapping = [](int dst) {
    return fmt::format(
        "{} toy dst_addr={} src_addr=0 shape=1,1,1,4 dst_stride=null src_stride=null fill=1",
        copy_l2l, dst);
  };
  Learner learner([&](Machine& machine, const Case& c) -> Result {
    if (c["dst_addr"] == 8) return {{.violated = 1}, 0};
    return reference::run(machine, c,
                          readings_of({{"copy-overlap", c["dst_addr"] == 4 ? 1U : 2U}}));
  });
  EXPECT_EQ(learner.learn(overlapping(8)).kind, VerdictKind::rejected_as_documented);
  EXPECT_EQ(learner.learn(overlapping(4)).kind, VerdictKind::pass);
  EXPECT_EQ(learner.left(copy_l2l, "copy-overlap"), Names{"as if all were read first"});
  EXPECT_EQ(learner.learn(overlapping(12)).kind, VerdictKind::no_reading_explains);
}

// A negative stride of an extent of 1 may be refused, and so may rows that overlap in bytes. Other
// cases determine that neither is: without them, to hold the implementation to one default is not
// enough.
TEST(Refusal, IsWrongUnderAllDefaultsThatOtherCasesDetermine) {
  Learner learner(refusing({fill_in_rows}));
  const Operation& fill = *find_operation("okk_gdma_16bit_set_C_system");
  EXPECT_EQ(learner.findings(fill, 2000), 0);
  const Verdict verdict = learner.learn(fill_in_rows);
  EXPECT_EQ(verdict.kind, VerdictKind::rejected_valid);
  EXPECT_EQ(verdict.readings, (std::vector<HeldReading>{{"unused-stride", 0}}));
  const std::vector<HeldReading> all = learner.table.determined(parse_program(fill_in_rows));
  const auto kind_if_held = [&](const std::vector<HeldReading>& held) {
    Learner other(refusing({fill_in_rows}), *find_profile("toy"), held);
    return other.learn(fill_in_rows).kind;
  };
  EXPECT_EQ(kind_if_held(verdict.readings), VerdictKind::pass);
  EXPECT_EQ(kind_if_held(all), VerdictKind::rejected_valid);
}

// An empty copy to an address that is not aligned is rejected, unless empty copies are not looked
// at.
TEST(Determined, HasTheDefaultWhereAnotherReadingIsRuledOut) {
  Learner learner(refusing({}));
  learner.learn(
      "okk_gdma_32bit_cpy_L2L toy dst_addr=1 src_addr=0x100 shape=0,1,1,4 dst_stride=null "
      "src_stride=null fill=1");
  EXPECT_EQ(learner.left(copy_l2l, "empty-copy").size(), 2U);
  const std::vector<HeldReading> all = learner.table.determined(parse_program(tail_alone));
  EXPECT_EQ(std::ranges::count(all, HeldReading{"empty-copy", 0}), 1);
}

// A hundred combinations of readings change the bytes of the case.
TEST(Bytes, NameTheReadingsThatExplainThemTogether) {
  constexpr std::string_view line =
      "bm_atomic_memcpy_4D bm1684 src_addr=0x4002c src_local_idx=32 src_shape=2,3,31,3 "
      "src_stride=496,492,16,1 src_format=0 dst_addr=0x4004b dst_local_idx=35 dst_shape=2,3,31,3 "
      "dst_stride=128,128,3,1 dst_format=3 direction=3 transpose=0 data.src=floats fill=15614";
  const Readings readings = readings_of({{"nan-to-int", 3}, {"to-int-rounding", 4}});
  Learner learner(under(readings), *find_profile("bm1684"));
  EXPECT_EQ(learner.learn(line).kind, VerdictKind::pass);
  EXPECT_EQ(learner.left("bm_atomic_memcpy_4D", "nan-to-int"),
            Names{"by its sign: largest or smallest value"});
  EXPECT_EQ(learner.left("bm_atomic_memcpy_4D", "to-int-rounding"), Names{"floor"});
}

TEST(StatedRule, IsNamedWithoutALedgerEntry) {
  Learner learner([](Machine&, const Case&) { return Result{}; });
  const Verdict verdict = learner.learn(
      "okk_bdc_32bit_logical_shift_C toy dst_addr=0 src_addr=64 C=33 shape=1,1,1,1 "
      "dst_stride=null src_stride=null fill=1");
  EXPECT_EQ(verdict.kind, VerdictKind::accepted_invalid);
  EXPECT_FALSE(contains(verdict.detail, "reading"));
}

// Only some of the counts are out of range.
constexpr std::string_view shift =
    "okk_bdc_32bit_logical_shift toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,8 "
    "dst_stride=null src0_stride=null src1_stride=null data.src1=counts_over fill=1";

// The reference without a look at the counts; then adds to a word of dst.
Run not_looking(int64_t wrong_word) {
  return [wrong_word](Machine& machine, const Case& c) {
    const Result result = reference::run(machine, c, readings_of({{"count-out-of-range", 1}}));
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
  EXPECT_EQ(open.left("okk_bdc_32bit_logical_shift", "count-out-of-range"),
            Names{"not looked at: the elements with such counts may hold anything"});
  ASSERT_GE(word_with(true), 0);
  Learner other(not_looking(word_with(true)));
  const Verdict verdict = other.learn(shift);
  EXPECT_EQ(verdict.kind, VerdictKind::no_reading_explains);
  EXPECT_TRUE(contains(verdict.detail,
                       "src1.counts.max; no reading of count-out-of-range explains every byte"));
}

TEST(CountOutOfRange, IsDeterminedByARejection) {
  Learner learner(under(default_readings));
  EXPECT_EQ(learner.learn(shift).kind, VerdictKind::rejected_as_documented);
  EXPECT_EQ(learner.left("okk_bdc_32bit_logical_shift", "count-out-of-range"), Names{"rejected"});
}

// The second step shifts the word of the first one to the right by 23.
TEST(CountOutOfRange, LeavesWhatFollowsFromItsElementOpen) {
  constexpr std::string_view steps =
      "program toy fill=0 ; okk_bdc_32bit_logical_shift dst_addr=0x30 src0_addr=0 src1_addr=0 "
      "shape=1,1,1,1 dst_stride=null src0_stride=null src1_stride=null ; "
      "okk_bdc_32bit_logical_shift_C dst_addr=0 src_addr=0x30 C=-23 shape=1,1,1,1 dst_stride=null "
      "src_stride=null";
  Learner learner([](Machine& machine, const Case& c) {
    const Result result = reference::run(machine, c, readings_of({{"count-out-of-range", 1}}));
    if (c["dst_addr"] == 0x30) *machine.at(Space::local, 0, 0x33) = 0;
    return result;
  });
  EXPECT_EQ(learner.learn(steps).kind, VerdictKind::pass);
}

}  // namespace
}  // namespace strideproof::tests
