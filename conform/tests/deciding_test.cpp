// The cases that the table of readings chooses to decide between readings.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conform/tests/learner.h"

namespace strideproof::tests {
namespace {

TEST(Deciding, FindsCasesBetweenTheReadingsThatAreLeft) {
  const Operation& operation = *find_operation(copy_l2l);
  const std::string aligned = empty_copy("0"), misaligned = empty_copy("1");
  Learner learner(under(readings_of({{"empty-copy", 2}})));
  EXPECT_EQ(learner.learn(aligned).kind, VerdictKind::pass);
  EXPECT_EQ(learner.left(copy_l2l, "empty-copy").size(), 2U);
  EXPECT_TRUE(learner.table.has_something_to_decide(operation));
  std::vector<std::string> deciding;
  for (const Program& program :
       learner.table.deciding(operation, {parse_program(aligned), parse_program(misaligned)}))
    deciding.push_back(print(program));
  EXPECT_EQ(deciding, std::vector{print(parse_program(misaligned))});
  EXPECT_EQ(learner.row(copy_l2l, "empty-copy").compared, 2);
  EXPECT_EQ(learner.row(copy_l2l, "empty-copy").candidate, print(parse_program(misaligned)));
}

// No smaller case violates the constraint.
TEST(Deciding, TakesLargeCases) {
  constexpr std::string_view copy_s2l = "okk_gdma_16bit_cpy_S2L";
  const Operation& operation = *find_operation(copy_s2l);
  const auto copy = [&](int c) {
    return parse_program(
        fmt::format("{} bm1684 dst_addr=0x40000 src_addr=0x100000000 shape=1,{},2,1 "
                    "dst_stride=null src_stride=null fill=1",
                    copy_s2l, c));
  };
  Learner learner(refusing({}), *find_profile("bm1684"));
  const auto deciding = learner.table.deciding(operation, {copy(65535), copy(65537)});
  EXPECT_EQ(deciding, std::vector{copy(65537)});
  EXPECT_EQ(learner.row(copy_s2l, "gdma-shape-limit").compared, 2);
  learner.learn(copy(65537));
  EXPECT_EQ(learner.left(copy_s2l, "gdma-shape-limit").size(), 1U);
}

// After many cases few are compared with other readings.
TEST(Deciding, ComparesItsCasesHoweverManyCameBefore) {
  const Operation& operation = *find_operation(copy_l2l);
  Learner learner(refusing({}));
  for (int i = 0; i < 300; ++i) learner.learn(copy("0", "0x180"));
  learner.learn(range_alone);
  EXPECT_EQ(learner.left(copy_l2l, "disjoint-by").size(), 2U);
  EXPECT_EQ(learner.table.deciding(operation, {parse_program(range_alone)}).size(), 1U);
  learner.learn(range_alone);
  EXPECT_EQ(learner.left(copy_l2l, "disjoint-by").size(), 1U);
}

// The rejection may have another reason.
TEST(Deciding, GivesADefaultThatOnlyARejectionRuledOutAnotherChance) {
  const Operation& operation = *find_operation(copy_l2l);
  Learner learner(refusing({tail_alone}));
  learner.learn(tail_alone);
  EXPECT_EQ(learner.left(copy_l2l, "aligned-tail").size(), 1U);
  std::vector<Program> candidates;
  for (const char* const src : {"0", "4", "8", "0xc", "0x100", "0x104"})
    candidates.push_back(parse_program(copy("0xfc", src)));
  const std::vector<Program> again = learner.table.deciding(operation, candidates);
  ASSERT_EQ(again, std::vector(candidates.begin(), candidates.begin() + 4));
  EXPECT_EQ(learner.table.deciding(operation, candidates),
            std::vector(candidates.begin() + 4, candidates.end()));
  EXPECT_TRUE(learner.table.deciding(operation, candidates).empty());
  EXPECT_EQ(learner.learn(print(again.front())).kind, VerdictKind::pass);
  EXPECT_EQ(learner.left(copy_l2l, "aligned-tail"), Names{"only touched bytes count"});
}

// A limit of its own is why the first copy is refused; no other empty copy is.
TEST(Deciding, GivesOtherReadingsThatARejectionRuledOutAnotherChance) {
  const Program refused = parse_program(empty_copy("0")), other = parse_program(empty_copy("0x40"));
  Learner learner(refusing({print(refused)}, readings_of({{"empty-copy", 2}})));
  learner.learn(print(refused));
  EXPECT_EQ(learner.left(copy_l2l, "empty-copy"), Names{"rejected"});
  EXPECT_EQ(learner.table.deciding(*find_operation(copy_l2l), {refused, other}),
            std::vector({refused, other}));
  learner.learn(print(other));
  EXPECT_EQ(learner.left(copy_l2l, "empty-copy").size(), 2U);
}

}  // namespace
}  // namespace strideproof::tests
