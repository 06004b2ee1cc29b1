// Rules of causes, of the features of all operands, and the texts of rules read again.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conform/check/join_causes.h"
#include "conform/explain/rule.h"
#include "conform/report/causes.h"
#include "spec/tests/rows.h"

namespace strideproof::explanation {
namespace {

bool meets(const Program& program, const std::string& rule) {
  return DescribedPrograms({program}).meeting(rule).front();
}

Program copy(const char* operation, int64_t dst_stride, int64_t src_stride) {
  return parse_program(
      fmt::format("{} bm1684 dst_addr=0x10000000 src_addr=0x100000000 shape=1,1,1,1 "
                  "dst_stride={},1,1,1 src_stride={},1,1,1 fill=0",
                  operation, dst_stride, src_stride));
}

// Findings about the strides of one operand each.
std::vector<Finding> three_findings() {
  std::vector<Finding> findings(3);
  const char* conditions[] = {"dst_stride.n > 524287", "src_stride.n > 524287", ""};
  const Program programs[] = {copy("okk_gdma_32bit_cpy_S2S", 600'000, 1),
                              copy("okk_gdma_32bit_cpy_S2S", 1, 700'000),
                              copy("okk_gdma_16bit_cpy_S2S", 1, 800'000)};
  for (size_t i = 0; i < 3; ++i) {
    findings[i].line = print(programs[i]);
    findings[i].condition = StatedCondition(conditions[i]);
  }
  return findings;
}

CauseCondition condition_of(const std::vector<Finding>& findings,
                            const std::vector<Tried>& tried = {},
                            const std::vector<Program>& passed = {}) {
  std::vector<FailingCase> cases;
  for (const Finding& finding : findings) cases.push_back({&finding});
  cases.front().tried = tried;
  return condition_of_cause(cases, passed, {});
}

// Each operation fails because of another operand.
std::vector<Tried> two_operations() {
  std::vector<Tried> tried;
  for (int64_t power = 0; power < 30; ++power)
    for (const int64_t stride : {int64_t{1} << power, (int64_t{3} << power) / 2}) {
      tried.push_back({copy("okk_gdma_32bit_cpy_S2S", stride, 1), stride > 524'287});
      tried.push_back({copy("okk_gdma_16bit_cpy_S2S", 1, stride), stride > 524'287});
    }
  return tried;
}

TEST(CauseCondition, JoinsThoseThatDescribeMostFindings) {
  std::vector<Finding> findings = three_findings();
  const CauseCondition all = condition_of(findings);
  EXPECT_EQ(all.condition.text, "dst_stride.n > 524287, or when src_stride.n > 524287");
  EXPECT_EQ(all.met.size(), 3U);
  findings[2].line = print(copy("okk_gdma_16bit_cpy_S2S", 1, 1));
  EXPECT_EQ(condition_of(findings).met.size(), 2U);
}

TEST(CauseCondition, IsLearnedIfTheOthersAreMany) {
  std::vector<Finding> findings = three_findings();
  findings[2].line = print(copy("okk_gdma_16bit_cpy_S2S", 900'000, 1));
  findings[1].condition = StatedCondition("src_stride.n = 700000, or when src_stride.n = 600000");
  const CauseCondition learned = condition_of(findings, two_operations());
  EXPECT_EQ(learned.condition.text, "largest n stride > 524287");
  EXPECT_EQ(learned.met.size(), 3U);
  EXPECT_GT(learned.condition.met, 20);
  EXPECT_EQ(learned.condition.failed, learned.condition.met);
}

TEST(CommonRule, IsCorrectedByCasesThatPassedBefore) {
  std::vector<Program> passed;
  for (int64_t stride = 600'000; stride < 100'000'000; stride += 1'000'000)
    passed.push_back(copy("okk_gdma_32bit_cpy_S2S", 2, stride));
  const auto rule = ComparedCases(two_operations(), passed, {}).learned();
  EXPECT_FALSE(rule && rule->text == "largest n stride > 524287");
}

TEST(CommonRule, IsNoneIfAllCasesFailOrPass) {
  std::vector<Tried> tried = two_operations();
  for (const bool fails : {false, true}) {
    for (Tried& one : tried) one.fails = fails;
    EXPECT_FALSE(ComparedCases(tried, {}, {}).learned());
  }
  EXPECT_FALSE(ComparedCases({}, {}, {}).learned());
}

// "always" was said of one operation: it describes another only if none of its cases passed.
TEST(CauseCondition, DoesNotTakeOverAlways) {
  std::vector<Finding> findings = three_findings();
  for (Finding& finding : findings)
    finding.operation = parse_program(finding.line).steps.front().operation->name;
  findings[1].condition = StatedCondition("always");
  EXPECT_EQ(condition_of(findings).condition.text, "dst_stride.n > 524287");
  EXPECT_EQ(condition_of(findings).met.size(), 1U);
  std::swap(findings[0], findings[1]);
  EXPECT_EQ(condition_of(findings).condition.text, "always");
  EXPECT_EQ(condition_of(findings).met.size(), 2U);  // another one has a condition of its own
  const Program of_16bit = copy("okk_gdma_16bit_cpy_S2S", 1, 1);
  EXPECT_EQ(condition_of(findings, {}, {of_16bit}).met.size(), 1U);
  EXPECT_EQ(condition_of(findings, {{of_16bit, false}}).met.size(), 1U);
}

// Cases of one image fail, and of two images all but `passing` of them. The literal on shape.n sets
// these right, and describes no other finding.
CauseCondition condition_with_exceptions(int64_t passing) {
  const auto two_images = [](int64_t stride) {
    return parse_program(
        fmt::format("okk_gdma_16bit_cpy_S2S bm1684 dst_addr=0x10000000 src_addr=0x100000000 "
                    "shape=2,1,1,1 dst_stride={},1,1,1 src_stride=1,1,1,1 fill=0",
                    stride));
  };
  std::vector<Finding> findings = three_findings();
  findings[0].condition = StatedCondition("dst_stride.n > 524287 and shape.n < 2");
  for (const size_t other : {1, 2}) {
    findings[other].condition = {};
    findings[other].line = print(two_images(600'000));
  }
  std::vector<Tried> tried;
  for (int64_t stride = 524'250; stride < 524'328; ++stride) {
    tried.push_back({copy("okk_gdma_32bit_cpy_S2S", stride, 1), stride > 524'287});
    tried.push_back({copy("okk_gdma_32bit_cpy_S2S", 1, stride), false});
  }
  for (int64_t i = 0; i < passing; ++i) tried.push_back({two_images(524'300 + i), false});
  return condition_of(findings, tried);
}

TEST(CauseCondition, IsAPartThatDescribesMoreIfItIsConfirmed) {
  EXPECT_EQ(condition_with_exceptions(0).condition.text, "dst_stride.n > 524287");
  const CauseCondition part = condition_with_exceptions(4);
  EXPECT_EQ(part.condition.text, "dst_stride.n > 524287");
  EXPECT_EQ(part.met.size(), 3U);
  EXPECT_EQ(part.condition.met - part.condition.failed, 4);
  const CauseCondition whole = condition_with_exceptions(8);
  EXPECT_EQ(whole.condition.text, "dst_stride.n > 524287 and shape.n < 2");
  EXPECT_EQ(whole.met.size(), 1U);
}

TEST(Meets, ReadsEachLiteralAsItWasWritten) {
  const Program program = parse_program(
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=64 src_addr=0x1000fff00 shape=1,65,3,8 "
      "dst_stride=null src_stride=1000,8,100,1 fill=0");
  Features features(false);
  const Values values = features.values(program);
  const auto expect_same = [&](const Literal& literal) {
    const std::string text = literal.text(features);
    EXPECT_EQ(meets(program, text), literal.holds(values[literal.feature])) << text;
  };
  for (size_t i = 0; i < features.size(); ++i) {
    if (features[i].sort == Sort::truth) {
      for (const int64_t value : {0, 1}) expect_same({i, Relation::equal, value});
      continue;
    }
    for (int relation = 0; relation < static_cast<int>(Relation::bit); ++relation)
      for (const int64_t value : {3L, 8L, 64L, 1000L, 0x1000fff00L})
        expect_same({i, static_cast<Relation>(relation), value});
    for (const int64_t number : {0, 3, 32}) expect_same({i, Relation::bit, number});
  }
}

// The run ended before the second one was examined.
TEST(CauseCondition, IsThatOfAFindingWithoutExamination) {
  const std::vector<Finding> three = three_findings();
  const auto joined = [&](void (*change)(Finding&), const PassedCases& passed = {}) {
    std::vector<Finding> findings = three;
    findings[1] = findings[0];
    findings[1].condition = {};
    findings[1].examined = false;
    for (Finding& finding : findings) finding.kind = VerdictKind::wrong_byte;
    findings[1].detail = "of one that was not examined";
    change(findings[1]);
    join_by_condition(findings, "", passed, {});
    EXPECT_FALSE(findings[2].of_cause);
    EXPECT_EQ(findings[0].of_cause.has_value(), findings[1].of_cause.has_value());
    EXPECT_EQ(causes_of(findings).size(), findings[1].of_cause ? 2U : 3U);
    EXPECT_TRUE(!findings[1].of_cause || causes_of(findings)[0].condition().meeting == 2);
    return findings[1].of_cause.has_value();
  };
  const auto nothing = [](Finding&) {};
  EXPECT_TRUE(joined(nothing));
  EXPECT_FALSE(joined([](Finding& f) { f.kind = VerdictKind::write_outside; }));
  EXPECT_FALSE(joined([](Finding& f) { f.line = print(copy("okk_gdma_32bit_cpy_S2S", 1, 1)); }));
  EXPECT_FALSE(joined([](Finding& f) { f.with = {f.line}; }));
  EXPECT_FALSE(joined([](Finding& f) { f.profile = "another"; }));
  PassedCases passed;
  for (int i = 0; i < 9; ++i) passed.add(copy("okk_gdma_32bit_cpy_S2S", 1, 1));
  passed.add(copy("okk_gdma_32bit_cpy_S2S", 600'000, 1));
  EXPECT_TRUE(joined(nothing, passed));
  passed.add(copy("okk_gdma_32bit_cpy_S2S", 600'000, 1));
  EXPECT_FALSE(joined(nothing, passed));
}

TEST(Meets, IsAsTheTableSays) {
  for (const tests::Row& row : tests::read_rows("conform/tests/tables/rules.txt"))
    for (size_t i = 1; i < row.fields.size(); ++i) {
      SCOPED_TRACE(fmt::format("{}: {}", row.place, row.fields[i]));
      const size_t end = row.fields[i].find(' ');
      const std::string verb = row.fields[i].substr(0, end), rule = row.fields[i].substr(end + 1);
      ASSERT_TRUE(verb == "meets" || verb == "misses");
      EXPECT_EQ(meets(parse_program(row.fields[0]), rule), verb == "meets");
    }
}

}  // namespace
}  // namespace strideproof::explanation
