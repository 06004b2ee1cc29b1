// Plug-ins whose process ends or hangs, and the result of the checker for each.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

constexpr const char* fill8 = "okk_gdma_8bit_set_C_local";

TEST(Plugin, CrashIsShrunkAndReplays) {
  const Checked c = check(plugin("crash"), "--cases 5000");
  EXPECT_EQ(c.status, 1) << c.text;
  const nlohmann::json* crash = c.finding("crash");
  ASSERT_NE(crash, nullptr) << c.text;
  EXPECT_EQ((*crash)["detail"], "SIGSEGV in okk_gdma_8bit_set_C_local");
  const std::string line = (*crash)["case"];
  EXPECT_NE(line.find("shape=1,1,3,1"), std::string::npos) << line;
  const Answer again = strideproof("replay --on " + plugin("crash") + " '" + line + "'");
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.out.find("crash: SIGSEGV"), std::string::npos) << again.out;
}

TEST(Plugin, ExitIsACrash) {
  const Checked c = check(plugin("exits"), "--cases 5000");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding("crash"), nullptr) << c.text;
  EXPECT_EQ((*c.finding("crash"))["detail"], "exit(3) in okk_gdma_8bit_set_C_local");
}

TEST(Plugin, CasesOfAKnownCauseAreSeldomGiven) {
  const std::string arguments = "--cases 5000";
  const Checked c = check(plugin("crash"), arguments);
  const nlohmann::json* crash = c.finding("crash");
  ASSERT_NE(crash, nullptr) << c.text;
  ASSERT_EQ(c.report["causes"].size(), 1U) << c.text;
  const nlohmann::json cause = c.report["causes"][0];
  EXPECT_EQ(cause["condition"], "shape.h > 2") << c.text;
  EXPECT_EQ(cause["operations"][0]["case"], (*crash)["case"]);
  const int64_t met = cause["hides"]["met"], drawn = cause["hides"]["drawn"];
  EXPECT_GT(met, 200) << c.text;
  EXPECT_LT(met, drawn);
  const int64_t left_out = c.report["reasons"]["known cause"];
  EXPECT_GE(left_out, met - met / 50) << c.text;
  EXPECT_LE(left_out, met + 128) << c.text;  // and those drawn before the cause was known
  EXPECT_EQ(check(plugin("crash"), arguments).report["causes"], c.report["causes"]);
}

TEST(Plugin, HeldBackCasesAreCounted) {
  constexpr const char* reason = "held back after 3 failures";
  const Checked c = check(plugin("aborts"), "--cases 5000 --abort rejects");
  const nlohmann::json row = c.operation(fill8);
  EXPECT_GT(row["reasons"][reason], 0) << c.text;
  EXPECT_GT(c.report["restarts"], 5);  // it is not left alone
  const int64_t given = c.report["executed"].get<int64_t>() + c.report["rejected"].get<int64_t>();
  int64_t left_out = 0;
  for (const auto& [why, cases] : c.report["reasons"].items()) left_out += cases.get<int64_t>();
  EXPECT_EQ(given + left_out, 5000) << c.text;
  EXPECT_NE(c.text.find(reason), std::string::npos) << c.text;
}

TEST(Plugin, AnAbortCanBeARejection) {
  const Checked c = check(plugin("aborts"), "--cases 3000 --abort rejects");
  EXPECT_EQ(c.status, 0) << c.text;
  EXPECT_EQ(c.operation(fill8)["status"], "conforms");
  EXPECT_GT(c.operation(fill8)["rejected"], 20);
  EXPECT_EQ(c.report["restarts"], c.operation(fill8)["rejected"]);
  // Without the option no illegal case is given.
  EXPECT_EQ(check(plugin("aborts"), "--cases 500").operation(fill8)["rejected"], 0);
}

TEST(Plugin, AnAbortRejectsNoLegalCase) {
  const Checked c = check(plugin("exits"), "--cases 100 --abort rejects");
  EXPECT_EQ(c.status, 1) << c.text;
  const nlohmann::json* finding = c.finding("rejected valid");
  ASSERT_NE(finding, nullptr) << c.text;
  EXPECT_NE((*finding)["detail"].get<std::string>().find("exit(3)"), std::string::npos);
  const std::string line = (*finding)["case"];
  const Answer again =
      strideproof("replay --abort rejects --on " + plugin("exits") + " '" + line + "'");
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.out.find("rejected valid"), std::string::npos) << again.out;
}

// The step that ends the process is given alone: it rejects there too, or needs the steps before it.
TEST(Plugin, AnAbortInALaterStepCanBeARejection) {
  const std::string fill = "okk_gdma_8bit_set_C_local dst_addr=0 C=1 dst_stride=null shape=1,1,",
                    right = fill + "1,4", rows = fill + "3,1", empty = fill + "0,1";
  const auto replayed = [&](const char* name, const std::string& last) {
    return strideproof("replay --abort rejects --on " + plugin(name) + " 'program toy fill=0 ; " +
                       right + " ; " + last + "'");
  };
  const Answer illegal = replayed("aborts", empty), legal = replayed("exits", rows),
               again = replayed("twice", right), once = replayed("twice", rows);
  EXPECT_EQ(illegal.status, 0) << illegal.out << illegal.err;
  EXPECT_EQ(legal.status, 1);
  EXPECT_NE(legal.out.find("rejected valid: "), std::string::npos) << legal.out;
  EXPECT_EQ(again.status, 1);
  // It quotes the failed assertion and the line after it.
  EXPECT_NE(again.out.find("crash: exit(3) in okk_gdma_8bit_set_C_local; assertion: twice.cpp:7: "
                           "Assertion `changed' failed. | C = 1\n"),
            std::string::npos)
      << again.out;
  EXPECT_EQ(once.status, 0) << once.out << once.err;
}

TEST(Plugin, HangIsATimeout) {
  const Checked c = check(plugin("hang"), "--cases 1000 --timeout 1");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding("timeout"), nullptr) << c.text;
  EXPECT_EQ((*c.finding("timeout"))["detail"], "no answer for 1 s in okk_gdma_8bit_set_C_local");
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
    EXPECT_NE(again.out.find(": " + kind + ": "), std::string::npos) << kind << '\n' << again.out;
  }
}

TEST(Plugin, FindingsBeforeACrashAreReported) {
  const std::string marker = testing::TempDir() + "strideproof_broken";
  std::remove(marker.c_str());
  setenv("STRIDEPROOF_TEST_BROKEN", marker.c_str(), 1);
  const Checked c = check(plugin("breaks"), "--cases 5000");
  std::remove(marker.c_str());
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding("crash"), nullptr) << c.text;
  EXPECT_EQ(c.report["interrupted"], true);
  EXPECT_NE(c.text.find("not shrunk"), std::string::npos) << c.text;
  EXPECT_NE(c.text.find("toy: stopped: "), std::string::npos) << c.text;
}

}  // namespace
}  // namespace strideproof::tests
