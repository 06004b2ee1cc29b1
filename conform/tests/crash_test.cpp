// Plug-ins whose process ends or hangs, and the result of the checker for each.

#include <gtest/gtest.h>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

constexpr const char* fill8 = "okk_gdma_8bit_set_C_local";

TEST(Plugin, CrashIsShrunkAndReplaysAndHidesCasesOfItsCause) {
  const Checked c = check(plugin("crash"), "--cases 3000");
  EXPECT_EQ(c.status, 1) << c.text;
  const nlohmann::json* crash = c.finding("crash");
  ASSERT_NE(crash, nullptr) << c.text;
  EXPECT_EQ((*crash)["detail"], "SIGSEGV in okk_gdma_8bit_set_C_local");
  const std::string line = (*crash)["case"];
  EXPECT_TRUE(contains(line, "shape=1,1,3,1"));
  const Answer again = strideproof("replay --on " + plugin("crash") + " '" + line + "'");
  EXPECT_EQ(again.status, 1);
  EXPECT_TRUE(contains(again.out, "crash: SIGSEGV"));
  ASSERT_EQ(c.report["causes"].size(), 1U) << c.text;
  const nlohmann::json cause = c.report["causes"][0];
  EXPECT_EQ(cause["condition"], "shape.h > 2") << c.text;
  EXPECT_EQ(cause["operations"][0]["case"], (*crash)["case"]);
  const int64_t met = cause["hides"]["met"], drawn = cause["hides"]["drawn"];
  EXPECT_GT(met, 100) << c.text;
  EXPECT_LT(met, drawn);
  const int64_t left_out = c.report["reasons"]["known cause"];
  EXPECT_GE(left_out, met - met / 50) << c.text;
  EXPECT_LE(left_out, met + 128) << c.text;  // and those drawn before the cause was known
}

TEST(Plugin, AnAbortCanBeARejection) {
  const Checked c = check(plugin("aborts"), "--cases 3000 --abort rejects");
  EXPECT_EQ(c.status, 0) << c.text;
  const nlohmann::json row = c.operation(fill8);
  EXPECT_EQ(row["status"], "conforms");
  EXPECT_GT(row["rejected"], 20);
  EXPECT_EQ(c.report["restarts"], row["rejected"]);  // it is not left alone
  constexpr const char* reason = "held back after 3 failures";
  EXPECT_GT(row["reasons"][reason], 0) << c.text;
  EXPECT_TRUE(contains(c.text, reason));
  int64_t all = c.report["executed"].get<int64_t>() + c.report["rejected"].get<int64_t>();
  for (const auto& [why, cases] : c.report["reasons"].items()) all += cases.get<int64_t>();
  EXPECT_EQ(all, 3000) << c.text;
  // Without the option no illegal case is given.
  EXPECT_EQ(check(plugin("aborts"), "--cases 500").operation(fill8)["rejected"], 0);
}

// A probe for a hang has a second; a slower program is no hang.
TEST(Plugin, ASlowOneIsHeldToTheTimeoutGiven) {
  const Checked c = check(plugin("slow"), "--cases 20 --seed 4 --timeout 2");
  EXPECT_EQ(c.status, 1) << c.text;
  const nlohmann::json* wrong = c.finding("wrong byte");
  ASSERT_NE(wrong, nullptr) << c.text;
  for (const nlohmann::json& finding : c.report["findings"]) {
    const std::string line = finding["case"], kind = finding["kind"];
    const Answer again =
        strideproof("replay --timeout 2 --on " + plugin("slow") + " '" + line + "'");
    EXPECT_TRUE(contains(again.out, ": " + kind + ": "));
  }
}

class BrokenPlugin : public FolderTest {};

TEST_F(BrokenPlugin, KeepsItsFindings) {
  const std::string marker = folder_ + "/broken";
  const Setting broken("STRIDEPROOF_TEST_BROKEN", marker);
  const Checked c = check(plugin("breaks"), "--cases 5000");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding("crash"), nullptr) << c.text;
  EXPECT_EQ(c.report["interrupted"], true);
  EXPECT_TRUE(contains(c.text, "not shrunk"));
  EXPECT_TRUE(contains(c.text, "toy: stopped: "));
}

}  // namespace
}  // namespace strideproof::tests
