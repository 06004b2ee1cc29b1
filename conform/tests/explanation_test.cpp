// Sentences about failing cases, by conditions made up here.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conform/tests/contains.h"
#include "conform/tests/explained.h"
#include "model/fill.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::explanation {
namespace {

using tests::contains;

struct MadeUp {
  std::string line;
  bool (*fails)(const Program&);
  std::vector<const char*> words;
};

const MadeUp made_up[] = {
    // dst.wrap is just that sum.
    {load_of("1,65,1,1"),
     [](const Program& p) {
       return start_lane(p, "dst_addr") + shape_of(p).c > 64 && shape_of(p).w % 4 != 0;
     },
     {"fails when dst.wrap and shape.w mod 4 != 0; passed otherwise (in ", " cases tried"}},
    {"okk_gdma_8bit_cpy_L2L bm1684 dst_addr=0x80000 src_addr=0 shape=1,1,1,1 dst_stride=null "
     "src_stride=null fill=0",
     [](const Program& p) {
       return start_lane(p, "dst_addr") > 0 || start_lane(p, "src_addr") > 31;
     },
     {"dst start lane > 0", "or when src start lane > 31"}},
    // Cases that start in lane 0 alone do not distinguish it from the sum of start lane and C.
    {load_of("1,128,1,1"),
     [](const Program& p) { return shape_of(p).c > 127; },
     {"fails when shape.c > 127; passed otherwise (in "}},
    // No sample is near the threshold but those that are looked for.
    {"okk_gdma_32bit_matrix_S2L bm1684 dst_addr=0 src_addr=0x100000000 rows=1 cols=1 "
     "cols_per_channel=1 row_stride=2000000 fill=0",
     [](const Program& p) { return p.steps[0]["row_stride"] > 1'234'567; },
     {"fails when row_stride > 1234567; passed otherwise (in "}},
    {"okk_gdma_32bit_cpy_L2L bm1684 dst_addr=0 src_addr=0x1000 shape=1,1,2,1 dst_stride=null "
     "src_stride=null fill=0",
     [](const Program& p) {
       return start_lane(p, "dst_addr") == start_lane(p, "src_addr") && shape_of(p).h > 1;
     },
     {"fails when dst and src start lanes are equal and shape.h > 1; passed otherwise (in "}},
    {"okk_gdma_32bit_cpy_L2S bm1684 dst_addr=0x2000040 src_addr=0 shape=1,1,3,1 dst_stride=null "
     "src_stride=null fill=0",
     [](const Program& p) {
       return has_bit(static_cast<uint64_t>(p.steps[0]["dst_addr"]), 6) && shape_of(p).h > 2;
     },
     {"bit 6 of dst_addr is set", "shape.h > 2", "; passed otherwise (in "}},
    // No format is documented there.
    {"bm_atomic_memcpy_1D bm1684 src_addr=0x10000000 dst_addr=0x8000000 length=1 format=28769 "
     "direction=0 fill=0",
     [](const Program& p) { return p.steps[0]["format"] > 255; },
     {"fails when format > 255; passed otherwise (in "}},
    // Cases of nine rows pass if their width is odd.
    {"okk_gdma_8bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x2000000 shape=1,1,5,2 dst_stride=null "
     "src_stride=null fill=0",
     [](const Program& p) {
       return shape_of(p).h > 4 && shape_of(p).h < 10 && shape_of(p).w % 2 == 0;
     },
     {"shape.h < 10"}},
    // Cases near this one, which has one column, fail if they have more than three rows.
    {"okk_bdc_32bit_xor_C bm1684 dst_addr=0 src_addr=0 C=0 shape=1,1,4,1 dst_stride=null "
     "src_stride=null fill=0",
     [](const Program& p) { return shape_of(p).h > shape_of(p).w + 2; },
     {"fails when shape.h - shape.w > 2; passed otherwise"}},
    {"data_move ascend310 dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=5 sid=0 nburst=7 "
     "burst=2 src_stride=0 dst_stride=0 fill=0",
     [](const Program& p) { return p.steps[0]["nburst"] * p.steps[0]["burst"] > 12; },
     {"fails when nburst * burst > 12; passed otherwise"}},
    // Every eighth width fails; none near the first one but that with eight columns more.
    {"okk_gdma_16bit_cpy_L2S bm1684 dst_addr=0x2000000 src_addr=0 shape=1,2,1,5 dst_stride=null "
     "src_stride=null fill=0",
     [](const Program& p) { return shape_of(p).w % 8 == 5 && shape_of(p).c > 1; },
     {"shape.w mod 8 = 5"}},
    // Few cases near this one have three strides of NULL.
    {"okk_bdc_32bit_and bm1684 dst_addr=8 src0_addr=0 src1_addr=0 shape=1,1,65523,1 "
     "dst_stride=65536,65536,1,65523 src0_stride=65536,65536,0,1 src1_stride=65536,65536,0,1 "
     "fill=0",
     [](const Program& p) {
       const auto is_null = [&](int stride) { return p.steps[0].arguments.is_null(stride); };
       return shape_of(p).h > 65519 && !(is_null(4) && is_null(5) && is_null(6));
     },
     {"fails when shape.h > 65519 and "}},
    {"okk_bdc_32bit_and bm1684 dst_addr=0 src0_addr=0 src1_addr=0 shape=1,1,1,0 dst_stride=null "
     "src0_stride=null src1_stride=null fill=0",
     [](const Program& p) { return shape_of(p).w == 0; },
     {"fails when shape.w"}},
};

TEST(Explanation, NamesTheCondition) {
  for (const auto& [line, fails, words] : made_up) {
    const std::string sentence = sentence_about(line, fails);
    for (const char* part : words) EXPECT_TRUE(contains(sentence, part));
  }
}

TEST(Explanation, StatesNoConditionThatItsCaseDoesNotMeet) {
  static const Program first = parse_program(toy_fill_of("1,1,2,1"));
  const std::string sentence = sentence_about(
      print(first), [](const Program& p) { return p == first || shape_of(p).h > 2; });
  EXPECT_TRUE(contains(sentence, " cases tried near it"));
}

TEST(Explanation, RetriesPassingCasesWithOtherContents) {
  const std::string sentence = sentence_about(
      "okk_gdma_8bit_cpy_L2L bm1684 dst_addr=0x80000 src_addr=0 shape=1,1,1,1 dst_stride=null "
      "src_stride=null fill=1",
      [](const Program& program) {
        const bool right_by_chance = std::hash<std::string>()(print(program)) % 8 == 0;
        return start_lane(program, "dst_addr") > 0 && !right_by_chance;
      });
  int failing = 0, where = 0;  // "(221 of 223 such cases)"
  const size_t tally = sentence.find('(');
  ASSERT_TRUE(sentence.starts_with("fails when dst start lane > 0")) << sentence;
  if (tally != std::string::npos)
    std::sscanf(sentence.c_str() + tally, "(%d of %d", &failing, &where);
  EXPECT_LE(where - failing, 8)
      << sentence;  // of more than 100, where an eighth is right by chance
}

TEST(Explanation, RunsSmallCasesFirst) {
  const Program large = parse_program(store_of("1,64,64,64"));
  int small = 0, asked = 0;
  explain(large,
          [&](const Program& near) -> std::optional<bool> {
            if (near.fill != large.fill) return false;  // other contents of one that was counted
            if (asked++ > 0 && spec::cost(near.steps[0]) < 64) ++small;
            return near == large;
          },
          {13, {}});
  EXPECT_GT(asked, 8);  // of 13, but those of other contents
  EXPECT_GT(2 * small, asked);
}

TEST(Explanation, NamesAnEarlierStep) {
  const std::string sentence = sentence_about(
      "program bm1684 fill=0 ; okk_gdma_8bit_set_C_local dst_addr=0x80000 C=0 shape=1,1,1,1 "
      "dst_stride=null ; okk_gdma_8bit_cpy_L2S dst_addr=0x2000000 src_addr=0 shape=1,1,1,1 "
      "dst_stride=null src_stride=null",
      [](const Program& program) {
        return program.steps[0].operation->name == "okk_gdma_8bit_set_C_local" &&
               start_lane(program, "dst_addr") > 0;
      });
  EXPECT_TRUE(contains(sentence, "step 1: dst start lane > 0"));
  EXPECT_FALSE(contains(sentence, "step 2"));
}

constexpr const char* some_line =
    "okk_gdma_16bit_cpy_S2S bm1684 dst_addr=0x2000000 src_addr=0x2000100 shape=1,1,1,1 "
    "dst_stride=null src_stride=null fill=12";

TEST(Explanation, NamesCommonConditionsIfNothingDistinguishes) {
  const auto always = [](const Program&) { return true; };
  EXPECT_EQ(sentence_about(some_line, always), "fails in all 122 cases tried");
  EXPECT_EQ(sentence_about(some_line, [](const Program&) { return false; }),
            "no case near it was tried: it does not fail again alone");
  int asked = 0;
  const auto seldom_known = [&](const Program&) {
    return ++asked < 4 ? std::optional(true) : std::nullopt;
  };
  EXPECT_EQ(sentence_about(some_line, seldom_known),
            "fails in 1 of 1 cases tried near it: too few to say when");
  EXPECT_EQ(sentence_about(some_line, always, {0, {}}),
            "no case near it was tried: others were explained before it");
}

// Most cases that meet the rule cannot be judged, for example because they are large.
TEST(Explanation, SaysSoFarIfFewCasesMeetItsRule) {
  for (const int judged_one_in : {1, 40}) {
    int met = 0;
    const auto has_three_rows = [&](const Program& program) -> std::optional<bool> {
      if (shape_of(program).h < 3) return false;
      return met++ % judged_one_in == 0 ? std::optional(true) : std::nullopt;
    };
    const Explanation explained =
        explain(parse_program(toy_fill_of("1,1,3,1")), has_three_rows, few_cases);
    EXPECT_EQ(contains(explained.sentence, "tried so far"), judged_one_in > 1);
    EXPECT_EQ(contains(explained.sentence, "passed otherwise"), judged_one_in == 1);
    EXPECT_GT(explained.cases, 120U);
  }
}

TEST(Explanation, FindsAThresholdFromFewFailingCases) {
  const auto begin = [](const std::string& line, size_t failing, const Fails& fails) {
    const std::string sentence = sentence_about(line, fails, {250, {}, false, failing});
    return sentence.substr(0, sentence.find(';'));
  };
  EXPECT_EQ(begin(toy_fill_of("1,1,3,1"), 10, [](const auto& p) { return shape_of(p).h >= 3; }),
            "fails when shape.h > 2");
  // The next larger number is tried before the sentence is stated.
  EXPECT_EQ(begin(load_of("1,3,1,1"), 7, [](const auto& p) { return shape_of(p).c == 3; }),
            "fails when shape.c = 3");
  // Strides below -8 fail in another way, so -1 is the only usual value that fails.
  EXPECT_EQ(begin("okk_bdc_32bit_xor bm1684 dst_addr=8 src0_addr=0 src1_addr=0 shape=1,1,1,2 "
                  "dst_stride=-1,32,2,2 src0_stride=null src1_stride=null fill=0",
                  20,
                  [](const Program& program) -> std::optional<bool> {
                    const int64_t stride = program.steps[0]["dst_stride"];
                    if (stride < -8) return std::nullopt;
                    return stride < 0;
                  }),
            "fails when dst_stride.n < 0");
}

TEST(Explanation, GivesItsConditionAsAPredicate) {
  const char* line =
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x80000 src_addr=0x2000000 shape=1,1,1,1 "
      "dst_stride=null src_stride=null fill=0";
  const Fails off_lane_0 = [](const Program& p) { return start_lane(p, "dst_addr") > 0; };
  const Explanation found = explain(parse_program(line), off_lane_0, few_cases);
  ASSERT_NE(found.condition, nullptr) << found.sentence;
  EXPECT_EQ(found.condition->text(), "dst start lane > 0");
  EXPECT_TRUE(found.condition->holds(parse_program(line)));
  const auto of_other = [](const char* address) {
    return parse_program(fmt::format(
        "okk_gdma_8bit_cpy_L2L bm1684 dst_addr={} src_addr=0x1000 shape=1,2,3,4 dst_stride=null "
        "src_stride=null fill=0",
        address));
  };
  EXPECT_TRUE(found.condition->holds(of_other("0x80000")));  // of other operations too
  EXPECT_FALSE(found.condition->holds(of_other("0x40")));
  EXPECT_FALSE(found.condition->holds(parse_program(  // of an illegal case nothing is known
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x80000 src_addr=0x2000000 shape=0,1,1,1 "
      "dst_stride=null src_stride=null fill=0")));
  // The same cause in another operation needs few cases, another cause is none of it.
  const std::optional<Explanation> same =
      first_confirmed({found.condition}, of_other("0x80000"), off_lane_0, {});
  ASSERT_TRUE(same);
  EXPECT_LT(same->cases, 40U);
  EXPECT_EQ(same->condition->text(), "dst start lane > 0");
  const Fails wide = [](const Program& program) { return shape_of(program).w > 2; };
  EXPECT_FALSE(first_confirmed({found.condition}, of_other("0x80000"), wide, {}));
}

// The first element is negative, and is shifted by -31.
bool shifts_sign(const Program& program) {
  const Case& c = program.steps[0];
  uint8_t word[4];
  fill(word, 4, c.fill, Space::local, start_lane(program, "src_addr"),
       c["src_addr"] % c.profile->lane_bytes, c.data[1]);
  return c["C"] == -31 && word[3] > 127;
}

TEST(Explanation, ConfirmsAConditionOfContents) {
  const auto failing = [](const char* address) {
    Program program = parse_program(fmt::format(
        "okk_bdc_32bit_logical_shift_C bm1684 dst_addr=0 src_addr={} C=-31 shape=1,1,1,3 "
        "dst_stride=null src_stride=null fill=0",
        address));
    while (!shifts_sign(program)) props::set_fill(program, program.fill + 1);
    return program;
  };
  const Explanation found = explain(failing("0"), shifts_sign, few_cases);
  ASSERT_NE(found.condition, nullptr) << found.sentence;
  EXPECT_TRUE(found.condition->of_contents());
  const Program other = failing("0x400");
  EXPECT_FALSE(found.condition->holds(other));  // it has three elements
  const Explanation same = explain(other, shifts_sign, {}, {found.condition});
  EXPECT_EQ(same.stated, found.stated);
  EXPECT_LT(same.cases, 60U);
}

TEST(Explanation, SaysThatItWasCutShort) {
  int asked = 0;  // some of them for other contents of the same case
  const auto fails = [&](const Program&) { return ++asked > 0; };
  const auto sentence = [&](int most) {
    return sentence_about(some_line, fails, {500, [&] { return asked >= most; }});
  };
  EXPECT_EQ(sentence(30), "fails in all 14 cases tried so far; cut short");
  EXPECT_EQ(sentence(0), "no case near it was tried: no time was left");
}

}  // namespace
}  // namespace strideproof::explanation
