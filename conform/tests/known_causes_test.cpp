// The conditions of findings: which failures they explain, and how often cases meet them.

#include "conform/check/known_causes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "conform/check/findings.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// A rejection that ends the process wherever the destination starts in a lane above 0.
class KnownCausesTest : public testing::Test {
 protected:
  KnownCausesTest() {
    Verdict rejected{VerdictKind::rejected_valid};
    rejected.end = "SIGSEGV in f";
    findings.push_back(finding_of(above_0, rejected));
    const explanation::Fails fails = [](const Program& program) {
      const Case& c = program.steps[0];
      return c["dst_addr"] / c.profile->lane_bytes > 0;
    };
    static const auto explained = explanation::explain(above_0, fails, {250, {}}).condition;
    condition = explained;
    causes.add(*above_0.steps[0].operation, condition);
  }

  bool explains(const Program& program, VerdictKind kind, const std::string& end) {
    Verdict verdict{kind};
    verdict.end = end;
    return causes.explains(program, verdict);
  }

  const Program above_0 = parse_program(
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x80000 src_addr=0x2000000 shape=1,1,1,1 "
      "dst_stride=null src_stride=null fill=0");
  const Program in_0 = parse_program(
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x2000000 shape=1,1,1,1 dst_stride=null "
      "src_stride=null fill=0");
  std::vector<Finding> findings;
  std::shared_ptr<const explanation::Condition> condition;
  KnownCauses causes{findings};
};

TEST_F(KnownCausesTest, ExplainEndsOfTheProcessWhateverTheKind) {
  using enum VerdictKind;
  EXPECT_TRUE(explains(above_0, no_reading_explains, "SIGSEGV in f"));
  EXPECT_EQ(findings[0].failures, 2);
  EXPECT_FALSE(explains(above_0, no_reading_explains, "SIGSEGV in g"));
  EXPECT_FALSE(explains(above_0, wrong_byte, ""));
  EXPECT_FALSE(explains(in_0, rejected_valid, "SIGSEGV in f"));
  EXPECT_EQ(findings[0].failures, 2);
}

// A reading may allow the illegal case, whose bytes are then wrong like those of a legal one.
TEST_F(KnownCausesTest, ExplainIllegalCasesThatNoReadingExplains) {
  using enum VerdictKind;
  findings[0].kind = wrong_byte;
  findings[0].end.clear();
  const Program illegal = parse_program(
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x80000 src_addr=0x2000000 shape=1,1,1,1 "
      "dst_stride=32,32,1,-1 src_stride=null fill=0");
  EXPECT_TRUE(explains(illegal, no_reading_explains, ""));
  EXPECT_FALSE(explains(illegal, accepted_invalid, ""));
  findings[0].labels = {"okk_gdma_32bit_cpy_S2L.dst_stride.w.min"};
  EXPECT_FALSE(explains(illegal, no_reading_explains, ""));
}

// Findings that end in different ways are of different causes, each of which hides the case.
TEST_F(KnownCausesTest, CountTheCasesThatSeveralHide) {
  for (const char* end : {"SIGSEGV in f", "SIGSEGV in g"}) {
    findings.push_back(findings[0]);
    findings.back().end = end;
    causes.add(*above_0.steps[0].operation, condition);
  }
  for (int i = 0; i < 100; ++i) causes.leaves_out(above_0);
  EXPECT_EQ(findings[0].hides.met, 100);
  EXPECT_EQ(findings[1].hides.met, 0);
  EXPECT_EQ(findings[2].hides.met, 100);
}

// Programs in which one step has a known cause, and programs in which each step has its own.
TEST_F(KnownCausesTest, GiveFewProgramsThatMeetThem) {
  constexpr int draws = 1000;
  findings.push_back(findings[0]);
  causes.add(*find_operation("okk_gdma_32bit_cpy_L2L"), condition);
  causes.leaves_out(above_0);
  for (const char* second : {"",
                             "; okk_gdma_32bit_cpy_L2L dst_addr=0x80000 src_addr=0 "
                             "shape=1,1,1,1 dst_stride=null src_stride=null"}) {
    int given = 0;
    for (int fill = 0; fill < draws; ++fill)
      given += causes.leaves_out(parse_program(fmt::format(
                   "program bm1684 fill={} ; okk_gdma_32bit_cpy_S2L dst_addr=0x80000 "
                   "src_addr=0x2000000 shape=1,1,1,1 dst_stride=null src_stride=null {}",
                   fill, second)))
                   ? 0
                   : 1;
    EXPECT_NEAR(given, draws / KnownCauses::given_one_in, 10) << second;
  }
  EXPECT_EQ(findings[1].hides.met, draws);
}

TEST_F(KnownCausesTest, AreComparedWithEnoughCases) {
  const Operation& operation = *above_0.steps[0].operation;
  causes.count_more(operation, random_source({&operation}, *above_0.profile, 1));
  EXPECT_EQ(findings[0].hides.drawn, 100);
  EXPECT_GT(findings[0].hides.met, 10);
  EXPECT_LT(findings[0].hides.met, 90);
  causes.count_more(operation, random_source({&operation}, *above_0.profile, 2));
  EXPECT_EQ(findings[0].hides.drawn, 100);
}

}  // namespace
}  // namespace strideproof
