// Rules learned from samples, the features that they name, and whether a known one holds.

#include "conform/explain/rule.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "conform/explain/neighbours.h"
#include "conform/report/condition.h"
#include "conform/tests/contains.h"
#include "conform/tests/explained.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

Features with_x() {
  Features features(false);
  features.add("x", Sort::number, 0, plain);
  return features;
}

// The limit 2047 is more common, but a case with 2050 passes.
TEST(Rule, PassesNoCaseThatIsKnownToPass) {
  const Features features = with_x();
  std::vector<Sample> samples;
  for (const int64_t x : {7, 300, 900, 1500, 2000, 2040, 2047, 2050, 2053, 2100, 2500, 4000, 9000})
    samples.push_back({{}, {x}, x > 2050});
  EXPECT_EQ(learn(samples, features).rule.text(features), "x > 2050");
}

// x > 9 decides but for three cases in 400, which "y = 0" would set right.
TEST(Rule, HasNoLiteralForFewExceptions) {
  Features features(false);
  for (const char* name : {"x", "y"}) features.add(name, Sort::number, 0, plain);
  std::vector<Sample> samples;
  for (int64_t i = 0; i < 400; ++i) samples.push_back({{}, {i % 20, 0}, i % 20 > 9});
  for (const size_t exception : {10, 30, 50}) {
    samples[exception].values[1] = 4;
    samples[exception].fails = false;
  }
  EXPECT_EQ(learn(samples, features).rule.text(features), "x > 9");
}

TEST(Rule, NamesTheRemainderOfSeveralFailingValues) {
  const Features features = with_x();
  const auto rule = [&](int64_t largest) {
    std::vector<Sample> samples;
    for (int64_t x = 0; x <= largest; ++x) samples.push_back({{}, {x}, x % 7 == 5});
    return learn(samples, features).rule.text(features);
  };
  EXPECT_EQ(rule(40), "x mod 7 = 5");
  EXPECT_FALSE(tests::contains(rule(18), "mod"));
}

// -2^31 is the only value below -1 that was tried: the others are likely to fail too.
TEST(Rule, NamesAThresholdRatherThanTheLowestValue) {
  const Features features = with_x();
  std::vector<Sample> samples;
  for (const int64_t x : {INT64_C(-2147483648), INT64_C(-1), INT64_C(0), INT64_C(7)})
    for (int i = 0; i < 8; ++i) samples.push_back({{}, {x}, x < -1});
  EXPECT_EQ(learn(samples, features).rule.text(features), "x < -1");
}

// "wraps" would do as well as "x > 64".
TEST(Rule, RatherNamesAFeatureTwiceThanAnotherOne) {
  Features features(false);
  features.add("x", Sort::number, 0, usual);
  features.add("", "wraps", "does not wrap", false, plain);
  std::vector<Sample> samples;
  for (int64_t x = -20; x <= 260; ++x)  // 1 in place of the values below
    samples.push_back({{},
                       {std::max<int64_t>(x, 1), x > 64 || (x > 1 && x % 8 == 0) ? 1 : 0},
                       x > 64 && x % 64 == 1});
  EXPECT_EQ(learn(samples, features).rule.text(features), "x > 64 and x mod 64 = 1");
}

TEST(Rule, ClaimsNoMoreThanItsSamplesShow) {
  const Features features = with_x();
  const auto text_of = [&](Relation relation, int64_t limit, int64_t passing, int64_t failing) {
    const FailureRule rule{{{{0, relation, limit}}}};
    return narrowed(rule, {{{}, {failing}, true}, {{}, {passing}, false}}).text(features);
  };
  EXPECT_EQ(text_of(Relation::above, 64, 64, 28'769), "x > 28768");
  EXPECT_EQ(text_of(Relation::above, 2047, 2000, 2050), "x > 2047");  // near enough
  EXPECT_EQ(text_of(Relation::above, 1, 1, 9), "x > 1");
  EXPECT_EQ(text_of(Relation::below, 0, 3, -500), "x < -499");
}

// The work of the last cases is kept for it.
TEST(Rule, HalvesADistanceThoughItIsCutShort) {
  int asked = 0, most = 60;
  const Fails fails = [&](const Program& program) {
    ++asked;
    return program.steps[0]["row_stride"] > 1'234'567;
  };
  Budget budget{500, [&] { return asked >= most; }, false};
  budget.begin_last_cases = [&] { most += 40; };
  const std::string sentence = sentence_about(
      "okk_gdma_32bit_matrix_S2L bm1684 dst_addr=0 src_addr=0x100000000 rows=1 cols=1 "
      "cols_per_channel=1 row_stride=2000000 fill=0",
      fails, budget);
  EXPECT_TRUE(sentence.starts_with("fails when row_stride > 1234567; ")) << sentence;
}

// The last stride of 400 bytes ends inside the window of the profile, and outside the one offered.
TEST(Features, CountFromTheWindowsOffered) {
  const Program program = parse_program(
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x1000fff00 shape=1,1,1,1 "
      "dst_stride=1,1,1,1 src_stride=1,1,100,1 fill=0");
  const auto leaves_memory = [&](Features features) {
    const Values values = features.values(program);
    return value_of(values, features.find("src whole strides leave memory").value());
  };
  EXPECT_EQ(leaves_memory(Features(false)), 0);
  EXPECT_EQ(leaves_memory(Features(false, {{int64_t{1} << 32, 1 << 20}})), 1);
}

TEST(Features, CountNoWordsOfAMaskThatAnEarlierStepWrites) {
  const auto counts_words = [](int dst_addr) {
    Features features(false);
    features.values(parse_program(fmt::format(
        "program bm1684 fill=0 ; okk_gdma_32bit_set_C_local dst_addr={} C=0 shape=1,1,1,1 "
        "dst_stride=null ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 "
        "mask_local_mem_addr=0x1000 local_mem_idx=2 dst_global_mem_addr=0x2000000 shape=1,1,1,1 "
        "data.src1=mask",
        dst_addr)));
    return features.find("step 2: words kept").has_value();
  };
  EXPECT_TRUE(counts_words(0x81000));
  EXPECT_FALSE(counts_words(0x101000));
}

// In lanes 0 and 63 src begins where dst ends. dst ends elsewhere in lane 0, with channel 64.
TEST(Features, NameOperandsThatTouchInALane) {
  const auto touch = [](int64_t src_addr) {
    Features features(false);
    const Values values = features.values(parse_program(
        fmt::format("okk_gdma_32bit_cpy_L2L bm1684 dst_addr=0 src_addr={} shape=1,65,1,1 "
                    "dst_stride=65,1,1,1 src_stride=65,1,1,1 fill=0",
                    src_addr)));
    return value_of(values, features.find("operands touch").value());
  };
  constexpr int64_t lane_63 = 63 * (512 << 10);
  EXPECT_EQ(touch(lane_63 + 4), 1);
  EXPECT_EQ(touch(lane_63 + 8), 0);
}

TEST(Features, LackAConstraintThatIsNotEvaluated) {
  Features features(false);
  features.values(parse_program(load_of("0,1,1,1")));
  const auto named = [&](const char* constraint) {
    return features.find(fmt::format("{} is violated", constraint)).has_value();
  };
  EXPECT_TRUE(named("shape.n.min"));
  EXPECT_TRUE(named("shape.c.min"));
  EXPECT_FALSE(named("dst.end"));
}

TEST(StatedCondition, HasTheLiteralsOfARule) {
  Features features(false);
  features.values(
      parse_program("okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x2000000 shape=1,1,1,1 "
                    "dst_stride=1,1,1,1 src_stride=null fill=0"));
  const auto literal = [&](const char* feature, Relation relation, int64_t value,
                           int64_t divisor = 0) {
    return Literal{features.find(feature).value(), relation, value, divisor};
  };
  const FailureRule rule{{
      {literal("dst.wrap", Relation::equal, 1), literal("dst_stride.c", Relation::above, 65'535)},
      {literal("shape.w", Relation::unequal, 3, 4), literal("src_addr", Relation::below, 0x1000)},
      {literal("dst_addr", Relation::bit, 5), literal("dst rows apart", Relation::equal, 0),
       literal("(dst start lane + C)", Relation::unequal, 64)},
  }};
  const StatedCondition condition(rule.text(features));
  EXPECT_EQ(condition.text(), rule.text(features));
  const std::vector<std::set<StatedLiteral>> any_of = {
      {{"wrap"}, {"stride.c", ">", 65'535}},
      {{"shape.w mod 4", "!=", 3}, {"addr", "<", 0x1000}},
      {{"addr", "bit", 5}, {"rows adjacent"}, {"start lane + C)", "!=", 64}},
  };
  EXPECT_EQ(condition.any_of(), any_of);
  EXPECT_TRUE(StatedCondition().any_of().empty());
}

TEST(StatedCondition, HasTruthsThatEndInANumber) {
  const StatedCondition condition("what src holds is -0");
  EXPECT_EQ(condition.as_stated()[0][0], StatedLiteral{"what src holds is -0"});
}

TEST(Condition, IsTheOnlyConstraintViolated) {
  const auto with_shape = [](const char* shape) { return parse_program(load_of(shape)); };
  const auto one = violation_of(with_shape("1,65536,1,1"));
  ASSERT_NE(one, nullptr);
  EXPECT_EQ(one->text(), "shape.c.max is violated");
  EXPECT_FALSE(one->holds(with_shape("1,1,1,1")));
  EXPECT_EQ(violation_of(with_shape("1,1,1,1")), nullptr);
  EXPECT_EQ(violation_of(with_shape("0,65536,1,1")), nullptr);
  const Fails unchecked = [](const Program& program) { return shape_of(program).c > 65'535; };
  EXPECT_TRUE(first_confirmed({one}, with_shape("1,65536,1,1"), unchecked, {}));
}

TEST(Neighbours, ViolateTheSameConstraintAtAllDistances) {
  const Program failing = parse_program(toy_fill_of("1,1,-7,1"));
  const Neighbours neighbours(failing, false);
  const std::vector<Program> all = neighbours.with_violated_changed(true, SIZE_MAX);
  ASSERT_GT(all.size(), 6U);
  for (size_t most = 1; most <= all.size(); ++most) {
    const std::vector<Program> some = neighbours.with_violated_changed(true, most);
    ASSERT_EQ(some.size(), most);
    EXPECT_EQ(shape_of(some.front()).h, 0);
    for (const Program& one : some) EXPECT_EQ(std::ranges::count(all, one), 1);
    const auto last = std::ranges::find(all, some.back()) - all.begin();
    EXPECT_GE(last, std::ssize(all) * (std::ssize(some) - 1) / std::ssize(some));
  }
}

TEST(Neighbours, LieBetweenValuesOfBothSigns) {
  const auto with_height = [](int height) {
    return parse_program(toy_fill_of(fmt::format("1,1,{},1", height)));
  };
  const Program below = with_height(-1);
  const auto middle = Neighbours(below, false).between(below, with_height(1));
  EXPECT_EQ(middle, std::optional(with_height(0)));
  EXPECT_FALSE(Neighbours(below, false).between(below, with_height(0)));
}

// 0 is rejected, every other number below 1 hangs.
TEST(Condition, IsNotConfirmedIfTheValueNextToTheEdgePasses) {
  const Program failing = parse_program(
      "okk_bdc_32bit_and bm1684 dst_addr=0 src0_addr=0x1000 src1_addr=0x2000 shape=1,1,-1,1 "
      "dst_stride=null src0_stride=null src1_stride=null fill=0");
  const Fails hangs = [](const Program& program) { return shape_of(program).h < 0; };
  Budget few;
  few.failing = 17;
  const auto violation = violation_of(failing);
  ASSERT_EQ(violation->text(), "shape.h.min is violated");
  EXPECT_FALSE(first_confirmed({violation}, failing, hangs, few));
  const std::string sentence = explain(failing, hangs, few).sentence;
  EXPECT_TRUE(sentence.starts_with("fails when shape.h < 0; ")) << sentence;
}

TEST(Condition, IsNotConfirmedIfOnlyOneValueFails) {
  const Program failing = parse_program(
      "okk_gdma_32bit_cpy_L2S bm1684 dst_addr=0x2000000 src_addr=0 shape=1,1,1,1 dst_stride=null "
      "src_stride=32,32,1,2 fill=0");
  const auto w_stride =
      static_cast<size_t>(failing.steps[0].operation->parameter("src_stride")->slot + 3);
  const Fails only_two = [&](const Program& program) {
    return program.steps[0].arguments.value[w_stride] == 2;
  };
  const Fails unchecked = [](const Program& program) {
    const Case& c = program.steps[0];
    return has_bit(spec::evaluate(c).violated, c.operation->constraint("src_stride.w.one")->bit);
  };
  const auto violation = violation_of(failing);
  ASSERT_EQ(violation->text(), "src_stride.w.one is violated");
  EXPECT_FALSE(first_confirmed({violation}, failing, only_two, {}));
  EXPECT_TRUE(first_confirmed({violation}, failing, unchecked, {}));
}

}  // namespace
}  // namespace strideproof::explanation
