// Rules of causes, of the features of all operands, and the texts of rules read again.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conform/check/join_causes.h"
#include "conform/explain/rule.h"
#include "conform/report/causes.h"

namespace strideproof::explanation {
namespace {

bool meets(const Program& program, const std::string& rule) {
  DescribedPrograms programs;
  programs.add(program);
  return programs.meeting(rule).front();
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
  const auto rule = common_rule(two_operations(), passed, {});
  EXPECT_FALSE(rule && rule->text == "largest n stride > 524287");
}

TEST(CommonRule, IsNoneIfAllCasesFailOrPass) {
  std::vector<Tried> tried = two_operations();
  for (const bool fails : {false, true}) {
    for (Tried& one : tried) one.fails = fails;
    EXPECT_FALSE(common_rule(tried, {}, {}));
  }
  EXPECT_FALSE(common_rule({}, {}, {}));
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
  EXPECT_TRUE(meets(program, "always"));
  EXPECT_TRUE(meets(program, "shape.n > 1, or when shape.c = 65 and shape.h > 2"));
  EXPECT_FALSE(meets(program, "shape.c = 65 and shape.h > 3"));
  const Program local = parse_program(
      "okk_gdma_32bit_cpy_L2L bm1684 dst_addr=0 src_addr=0x81000 shape=1,65,3,8 "
      "dst_stride=null src_stride=null fill=0");
  EXPECT_TRUE(meets(local, "dst and src start lanes differ and shape.c = 65"));
  EXPECT_FALSE(meets(program, "src0_stride.n > 0"));  // it has no such operand
}

// The parameters of memcpy_2D say where an operand lies.
TEST(Meets, KnowsOperandsByTheirRole) {
  for (const bool to_system : {true, false}) {
    const Program program = parse_program(fmt::format(
        "bm_atomic_memcpy_2D bm1684 global_mem_addr=0x103fffff8 local_mem_addr=0x7fff8 "
        "local_mem_idx=0 row=1 col=1 row_stride=1 sec_size=1 format=0 direction={} transpose=0 "
        "result_add=0 fill=0",
        to_system ? 1 : 0));
    EXPECT_EQ(meets(program, "src start lane = 0"), to_system);
    EXPECT_EQ(meets(program, "dst start lane = 0"), !to_system);
    EXPECT_TRUE(meets(program, "local start lane = 0"));
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

TEST(Meets, HoldsIfOneStepDoes) {
  const char* step = "okk_gdma_32bit_set_C_local dst_addr=0 C=0 dst_stride=null shape=";
  const Program program =
      parse_program(fmt::format("program bm1684 fill=0 ; {0}1,1,1,1 ; {0}2,1,1,3", step));
  EXPECT_TRUE(meets(program, "shape.n > 1 and shape.w > 2"));
  EXPECT_FALSE(meets(program, "shape.n < 2 and shape.w > 2"));
}

TEST(Meets, KnowsOperandsTogether) {
  const Program program = parse_program(
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x7fff0 src_addr=0x100000000 shape=1,1,1,1 "
      "dst_stride=null src_stride=null fill=0");
  EXPECT_TRUE(meets(program, "some operand's whole strides leave memory"));
  EXPECT_FALSE(meets(program, "no operand's whole strides leave memory"));
  EXPECT_TRUE(meets(program, "largest extent = 1"));
  EXPECT_FALSE(meets(program, "largest n stride > 0"));  // none is given
}

TEST(Meets, KnowsThatWholeStridesMeetInIllegalCasesToo) {
  for (const int64_t src_addr : {4, 0x400})
    EXPECT_EQ(meets(parse_program(fmt::format(
                        "okk_gdma_32bit_cpy_L2L bm1684 dst_addr=0 src_addr={} shape=1,1,1,4 "
                        "dst_stride=null src_stride=null fill=0",
                        src_addr)),
                    "whole strides meet"),
              src_addr == 4);
}

// As assertions of the C model of the BM1684 print it.
TEST(Meets, KnowsTheLengthThatSimulatorsCompute) {
  const auto leaves = [](const std::string& arguments, const char* operation) {
    return meets(parse_program(operation + (" bm1684 " + arguments)), "dst length leaves memory");
  };
  const auto to_system = [&](int64_t address, int64_t n_stride) {
    return leaves(
        fmt::format("dst_addr={} C=0 shape=1,1,1,1 dst_stride={},1,1,1 fill=0", address, n_stride),
        "okk_gdma_32bit_set_C_system");
  };
  EXPECT_TRUE(leaves("dst_addr=0x10000000 C=0 shape=2,1,1,1 dst_stride=-1,1,1,1 fill=0",
                     "okk_gdma_32bit_set_C_system"));  // the stride counts, so it is illegal
  EXPECT_TRUE(leaves("dst_addr=0x7ff81 C=0 shape=2,1,1,1 dst_stride=96,128,1,2 fill=0",
                     "okk_gdma_8bit_set_C_local"));  // its w stride makes it illegal
  EXPECT_TRUE(to_system(0x103fff80, 33));            // 132 bytes, and 128 are left
  EXPECT_FALSE(to_system(0x103fff80, 32));
  EXPECT_TRUE(to_system(0x10000000, -1));
  EXPECT_FALSE(to_system(0x10000000, -1073741824));  // of four bytes: the length is 2^32, or 0
  const auto to_local = [&](int64_t address, const char* shape_and_stride) {
    return leaves(fmt::format("dst_addr={} C=0 {} fill=0", address, shape_and_stride),
                  "okk_gdma_16bit_set_C_local");
  };
  EXPECT_TRUE(to_local(0x7ffc2, "shape=1,1,1,1 dst_stride=-1,64,1,1"));  // 64 bytes with padding
  EXPECT_FALSE(to_local(0x7ffc0, "shape=1,1,1,1 dst_stride=-1,64,1,1"));
  EXPECT_FALSE(to_local(0x7ffc2, "shape=1,1,1,1 dst_stride=-1,63,1,1"));
  EXPECT_FALSE(to_local(0x7ffc2, "shape=2,1,1,1 dst_stride=0,64,1,1"));
  EXPECT_TRUE(to_local(0x7ff02, "shape=2,65,1,1 dst_stride=32,64,1,1"));  // 64 + 128 + 64 bytes
  EXPECT_FALSE(to_local(0x7ff00, "shape=2,65,1,1 dst_stride=32,64,1,1"));
}

}  // namespace
}  // namespace strideproof::explanation
