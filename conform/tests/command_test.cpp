// Commands on the exec door, in text and in bytes, and the adapter that is one.

#include <gtest/gtest.h>

#include <set>

#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

constexpr const char* fill8 = "okk_gdma_8bit_set_C_local";

Checked check_command(const std::string& ways, const std::string& more = "--cases 300") {
  return check("--exec '" COMMAND_UNDER_TEST " " + ways + "'", more);
}

class Command : public testing::TestWithParam<const char*> {
 protected:
  std::string way() const { return GetParam(); }
};

TEST_P(Command, Conforms) {
  for (const char* sweep : {"", " --sweep"}) {
    const Checked c = check_command(way(), "--cases 300" + std::string(sweep));
    EXPECT_EQ(c.status, 0) << c.text;
    EXPECT_EQ(c.report["implementation"], "toy command");
    EXPECT_GT(c.operation(fill8)["cases"], 250);
  }
}

TEST_P(Command, ItsEndIsACrashWithItsLastWords) {
  const Checked c = check_command(way() + " crash", "--cases 20");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding("crash"), nullptr) << c.text;
  EXPECT_EQ((*c.finding("crash"))["detail"],
            "exit(9) in okk_gdma_8bit_set_C_local; last output: Traceback | line 7 | Error: 9");
}

TEST_P(Command, ItsHangIsATimeout) {
  const std::string how = way() == "text" ? " sleep" : " spin";
  const Checked c = check_command(way() + how, "--cases 20 --timeout 1");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding("timeout"), nullptr) << c.text;
  EXPECT_EQ((*c.finding("timeout"))["detail"], "no answer for 1 s in okk_gdma_8bit_set_C_local");
}

TEST_P(Command, NonsenseIsQuotedWithItsQuestion) {
  const Checked c = check_command(way() + " babble", "--cases 20");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding("hook failed"), nullptr) << c.text;
  const std::string detail = (*c.finding("hook failed"))["detail"];
  EXPECT_TRUE(detail.starts_with("the command answered 'what' to '")) << detail;
  EXPECT_TRUE(contains(detail, "okk_gdma_8bit_set_C_local toy dst_addr="));
}

INSTANTIATE_TEST_SUITE_P(Each, Command, testing::Values("text", "bytes"),
                         [](const auto& way) { return std::string(way.param); });

TEST(CommandInBytes, NamesTheMemoryThatItDenies) {
  const Checked c = check_command("bytes deny");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding("hook failed"), nullptr) << c.text;
  const std::string detail = (*c.finding("hook failed"))["detail"];
  EXPECT_TRUE(detail.starts_with("sp_write refuses local memory, lane 0")) << detail;
}

TEST(CommandSetup, IsRefusedInOneLine) {
  expect_unusable("check --exec 'exit 4'", "the command ended with status 4 before it answered");
  expect_unusable("check --exec 'echo what'", "the command answered 'what' to 'hello 1'");
  expect_unusable("check --exec 'echo no such simulator >&2; exit 4'",
                  "ended with status 4 before it answered (no such simulator)");
}

TEST(ReplayLine, ReproducesAsPrinted) {
  for (const std::string& target :
       {plugin("accepts_all"), std::string("--exec '" COMMAND_UNDER_TEST " babble'")}) {
    const Answer found = strideproof("check " + target + " --profile toy --cases 100");
    ASSERT_EQ(found.status, 1) << found.err;
    ASSERT_TRUE(contains(found.out, " replay --"));
    const Answer again = shell(first_replay(found.out));
    EXPECT_EQ(again.status, 1) << again.out << again.err;
  }
}

TEST(ExplainLabel, ShowsItsEdgesOrSuggestsALabel) {
  const Answer label = strideproof("explain okk_gdma_32bit_cpy_S2L.shape.c.max");
  EXPECT_EQ(label.status, 0) << label.err;
  for (const char* words : {"at most 65535 (the default)", "on the edge, legal:", "just outside:"})
    EXPECT_TRUE(contains(label.out, words));
  EXPECT_TRUE(
      contains(strideproof("explain okk_gdma_32bit_cpy_S2L.dst.wrap").out, "past the last lane"));
  expect_unusable("explain okk_gdma_32bit_cpy_S2L.shap.c.max",
                  "did you mean 'okk_gdma_32bit_cpy_S2L.shape.c.max'?");
}

// Written from the documents alone: a third opinion next to the reference and the optimized
// implementation.
TEST(NumpyAdapter, ConformsInEveryOperation) {
  std::set<std::string> conforming;
  for (const char* profile : {"toy", "bm1684", "ascend310", "ascend910b"}) {
    const Answer answer = strideproof(
        std::string("check --adapter numpy --cases 300 --seed 3 --json - --profile ") + profile);
    ASSERT_EQ(answer.status, 0) << answer.out << answer.err;
    const nlohmann::json report = answer.json();
    EXPECT_EQ(report["implementation"], "numpy");
    for (const nlohmann::json& row : report["operations"])
      if (row["status"] == "conforms") conforming.insert(row["name"]);
  }
  EXPECT_EQ(conforming.size(), catalogue().size());
}

}  // namespace
}  // namespace strideproof::tests
